import { Worker } from 'node:worker_threads';

/** What travels to a thread and back. Both name the task by the same number. */
export interface TaskMessage<Task> {
  readonly task: number;
  readonly given: Task;
}
export interface ReplyMessage<Reply> {
  readonly replyTo: number;
  readonly value: Reply;
}

/**
 * A worker thread that answers tasks; its other side is `answer-tasks.ts`. A reply names its task, so nothing else
 * that comes along the same way is taken for one: under `node --watch`, Node itself sends messages about each file
 * that a worker loads. That is why all threads are started here, which the linter sees to.
 */
export class Thread<Task, Reply> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<Reply>>();
  #count = 0;
  #end: Error | null = null;

  /**
   * @param file absolute path
   * @param data what the thread finds as its `workerData`
   */
  constructor(file: string, data?: unknown) {
    this.#worker = new Worker(file, { workerData: data });
    this.#worker.on('message', (message: unknown) => this.#take(message));
    this.#worker.on('error', (cause) => this.#fail(new Error(`${file} failed`, { cause })));
    this.#worker.on('exit', (code) => this.#fail(new Error(`${file} ended with code ${code}`)));
  }

  /** @throws when the thread ends before it has answered, or has ended already. */
  ask(given: Task): Promise<Reply> {
    if (this.#end) return Promise.reject(this.#end);
    const waiting = Promise.withResolvers<Reply>();
    const task = ++this.#count;
    this.#waiting.set(task, waiting);
    this.#worker.postMessage({ task, given } satisfies TaskMessage<Task>);
    return waiting.promise;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #take(message: unknown): void {
    if (typeof message !== 'object' || message === null || !('replyTo' in message)) return;
    const { replyTo, value } = message as ReplyMessage<Reply>;
    this.#waiting.get(replyTo)?.resolve(value);
    this.#waiting.delete(replyTo);
  }

  #fail(reason: Error): void {
    this.#end ??= reason;
    for (const { reject } of this.#waiting.values()) reject(this.#end);
    this.#waiting.clear();
  }
}

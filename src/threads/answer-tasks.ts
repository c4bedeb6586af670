import { parentPort } from 'node:worker_threads';
import type { ReplyMessage, TaskMessage } from './thread.ts';

/** The side of a `Thread` that works, one task at a time. @param listMemory moves instead of being copied */
export function answerTasks<Task, Reply>(
  work: (task: Task) => Reply | Promise<Reply>,
  listMemory: (reply: Reply) => readonly ArrayBuffer[] = () => [],
): void {
  let running: Promise<void> = Promise.resolve();
  parentPort?.on('message', (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('task' in message)) return;
    const { task, given } = message as TaskMessage<Task>;
    running = running.then(async () => {
      const value = await work(given);
      parentPort?.postMessage({ replyTo: task, value } satisfies ReplyMessage<Reply>, listMemory(value));
    });
  });
}

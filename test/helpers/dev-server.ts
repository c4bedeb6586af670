import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { findFreePort } from './ports.ts';

/** `npm run dev` of a project folder, and one browser's ear at it. */
export interface DevServer {
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything that it printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts it and waits until it has said what it serves, or what is to be mended. */
export async function startDevServer(folder: string): Promise<DevServer> {
  const port = await findFreePort();
  const child = spawn(process.execPath, ['src/dev/main.ts', '--port', String(port)], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const collect = (chunk: Buffer) => {
    text += chunk.toString();
    if (/ documents?, of these | problems?;/.test(text)) resolve();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  child.once('exit', (status) => reject(new Error(`The preview ended with status ${status}:\n${text}`)));
  await promise;
  child.removeAllListeners('exit');
  return {
    url: `http://localhost:${port}`,
    process: child,
    output: () => text,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export interface DevEvent {
  readonly name: string;
  readonly data: unknown;
  /** `performance.now()` when it came. */
  readonly at: number;
}

/** The events that a browser gets, in their order. */
export class DevEvents {
  readonly #response: IncomingMessage;
  readonly #seen: DevEvent[] = [];
  #next = Promise.withResolvers<void>();

  static async open(url: string): Promise<DevEvents> {
    const [response] = (await once(get(`${url}/__dev/events`), 'response')) as [IncomingMessage];
    const events = new DevEvents(response);
    await events.waitFor((event) => event.name === 'problems', 0);
    return events;
  }

  private constructor(response: IncomingMessage) {
    this.#response = response;
    // An end that comes in the middle of a line is none of a fault: the server was stopped.
    this.#read().catch(() => undefined);
  }

  /** How many came so far. */
  get count(): number {
    return this.#seen.length;
  }

  /** The first event that fits, of those after the first `from`. */
  async waitFor(fits: (event: DevEvent) => boolean, from: number): Promise<DevEvent> {
    for (;;) {
      const next = this.#next.promise;
      const found = this.#seen.slice(from).find(fits);
      if (found) return found;
      await next;
    }
  }

  close(): void {
    this.#response.destroy();
  }

  async #read(): Promise<void> {
    let name = '';
    for await (const line of createInterface({ input: this.#response })) {
      if (line.startsWith('event: ')) name = line.slice('event: '.length);
      if (!line.startsWith('data: ')) continue;
      this.#seen.push({ name, data: JSON.parse(line.slice('data: '.length)), at: performance.now() });
      this.#next.resolve();
      this.#next = Promise.withResolvers();
    }
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { plainEnvironment } from './environment.ts';
import { findFreePort } from './ports.ts';
import { projectRoot } from './project-copy.ts';

/** `agentsite dev` of a site's folder, and one browser's ear at it. */
export interface DevServer {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** Everything that it printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts it and waits until it has said what it serves, or what is to be fixed.
 * @param more of the environment
 */
export async function startDevServer(
  folder: string,
  given?: number,
  more: Readonly<Record<string, string>> = {},
): Promise<DevServer> {
  const port = given ?? (await findFreePort());
  const command = join(projectRoot, 'src/cli/dev.ts');
  const child = spawn(process.execPath, [command, '--port', String(port)], {
    cwd: folder,
    env: { ...plainEnvironment, ASTRO_TELEMETRY_DISABLED: '1', ...more },
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
  child.once('exit', (status) => reject(new Error(`astro dev ended with status ${status}:\n${text}`)));
  await promise;
  child.removeAllListeners('exit');
  return {
    url: `http://localhost:${port}`,
    port,
    process: child,
    output: () => text,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** A message of Vite to a browser; `src/dev/overlay.ts` and Vite itself send them. */
export interface DevEvent {
  readonly type: string;
  /** What an overlay shows. */
  readonly err?: {
    readonly message: string;
    readonly loc?: { readonly file?: string; readonly line?: number; readonly column?: number };
  };
  /** `performance.now()` when it came. */
  readonly at: number;
}

/** The messages that a browser gets, in their order. */
export class DevEvents {
  readonly #socket: WebSocket;
  readonly #seen: DevEvent[] = [];
  #next = Promise.withResolvers<void>();

  /** Connects as Vite's script in a page does. */
  static async open(url: string): Promise<DevEvents> {
    const asked = await fetch(`${url}/@vite/client`, { headers: { Connection: 'close' } });
    const script = await asked.text();
    const token = /wsToken = "([^"]*)"/.exec(script)?.[1] ?? '';
    const events = new DevEvents(new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr'));
    await events.waitFor(({ type }) => type === 'connected', 0);
    return events;
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      this.#seen.push({ ...(JSON.parse(String(data)) as DevEvent), at: performance.now() });
      this.#next.resolve();
      this.#next = Promise.withResolvers();
    });
  }

  /** How many came so far. */
  get count(): number {
    return this.#seen.length;
  }

  /** How many that load the page again came after the first `from`. */
  reloads(from: number): number {
    return this.#seen.slice(from).filter(({ type }) => type === 'full-reload').length;
  }

  /** The first message that fits, of those after the first `from`. */
  async waitFor(fits: (event: DevEvent) => boolean, from: number): Promise<DevEvent> {
    for (;;) {
      const next = this.#next.promise;
      const found = this.#seen.slice(from).find(fits);
      if (found) return found;
      await next;
    }
  }

  close(): void {
    this.#socket.close();
  }
}

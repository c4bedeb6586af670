import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A command in a terminal of its own, a real one to it: `script` (util-linux) plays the terminal's other end. */
export class Terminal {
  readonly #script: ChildProcess;
  #text = '';
  #changed = Promise.withResolvers<void>();

  /** @param environment next to PATH, HOME and TMPDIR; without the project's programs, as a shell has it */
  constructor(command: string, folder: string, environment: Readonly<Record<string, string>> = {}) {
    this.#script = spawn('script', ['-qfec', command, '/dev/null'], {
      cwd: folder,
      env: {
        PATH: shellPath(),
        HOME: process.env.HOME,
        TMPDIR: process.env.TMPDIR,
        TERM: 'xterm',
        SHELL: '/bin/sh',
        ...environment,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#script.stdout?.on('data', (chunk: Buffer) => {
      this.#text += chunk.toString();
      this.#notify();
    });
    this.#script.once('exit', () => this.#notify());
  }

  get text(): string {
    return this.#text;
  }

  /** Waits until the command has said something, in what it says after the first `from` characters. */
  async waitFor(said: RegExp, from = 0): Promise<RegExpExecArray> {
    for (;;) {
      const changed = this.#changed.promise;
      const found = said.exec(this.#text.slice(from));
      if (found) return found;
      if (this.hasEnded) throw new Error(`The command ended without ${said}:\n${this.#text}`);
      await changed;
    }
  }

  /** Types keys; `\u0003` is Ctrl-C. */
  press(keys: string): void {
    this.#script.stdin?.write(keys);
  }

  /** Waits until the command has ended by itself. @returns its status */
  async end(): Promise<number | null> {
    if (!this.hasEnded) await once(this.#script, 'exit');
    return this.#script.exitCode;
  }

  /** The terminal goes away, as a window does that is closed. Waits until the processes in it have ended by that. */
  async close(): Promise<void> {
    if (this.hasEnded) return;
    const processes = this.processes();
    const gone = once(this.#script, 'exit');
    this.#script.kill('SIGKILL');
    await gone;
    await waitForEnd(processes);
  }

  /** The processes in it. */
  processes(): number[] {
    return descendants(this.#script.pid ?? 0);
  }

  get hasEnded(): boolean {
    return this.#script.exitCode !== null || this.#script.signalCode !== null;
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

/**
 * Waits until each of the processes has ended, and is out of the system's table. One that no one removes of it has
 * ended as well, but others may check the table while it is removed: Astro contains a preview for a running one then.
 */
export async function waitForEnd(processes: readonly number[]): Promise<void> {
  while (processes.some((pid) => isListed(pid) && !isZombie(pid))) await delay(50);
  const patience = AbortSignal.timeout(5000);
  while (processes.some(isListed) && !patience.aborted) await delay(50);
}

function isListed(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}

function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}

function descendants(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' '))
      .filter((child) => child !== '')
      .map(Number)
      .flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return [];
  }
}

function shellPath(): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !folder.includes('node_modules')).join(delimiter);
}

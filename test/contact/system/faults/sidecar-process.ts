import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Order, Report, SidecarSetting } from './messages.ts';

type OrderBody = { kind: 'configure'; setting: SidecarSetting } | { kind: 'drain' } | { kind: 'stop' };

/** One sidecar process of a fault run, as its parent sees it. */
export class SidecarProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (report: Report | null) => void>();
  #orders = 0;
  url = '';
  dead = false;
  /** It did not end by itself. */
  killed = false;

  constructor() {
    this.#child = fork(join(import.meta.dirname, 'sidecar.ts'), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (report: Report) => {
      this.#waiting.get(report.order)?.(report);
      this.#waiting.delete(report.order);
    });
    this.#child.once('exit', (_, signal) => {
      this.dead = true;
      this.killed = signal !== null;
      for (const resolve of this.#waiting.values()) resolve(null);
      this.#waiting.clear();
    });
  }

  /** @returns false when the process died instead. */
  async configure(setting: SidecarSetting): Promise<boolean> {
    return this.#order({ kind: 'configure', setting });
  }

  /** Waits until no work is in flight in the process. */
  async drain(): Promise<boolean> {
    return this.#order({ kind: 'drain' });
  }

  /** Ends it as a service manager does: what is under way is finished. */
  async stop(): Promise<void> {
    await this.#order({ kind: 'stop' });
  }

  async #order(body: OrderBody): Promise<boolean> {
    if (this.dead) return false;
    const number = this.#orders++;
    const answer = new Promise<Report | null>((resolve) => this.#waiting.set(number, resolve));
    const order: Order = { number, ...body };
    this.#child.send(order, () => {});
    const report = await answer;
    if (report?.kind === 'failed') throw new Error(report.reason);
    if (report) this.url = report.url;
    return report !== null;
  }

  async end(): Promise<void> {
    if (this.dead) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }
}

/** Processes that have started already, so that a killed one is replaced at once. */
export class SidecarPool {
  readonly #spares: SidecarProcess[] = [];
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
    this.#fill();
  }

  take(): SidecarProcess {
    const taken = this.#spares.shift() ?? new SidecarProcess();
    this.#fill();
    return taken;
  }

  async end(): Promise<void> {
    await Promise.all(this.#spares.map((spare) => spare.end()));
  }

  #fill(): void {
    while (this.#spares.length < this.#size) this.#spares.push(new SidecarProcess());
  }
}

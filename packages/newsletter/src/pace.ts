import { setTimeout as delay } from 'node:timers/promises';
import type { Options } from './options.ts';

const minute = 60_000;
/** Milliseconds. */
const defaultPause = 30_000;
const maxPause = 600_000;

/** How fast mails go out, altogether and to one receiving domain; a domain that answers with 4xx gets a pause. */
export class Pace {
  readonly #interval: number;
  readonly #domainInterval: number;
  readonly #pause: number;
  #next = 0;
  readonly #domains = new Map<string, { next: number; pause: number }>();

  constructor(
    { perMinute, perDomainMinute }: Pick<Options, 'perMinute' | 'perDomainMinute'>,
    pause = defaultPause,
  ) {
    this.#interval = minute / perMinute;
    this.#domainInterval = minute / perDomainMinute;
    this.#pause = pause;
  }

  /** Waits for the turn of a mail. @returns false where the run ends first */
  async wait(domain: string, signal: AbortSignal): Promise<boolean> {
    const now = performance.now();
    const own = this.#of(domain);
    const turn = Math.max(now, this.#next, own.next);
    this.#next = Math.max(now, this.#next) + this.#interval;
    own.next = turn + this.#domainInterval;
    await delay(turn - now, undefined, { signal }).catch(() => undefined);
    return !signal.aborted;
  }

  slowDown(domain: string): void {
    const own = this.#of(domain);
    own.pause = Math.min(Math.max(this.#pause, own.pause * 2), maxPause);
    own.next = Math.max(own.next, performance.now() + own.pause);
  }

  speedUp(domain: string): void {
    this.#of(domain).pause = 0;
  }

  #of(domain: string): { next: number; pause: number } {
    const own = this.#domains.get(domain) ?? { next: 0, pause: 0 };
    this.#domains.set(domain, own);
    return own;
  }
}

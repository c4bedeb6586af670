import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds. */
export interface Repetition {
  /** Before the second try; each later pause is twice as long, up to `longestPause`. */
  readonly firstPause: number;
  readonly longestPause: number;
  /** After this time the last failure is reported and the work is given up. */
  readonly patience: number;
}

/** Work that outlives its request. `drain` waits for it; `stop` ends the pauses between tries. */
export class BackgroundWork {
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();

  /** Aborted by `stop`. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    const forget = () => this.#running.delete(work);
    work.then(forget, forget);
    return work;
  }

  /**
   * Retries `step` until it succeeds. Callers limit the number of repetitions.
   * @param gaveUp gets the last failure when the patience ends; a stop is not reported
   */
  repeat(
    step: () => Promise<unknown>,
    repetition: Repetition,
    gaveUp: (error: unknown) => void,
  ): Promise<void> {
    return this.track(this.#repeat(step, repetition, gaveUp));
  }

  async #repeat(
    step: () => Promise<unknown>,
    { firstPause, longestPause, patience }: Repetition,
    gaveUp: (error: unknown) => void,
  ): Promise<void> {
    let waited = 0;
    for (let pause = firstPause; !this.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      await delay(pause, undefined, { signal: this.signal }).catch(() => {});
      waited += pause;
      if (this.signal.aborted) return;
      try {
        await step();
        return;
      } catch (error) {
        if (waited < patience) continue;
        gaveUp(error);
        return;
      }
    }
  }

  /** Waits until nothing runs any more, at most `limit` milliseconds. @returns whether all of it ended. */
  async drain(limit: number): Promise<boolean> {
    const deadline = new AbortController();
    const late = delay(limit, undefined, { signal: deadline.signal }).then(
      () => 'late',
      () => 'late',
    );
    while (this.#running.size > 0) {
      if ((await Promise.race([Promise.allSettled(this.#running), late])) === 'late') break;
    }
    deadline.abort();
    return this.#running.size === 0;
  }

  stop(): void {
    this.#stopping.abort();
  }
}

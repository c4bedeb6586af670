import { setTimeout as delay } from 'node:timers/promises';

/**
 * Work that outlives the request that began it. A stop waits for it; a failure is tried again, ever more slowly,
 * until the work succeeds or has been tried for long enough.
 */
export class BackgroundWork {
  readonly #running = new Set<Promise<unknown>>();
  readonly #firstPause: number;
  readonly #patience: number;

  /** @param options milliseconds: the first pause between two tries, and the time after which it gives up. */
  constructor(options: { readonly firstPause: number; readonly patience: number }) {
    this.#firstPause = options.firstPause;
    this.#patience = options.patience;
  }

  /** Lets a stop wait for this promise. */
  track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    const forget = () => this.#running.delete(work);
    work.then(forget, forget);
    return work;
  }

  /** Repeats `step` in the background. `gaveUp` hears the last failure. */
  persist(step: () => Promise<unknown>, gaveUp: (error: unknown) => void): void {
    void this.track(this.#repeat(step, gaveUp));
  }

  async #repeat(step: () => Promise<unknown>, gaveUp: (error: unknown) => void): Promise<void> {
    let waited = 0;
    for (let pause = this.#firstPause; ; pause = Math.min(pause * 2, 5_000)) {
      await delay(pause);
      waited += pause;
      try {
        await step();
        return;
      } catch (error) {
        if (waited < this.#patience) continue;
        gaveUp(error);
        return;
      }
    }
  }

  /** Waits until nothing runs any more, at most for `limit` milliseconds. @returns whether all of it ended. */
  async drain(limit: number): Promise<boolean> {
    const late = AbortSignal.timeout(limit);
    while (this.#running.size > 0 && !late.aborted) {
      const expired = delay(limit, undefined, { signal: late }).catch(() => {});
      await Promise.race([Promise.allSettled(this.#running), expired]);
    }
    return this.#running.size === 0;
  }
}

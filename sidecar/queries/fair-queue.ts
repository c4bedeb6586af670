/** Round-robin queue with a limit per caller: many jobs of one caller delay no other caller. */
export class FairQueue<Job> {
  readonly #callers = new Map<string, Job[]>();
  readonly #max: number;
  readonly #maxPerCaller: number;
  #size = 0;

  /** @param max jobs of all callers; @param maxPerCaller jobs of one */
  constructor(max: number, maxPerCaller: number) {
    this.#max = max;
    this.#maxPerCaller = maxPerCaller;
  }

  /** @returns false when the queue is full. */
  put(caller: string, job: Job): boolean {
    const jobs = this.#callers.get(caller) ?? [];
    if (this.#size >= this.#max || jobs.length >= this.#maxPerCaller) return false;
    jobs.push(job);
    this.#callers.set(caller, jobs);
    this.#size += 1;
    return true;
  }

  /** Takes the oldest job of the next caller, and moves that caller to the back. */
  take(): Job | undefined {
    for (const [caller, jobs] of this.#callers) {
      this.#callers.delete(caller);
      const job = jobs.shift();
      if (jobs.length > 0) this.#callers.set(caller, jobs);
      this.#size -= 1;
      return job;
    }
    return undefined;
  }
}

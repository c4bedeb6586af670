/**
 * A bounded queue in which callers take turns: who puts many jobs in waits behind their own, and nobody else does.
 * Fair queueing as in RFC 970, one queue for each caller.
 */
export class FairQueue<Job> {
  readonly #callers = new Map<string, Job[]>();
  readonly #most: number;
  readonly #mostEach: number;
  #size = 0;

  /**
   * @param most jobs of all callers
   * @param mostEach jobs of one caller
   */
  constructor(most: number, mostEach: number) {
    this.#most = most;
    this.#mostEach = mostEach;
  }

  /** @returns false when there is no room. */
  put(caller: string, job: Job): boolean {
    const jobs = this.#callers.get(caller) ?? [];
    if (this.#size >= this.#most || jobs.length >= this.#mostEach) return false;
    jobs.push(job);
    this.#callers.set(caller, jobs);
    this.#size += 1;
    return true;
  }

  /** The oldest job of the caller whose turn it is; that caller is last then. */
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

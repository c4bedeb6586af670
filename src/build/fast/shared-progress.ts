/** Progress of a step, shared by all threads that hold the same memory. */
export class SharedProgress {
  /** For other threads, which pass it to the constructor. */
  readonly memory: SharedArrayBuffer;
  readonly #values: Int32Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#values = new Int32Array(memory);
  }

  set(done: number, total: number): void {
    Atomics.store(this.#values, 0, done);
    Atomics.store(this.#values, 1, total);
  }

  /** @returns zeros before the step begins */
  get(): { readonly done: number; readonly total: number } {
    return { done: Atomics.load(this.#values, 0), total: Atomics.load(this.#values, 1) };
  }
}

/** Counts from 0 on for everyone who holds the same memory, in whatever thread: each number is given out once. */
export class SharedCounter {
  /** Goes to other threads, where a new counter is made of it. */
  readonly memory: SharedArrayBuffer;
  readonly #next: Int32Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#next = new Int32Array(memory);
  }

  next(): number {
    return Atomics.add(this.#next, 0, 1);
  }
}

/** Hands out the numbers from 0 on, each once, to everyone who holds the same memory, in whatever thread. */
export class Turns {
  /** Goes to other threads, where a new `Turns` is made of it. */
  readonly memory: SharedArrayBuffer;
  readonly #next: Int32Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#next = new Int32Array(memory);
  }

  take(): number {
    return Atomics.add(this.#next, 0, 1);
  }
}

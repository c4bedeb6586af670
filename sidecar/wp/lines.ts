/** A text of many lines in UTF-8, to be asked which lines hold a piece. */
export class Lines {
  readonly #bytes: Buffer;
  /** Where each line starts; one more at the end, as if another line followed. */
  readonly #starts: Uint32Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let count = 1;
    for (let at = this.#bytes.indexOf(10); at >= 0; at = this.#bytes.indexOf(10, at + 1)) count += 1;
    this.#starts = new Uint32Array(count + 1);
    let line = 1;
    for (let at = this.#bytes.indexOf(10); at >= 0; at = this.#bytes.indexOf(10, at + 1)) {
      this.#starts[line++] = at + 1;
    }
    this.#starts[count] = this.#bytes.length + 1;
  }

  /** Does a line, counted from 0, hold the piece? A line without text holds nothing. */
  holds(line: number, needle: Buffer): boolean {
    const start = this.#starts[line] ?? 0;
    const end = (this.#starts[line + 1] ?? 1) - 1;
    return end > start && this.#bytes.subarray(start, end).includes(needle);
  }

  /** Numbers of the lines that hold a piece, ascending; an empty piece is in every line with text. */
  linesWith(piece: string): number[] {
    const needle = Buffer.from(piece);
    const found: number[] = [];
    const last = this.#starts.length - 2;
    for (let at = this.#bytes.indexOf(needle), line = 0; at >= 0 && line <= last; ) {
      line = this.#lineAt(at, line);
      found.push(line);
      line += 1;
      at = line <= last ? this.#bytes.indexOf(needle, this.#starts[line] ?? 0) : -1;
    }
    return found;
  }

  /** The line that holds byte `at`, at or after line `from`: first by doubling steps, then by halves. */
  #lineAt(at: number, from: number): number {
    const last = this.#starts.length - 1;
    let step = 1;
    let low = from;
    while (low + step < last && (this.#starts[low + step] ?? 0) <= at) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, last);
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low;
  }
}

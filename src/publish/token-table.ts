import { hasDenseScript, isLongToken, visitTokens } from '../core/search-index/search-text.ts';

/**
 * Numbers the distinct tokens of folded texts, in the order in which they first appear. It reads UTF-8 bytes and
 * compares bytes, which is several times faster than strings in a Map for the nine million tokens of 10,000
 * posts; what {@link visitTokens} would cut, it leaves to it.
 */
export class TokenTable {
  /** Number of token + 1 at its hash's place; 0 is free. */
  #slots = new Uint32Array(1 << 16);
  #hashes = new Uint32Array(1 << 15);
  /** Where each token starts in the list; the next one's start less the line feed is its end. */
  #starts = new Uint32Array(1 << 15);
  #list = Buffer.allocUnsafe(1 << 20);
  #length = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** All tokens joined by line feeds, in the order of their numbers. */
  get list(): Uint8Array {
    return this.#list.subarray(0, Math.max(0, this.#length - 1));
  }

  /** Numbers the tokens of a {@link list}, in its order. */
  load(list: Buffer): void {
    for (let start = 0; start < list.length; ) {
      const found = list.indexOf(0x0a, start);
      const end = found < 0 ? list.length : found;
      this.#add(list, start, end, hashOf(list, start, end));
      start = end + 1;
    }
  }

  /** Calls `visit` with the number of every token of a folded text; `bytes` is that text in UTF-8. */
  visit(folded: string, bytes: Buffer, visit: (number: number) => void): void {
    if (hasDenseScript(folded)) {
      visitTokens(folded, (token) => visit(this.#addText(token)));
      return;
    }
    const { length } = bytes;
    let start = 0;
    let hash = seed;
    let plain = true;
    for (let at = 0; at <= length; at++) {
      const byte = at < length ? (bytes[at] ?? 0) : 0x20;
      if (byte > 0x20 || (byte < 0x20 && (byte < 0x09 || byte > 0x0d))) {
        hash = Math.imul(hash ^ byte, prime);
        if (byte > 0x7f) plain = false;
        continue;
      }
      if (at > start) {
        if (isLongToken(at - start)) this.#visitLong(bytes, start, at, plain, visit);
        else visit(this.#add(bytes, start, at, hash));
      }
      start = at + 1;
      hash = seed;
      plain = true;
    }
  }

  /** Many bytes need not be many characters, and a long token is cut between characters: text decides. */
  #visitLong(
    bytes: Buffer,
    start: number,
    end: number,
    plain: boolean,
    visit: (number: number) => void,
  ): void {
    const token = bytes.toString(plain ? 'latin1' : 'utf8', start, end);
    visitTokens(token, (part) => visit(this.#addText(part)));
  }

  #addText(token: string): number {
    const bytes = Buffer.from(token);
    return this.#add(bytes, 0, bytes.length, hashOf(bytes, 0, bytes.length));
  }

  #add(bytes: Buffer, start: number, end: number, signed: number): number {
    const hash = mix(signed);
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const held = this.#slots[slot] ?? 0;
      if (held === 0) return this.#insert(slot, bytes, start, end, hash);
      const number = held - 1;
      if (this.#hashes[number] === hash && this.#equals(number, bytes, start, end)) return number;
    }
  }

  #equals(number: number, bytes: Buffer, start: number, end: number): boolean {
    const from = this.#starts[number] ?? 0;
    const to = number + 1 < this.#size ? (this.#starts[number + 1] ?? 0) : this.#length;
    if (to - 1 - from !== end - start) return false;
    for (let at = start, own = from; at < end; at++, own++) if (this.#list[own] !== bytes[at]) return false;
    return true;
  }

  #insert(slot: number, bytes: Buffer, start: number, end: number, hash: number): number {
    const number = this.#size;
    if (number === this.#hashes.length) {
      this.#hashes = doubled(this.#hashes);
      this.#starts = doubled(this.#starts);
    }
    while (this.#length + end - start + 1 > this.#list.length) {
      this.#list = Buffer.concat([this.#list], this.#list.length * 2);
    }
    this.#hashes[number] = hash;
    this.#starts[number] = this.#length;
    bytes.copy(this.#list, this.#length, start, end);
    this.#length += end - start;
    this.#list[this.#length++] = 0x0a;
    this.#slots[slot] = number + 1;
    this.#size = number + 1;
    if (this.#size * 2 > this.#slots.length) this.#rehash();
    return number;
  }

  #rehash(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let slot = (this.#hashes[number] ?? 0) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

/** FNV-1a, its result stirred once more because the table looks at the lowest bits alone. */
const seed = 0x811c9dc5 | 0;
const prime = 0x01000193;

function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = seed;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), prime);
  return hash;
}

function mix(hash: number): number {
  const stirred = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (stirred ^ (stirred >>> 13)) >>> 0;
}

/** A copy of twice the length. */
export function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

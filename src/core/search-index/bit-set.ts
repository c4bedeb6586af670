/** Set of documents: one bit for each position, from 1. Sets of one index have equal length. */
export type BitSet = Uint32Array;

/** The empty set for positions up to `size`. */
export function createBitSet(size: number): BitSet {
  return new Uint32Array((size >>> 5) + 1);
}

export function bitSetOf(size: number, positions: Iterable<number>): BitSet {
  const set = createBitSet(size);
  for (const position of positions) setBit(set, position);
  return set;
}

export function setBit(set: BitSet, position: number): void {
  set[position >>> 5] = (set[position >>> 5] ?? 0) | (1 << (position & 31));
}

export function clearBit(set: BitSet, position: number): void {
  set[position >>> 5] = (set[position >>> 5] ?? 0) & ~(1 << (position & 31));
}

export function hasBit(set: BitSet, position: number): boolean {
  return ((set[position >>> 5] ?? 0) & (1 << (position & 31))) !== 0;
}

export function unite(set: BitSet, others: BitSet): void {
  for (let at = 0; at < set.length; at++) set[at] = (set[at] ?? 0) | (others[at] ?? 0);
}

/** Keeps only what is in `others` too. */
export function intersect(set: BitSet, others: BitSet): void {
  for (let at = 0; at < set.length; at++) set[at] = (set[at] ?? 0) & (others[at] ?? 0);
}

/** Removes what is in `others`. */
export function subtract(set: BitSet, others: BitSet): void {
  for (let at = 0; at < set.length; at++) set[at] = (set[at] ?? 0) & ~(others[at] ?? 0);
}

export function countBits(set: BitSet): number {
  let count = 0;
  for (let at = 0; at < set.length; at++) count += popCount(set[at] ?? 0);
  return count;
}

/** Adds up the bits of pairs, of fours and of bytes, side by side. */
function popCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The positions in the set, ascending. The set may change meanwhile, behind the position that was given last. */
export function* positionsIn(set: BitSet): Generator<number> {
  for (let at = 0; at < set.length; at++) {
    for (let bits = set[at] ?? 0; bits !== 0; bits &= bits - 1) {
      yield lowestPosition(at, bits);
    }
  }
}

/** A stretch of the positions in the set, ascending: `most` of them behind the first `skipped`. */
export function slicePositions(set: BitSet, skipped: number, most: number): number[] {
  const found: number[] = [];
  let passed = 0;
  for (let at = 0; at < set.length && found.length < most; at++) {
    const word = set[at] ?? 0;
    const count = popCount(word);
    if (passed + count > skipped) {
      for (let bits = word; bits !== 0 && found.length < most; bits &= bits - 1) {
        if (passed++ >= skipped) found.push(lowestPosition(at, bits));
      }
    } else passed += count;
  }
  return found;
}

function lowestPosition(at: number, bits: number): number {
  return at * 32 + 31 - Math.clz32(bits & -bits);
}

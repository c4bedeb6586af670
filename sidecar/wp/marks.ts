/**
 * A set of documents: one bit for each position, from 1. Sets of one index are equally long, so two of them meet
 * in a few hundred steps for ten thousand documents, and a search that is kept takes a few kilobytes.
 */
export type Marks = Uint32Array;

/** The empty set for positions up to `size`. */
export function createMarks(size: number): Marks {
  return new Uint32Array((size >>> 5) + 1);
}

/** The set of the given positions. */
export function marksOf(size: number, positions: Iterable<number>): Marks {
  const marks = createMarks(size);
  for (const position of positions) mark(marks, position);
  return marks;
}

export function mark(marks: Marks, position: number): void {
  marks[position >>> 5] = (marks[position >>> 5] ?? 0) | (1 << (position & 31));
}

export function unmark(marks: Marks, position: number): void {
  marks[position >>> 5] = (marks[position >>> 5] ?? 0) & ~(1 << (position & 31));
}

export function isMarked(marks: Marks, position: number): boolean {
  return ((marks[position >>> 5] ?? 0) & (1 << (position & 31))) !== 0;
}

/** Adds what is in `others`. */
export function unite(marks: Marks, others: Marks): void {
  for (let at = 0; at < marks.length; at++) marks[at] = (marks[at] ?? 0) | (others[at] ?? 0);
}

/** Keeps only what is in `others` too. */
export function intersect(marks: Marks, others: Marks): void {
  for (let at = 0; at < marks.length; at++) marks[at] = (marks[at] ?? 0) & (others[at] ?? 0);
}

/** Takes away what is in `others`. */
export function subtract(marks: Marks, others: Marks): void {
  for (let at = 0; at < marks.length; at++) marks[at] = (marks[at] ?? 0) & ~(others[at] ?? 0);
}

export function countMarks(marks: Marks): number {
  let count = 0;
  for (let at = 0; at < marks.length; at++) count += countBits(marks[at] ?? 0);
  return count;
}

/** Adds up the bits of pairs, of fours and of bytes, side by side. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The positions in the set, ascending. The set may change meanwhile, behind the position that was given last. */
export function* markedPositions(marks: Marks): Generator<number> {
  for (let at = 0; at < marks.length; at++) {
    for (let bits = marks[at] ?? 0; bits !== 0; bits &= bits - 1) {
      yield lowestPosition(at, bits);
    }
  }
}

/** A stretch of the positions in the set, ascending: `most` of them behind the first `skipped`. */
export function sliceMarks(marks: Marks, skipped: number, most: number): number[] {
  const found: number[] = [];
  let passed = 0;
  for (let at = 0; at < marks.length && found.length < most; at++) {
    const word = marks[at] ?? 0;
    const count = countBits(word);
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

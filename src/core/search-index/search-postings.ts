/**
 * The postings of the search index: for each token the ascending positions of the documents that have it,
 * as differences in a variable number of bytes (seven bits each, the highest bit says that more follow).
 */

/**
 * Writes the ascending list that stands in `positions` from `start` to before `end`. The target must have five bytes
 * a value. @returns where the next list goes
 */
export function writePostings(
  target: Uint8Array,
  at: number,
  positions: Uint32Array,
  start: number,
  end: number,
): number {
  let next = at;
  let previous = 0;
  for (let index = start; index < end; index++) {
    const position = positions[index] ?? 0;
    let difference = position - previous;
    previous = position;
    while (difference > 0x7f) {
      target[next++] = (difference & 0x7f) | 0x80;
      difference >>>= 7;
    }
    target[next++] = difference;
  }
  return next;
}

/** Calls `visit` with every position of a list, ascending. */
export function visitPostings(bytes: Uint8Array, visit: (position: number) => void): void {
  let position = 0;
  let value = 0;
  let shift = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte & 0x80) {
      shift += 7;
      continue;
    }
    position += value;
    visit(position);
    value = 0;
    shift = 0;
  }
}

/**
 * Calls `visit` for every posting of many lists that stand one after another.
 * @param offsets where each list starts, and one more for the end
 */
export function eachPosting(
  bytes: Uint8Array,
  offsets: Uint32Array,
  visit: (list: number, position: number) => void,
): void {
  let at = 0;
  for (let list = 0; list + 1 < offsets.length; list++) {
    const end = offsets[list + 1] ?? 0;
    let position = 0;
    while (at < end) {
      let value = 0;
      let byte = 0x80;
      for (let shift = 0; byte & 0x80; shift += 7) {
        byte = bytes[at++] ?? 0;
        value |= (byte & 0x7f) << shift;
      }
      position += value;
      visit(list, position);
    }
  }
}

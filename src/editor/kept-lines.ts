/** A line of a text before a change, after it, or in both. */
export interface AlignedLine {
  /** Index in the list before; null for an added line. */
  readonly old: number | null;
  /** Index in the list after; null for a removed line. */
  readonly now: number | null;
}

/** Above this number, only the beginning and the end are compared. */
const maxLines = 4_000;

/**
 * Which lines of two versions correspond: a longest common subsequence. Changed lines between them
 * correspond in their order.
 */
export function alignLines(before: readonly string[], after: readonly string[]): AlignedLine[] {
  let head = 0;
  const shorter = Math.min(before.length, after.length);
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const middle = {
    old: before.slice(head, before.length - tail),
    now: after.slice(head, after.length - tail),
  };
  const same =
    middle.old.length * middle.now.length > maxLines ** 2 ? [] : commonLines(middle.old, middle.now);
  const aligned: AlignedLine[] = Array.from({ length: head }, (_, index) => ({ old: index, now: index }));
  let [old, now] = [head, head];
  const fill = (toOld: number, toNow: number) => {
    while (old < toOld || now < toNow) {
      aligned.push({ old: old < toOld ? old++ : null, now: now < toNow ? now++ : null });
    }
  };
  for (const [inOld, inNow] of same) {
    fill(head + inOld, head + inNow);
    aligned.push({ old: old++, now: now++ });
  }
  fill(before.length - tail, after.length - tail);
  for (let rest = 0; rest < tail; rest++) aligned.push({ old: old++, now: now++ });
  return aligned;
}

function commonLines(before: readonly string[], after: readonly string[]): [number, number][] {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        before[i] === after[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < before.length && j < after.length; ) {
    if (before[i] === after[j]) pairs.push([i++, j++]);
    else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  return pairs;
}

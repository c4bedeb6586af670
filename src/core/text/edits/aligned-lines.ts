import { diffArrays } from 'diff';

/** A line of a text before a change, after it, or in both. */
export interface AlignedLine {
  /** Index in the list before; null for an added line. */
  readonly old: number | null;
  /** Index in the list after; null for a removed line. */
  readonly now: number | null;
}

/** Which lines of two versions correspond. Changed lines between the same ones correspond in their order. */
export function alignLines(before: readonly string[], after: readonly string[]): AlignedLine[] {
  const aligned: AlignedLine[] = [];
  let [old, now, removed, added] = [0, 0, 0, 0];
  const fill = () => {
    for (; removed > 0 || added > 0; removed--, added--)
      aligned.push({ old: removed > 0 ? old++ : null, now: added > 0 ? now++ : null });
    removed = added = 0;
  };
  for (const change of diffArrays([...before], [...after])) {
    if (change.removed) removed += change.count;
    else if (change.added) added += change.count;
    else {
      fill();
      for (let count = 0; count < change.count; count++) aligned.push({ old: old++, now: now++ });
    }
  }
  fill();
  return aligned;
}

/** Replaces the characters `start` to `end` (UTF-16 offsets) of a text by `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap, in the order of their places; of two that overlap the first wins. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let result = '';
  let position = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    if (edit.start < position) continue;
    result += source.slice(position, edit.start) + edit.text;
    position = edit.end;
  }
  return result + source.slice(position);
}

/**
 * Opaque page marks: base64url of a list's name and an offset. They hold no state, so any sidecar understands
 * the marks of any other; the name keeps a mark of one list from being used on another.
 */
export type CursorList = 'search' | 'content' | 'terms' | 'resources';

export function writeCursor(list: CursorList, offset: number): string {
  return Buffer.from(`${list}:${offset}`).toString('base64url');
}

/** The offset; 0 without a mark, `undefined` for one that {@link writeCursor} did not make for this list. */
export function readCursor(list: CursorList, cursor: string | undefined): number | undefined {
  if (cursor === undefined) return 0;
  const offset = /^([a-z]+):(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString());
  return offset?.[1] === list ? Number(offset[2]) : undefined;
}

/** The mark of the page after this one; `undefined` when this one is the last. */
export function nextCursor(
  list: CursorList,
  offset: number,
  shown: number,
  total: number,
): string | undefined {
  return offset + shown < total && shown > 0 ? writeCursor(list, offset + shown) : undefined;
}

/** Opaque, stateless cursors: base64url of a list's name, so that it fits no other list, and an offset. */
export type CursorList = 'search' | 'content' | 'terms' | 'resources';

export function writeCursor(list: CursorList, offset: number): string {
  return Buffer.from(`${list}:${offset}`).toString('base64url');
}

/** The offset; 0 without a cursor, `undefined` for one of another list. */
export function readCursor(list: CursorList, cursor: string | undefined): number | undefined {
  if (cursor === undefined) return 0;
  const offset = /^([a-z]+):(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString());
  return offset?.[1] === list ? Number(offset[2]) : undefined;
}

/** The cursor of the next page; `undefined` for the last one. */
export function nextCursor(
  list: CursorList,
  offset: number,
  shown: number,
  total: number,
): string | undefined {
  return offset + shown < total && shown > 0 ? writeCursor(list, offset + shown) : undefined;
}

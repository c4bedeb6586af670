import { changeComments, type NewComment } from 'agentsite/content';
import { parseMoment } from 'agentsite/model';

/** A moment of elsewhere on the clock of the site, as comments have it; null for what is no date. */
export function toLocalTime(text: string, timezone: string): string | null {
  const moment = new Date(text);
  // Years of more than four digits have a sign, which no date of a file has.
  if (Number.isNaN(moment.getTime()) || !/^\d/.test(moment.toISOString())) return null;
  return parseMoment(moment.toISOString(), timezone)?.local ?? null;
}

/** Adds comments to `content/comments/<id of a document>.yaml`. @returns the file and the first of the new numbers */
export function addComments(
  root: string,
  document: number,
  added: readonly NewComment[],
): { file: string; first: number } {
  const { file, comments } = changeComments(root, document, (known) => [...known, ...added]);
  return { file, first: comments.at(-added.length)?.id ?? 0 };
}

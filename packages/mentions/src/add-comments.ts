import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readComments, withoutMark } from 'agentsite/content';
import { type CommentType, parseMoment, type Site } from 'agentsite/model';
import { type Document, isSeq, parseDocument } from 'yaml';

/** A comment as `content/comments/` contains it, before it has a number. */
export interface NewComment {
  readonly parent?: number;
  readonly name?: string;
  readonly url?: string;
  readonly author?: string;
  readonly date: string;
  readonly type?: CommentType;
  readonly text: string;
}

/** Half a character, such as a cut emoji has, would be an error of the next build. */
const withWholeCharacters = (comment: NewComment): object =>
  Object.fromEntries(
    Object.entries(comment).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : value,
    ]),
  );

/** A moment of elsewhere on the clock of the site, as comments have it; null for what is no date. */
export function toLocalTime(text: string, timezone: string): string | null {
  const moment = new Date(text);
  // Years of more than four digits have a sign, which no date of a file has.
  if (Number.isNaN(moment.getTime()) || !/^\d/.test(moment.toISOString())) return null;
  return parseMoment(moment.toISOString(), timezone)?.local ?? null;
}

/**
 * Adds comments to `content/comments/<id of a document>.yaml` and leaves what is in it as it is.
 * @returns the file and the first of the new numbers
 */
export function addComments(
  root: string,
  site: Site,
  document: number,
  comments: readonly NewComment[],
): { file: string; first: number } {
  const { byDocument } = readComments(root, site);
  const taken = [...byDocument.values()].flatMap((entry) => entry.comments.map(({ id }) => id));
  const first = taken.reduce((highest, id) => Math.max(highest, id), 0) + 1;
  const file = `content/comments/${document}.yaml`;
  const path = join(root, file);
  const yaml: Document = parseDocument(existsSync(path) ? withoutMark(readFileSync(path, 'utf8')) : '');
  if (!isSeq(yaml.contents)) yaml.contents = yaml.createNode([]);
  for (const [index, comment] of comments.entries())
    yaml.add(yaml.createNode({ id: first + index, ...withWholeCharacters(comment) }));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, yaml.toString({ lineWidth: 0 }));
  return { file, first };
}

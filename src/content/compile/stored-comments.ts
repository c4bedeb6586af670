import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMap, isSeq, parse, parseDocument, stringify } from 'yaml';
import type { z } from 'zod';
import { editYaml } from '../../core/text/edits/yaml-edits.ts';
import { withoutMark } from '../read/read-text.ts';
import { type commentSchema, commentsFolder } from './comments.ts';

/** A comment as its file has it. */
export type StoredComment = z.input<typeof commentSchema>;
/** One that has no number yet. */
export type NewComment = Omit<StoredComment, 'id'>;

/** The comments in `content/comments/`, also those that are not shown, by the id of their document. */
export function readStoredComments(root: string): Map<number, readonly StoredComment[]> {
  const folder = join(root, commentsFolder);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(
    files.flatMap((name) => {
      const id = /^([1-9]\d*)\.yaml$/.exec(name)?.[1];
      const list: unknown = id && parse(withoutMark(readFileSync(join(folder, name), 'utf8')));
      return id && Array.isArray(list) ? [[Number(id), list as StoredComment[]] as const] : [];
    }),
  );
}

/**
 * Changes `content/comments/<id of a document>.yaml`, and leaves what it has of other values, order and notes as it is.
 * @param change of the list; those that it adds without an `id` get the next numbers
 * @returns the file, and the new list
 */
export function changeComments(
  root: string,
  document: number,
  change: (comments: readonly StoredComment[]) => readonly (StoredComment | NewComment)[],
): { file: string; comments: readonly StoredComment[] } {
  const all = readStoredComments(root);
  let last = Math.max(0, ...[...all.values()].flat().map(({ id }) => id));
  const comments = change(all.get(document) ?? []).map((comment): StoredComment => {
    const fields = Object.entries({ id: 'id' in comment ? comment.id : ++last, ...comment });
    // Half a character, such as a cut emoji has, would be an error of the next build.
    const whole = fields.map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : value,
    ]);
    return Object.fromEntries(whole) as StoredComment;
  });
  const file = `${commentsFolder}/${document}.yaml`;
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  const before = existsSync(path) ? withoutMark(readFileSync(path, 'utf8')) : '';
  const kept = withoutOthers(before, new Set(comments.map(({ id }) => id)));
  writeFileSync(path, kept === null ? stringify(comments, { lineWidth: 0 }) : editYaml(kept, comments));
  return { file, comments };
}

/** The list without entries that are no longer in it, so that notes stay with theirs; null where there is no list. */
function withoutOthers(text: string, ids: ReadonlySet<number>): string | null {
  const document = parseDocument(text);
  if (!isSeq(document.contents)) return null;
  const { items } = document.contents;
  const rest = items.filter((item) => isMap(item) && ids.has(Number(item.get('id'))));
  if (rest.length === items.length) return text;
  document.contents.items = rest;
  return rest.length === 0 ? null : document.toString({ lineWidth: 0 });
}

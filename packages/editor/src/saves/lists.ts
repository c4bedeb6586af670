import { editYaml } from 'agentsite/text';
import { parse } from 'yaml';
import { type ContentFolder, type FileChange, shaOf } from './content-folder.ts';

/** The entries of a list of `content/`: terms, redirects. */
export function readList<Entry>(content: ContentFolder, list: string): readonly Entry[] {
  return (parse(content.read(`content/${list}.yaml`)?.toString() ?? '') ?? []) as readonly Entry[];
}

/** The change that adds entries at the end of a list. */
export function addToList(content: ContentFolder, list: string, entries: readonly object[]): FileChange {
  return changeList(content, list, (all: readonly object[]) => [...all, ...entries]);
}

/** The change of a list to other entries. */
export function changeList<Entry extends object>(
  content: ContentFolder,
  list: string,
  change: (entries: readonly Entry[]) => readonly Entry[],
): FileChange {
  const path = `content/${list}.yaml`;
  const before = content.read(path);
  const bytes = Buffer.from(editYaml(before?.toString() ?? '', change(readList<Entry>(content, list))));
  return before
    ? { operation: 'update', path, bytes, sha: shaOf(before) }
    : { operation: 'create', path, bytes };
}

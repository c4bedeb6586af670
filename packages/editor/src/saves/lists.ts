import { editYaml } from 'agentsite/text';
import { parse } from 'yaml';
import { type ContentFolder, type FileChange, shaOf } from './content-folder.ts';

/** The entries of a list of `content/`: terms, redirects. */
export function readList<Entry>(content: ContentFolder, list: string): readonly Entry[] {
  return (parse(content.read(`content/${list}.yaml`)?.toString() ?? '') ?? []) as readonly Entry[];
}

/** The change that adds entries at the end of a list. */
export function addToList(content: ContentFolder, list: string, entries: readonly object[]): FileChange {
  const path = `content/${list}.yaml`;
  const before = content.read(path);
  const bytes = Buffer.from(editYaml(before?.toString() ?? '', [...readList(content, list), ...entries]));
  return before
    ? { operation: 'update', path, bytes, sha: shaOf(before) }
    : { operation: 'create', path, bytes };
}

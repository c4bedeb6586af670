import { posix } from 'node:path';
import { kindsOf, type Site } from 'agentsite/model';
import { slugOf } from 'agentsite/text';
import { refusePath } from '../saves/content-folder.ts';

/** Why software may not propose a document at a path, as a sentence; null where it may. */
export function refuseDocument(root: string, site: Site, path: string): string | null {
  const folders = kindsOf(site).map(({ folder }) => `content/${folder}/`);
  if (!path.endsWith('.md') || !folders.some((folder) => path.startsWith(folder)))
    return `${path} is no document: proposals have Markdown files below ${folders.join(', ')}.`;
  return refusePath(root, path);
}

/** Whether software may read a path: documents and lists below `content/`. */
export const isReadable = (root: string, path: string) =>
  path.startsWith('content/') && /\.(?:md|ya?ml)$/.test(path) && refusePath(root, path) === null;

/** Where a new document is: `content/posts/a-plan.md`. */
export function pathOfNew(site: Site, kind: string, name: string): string | null {
  const folder = kindsOf(site).find((one) => one.name === kind)?.folder;
  return folder === undefined ? null : `content/${folder}/${slugOf(name, 120) || 'untitled'}.md`;
}

/** Where an image for a document is, under a name that is free. */
export function pathOfImage(
  document: string,
  name: string,
  ending: string,
  isTaken: (path: string) => boolean,
): string {
  const slug = slugOf(name.replace(/\.\w+$/, ''), 80) || 'image';
  for (let count = 1; ; count++) {
    const path = posix.join(posix.dirname(document), `${slug}${count === 1 ? '' : `-${count}`}.${ending}`);
    if (!isTaken(path)) return path;
  }
}

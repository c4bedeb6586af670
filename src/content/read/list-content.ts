import { existsSync, readdirSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { kindsOf, taxonomiesOf } from '../../core/model/kinds.ts';
import type { Site } from '../../core/model/site.ts';
import { nearestWord } from '../../core/text/nearest-word.ts';
import { isConflict, isPassing } from './passing-files.ts';
import type { Problem } from './problems.ts';

/** The files of `content/`, by what becomes of them. All from the project's root, sorted. */
export interface ContentFiles {
  /** Markdown of the folders of documents. */
  readonly sources: readonly string[];
  /** Images and other files: published when a published text shows them or links to them. */
  readonly others: readonly string[];
  /** Files that look like content and are not read. */
  readonly problems: readonly Problem[];
}

/** Lists `content/`. Names that begin with a dot or an underscore, and all below them, are not content. */
export function listContent(root: string, site: Site): ContentFiles {
  const expected = expectedOf(site);
  const sources: string[] = [];
  const others: string[] = [];
  const problems: Problem[] = [];
  const list = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const file = `${folder}/${entry.name}`;
      if (isPassing(entry.name)) continue;
      if (entry.isDirectory()) {
        if (file !== 'content/skills' && file !== 'content/comments') list(file);
        continue;
      }
      const message = entry.isFile()
        ? isConflict(entry.name)
          ? 'is a copy that a program made because the file was changed in two places; move what is missing into the other one and remove this one.'
          : faultOf(file, expected)
        : 'is a symbolic link, which is not followed; put the file itself here.';
      if (message) problems.push({ file, line: 1, column: 1, field: 'file', message });
      else if (file.endsWith('.md') && expected.folders.includes(folderOf(file))) sources.push(file);
      else if (!isList(file, expected)) others.push(file);
    }
  };
  if (existsSync(join(root, 'content'))) list('content');
  return { sources: sources.sort(), others: others.sort(), problems };
}

interface Expected {
  readonly folders: readonly string[];
  readonly lists: readonly string[];
}

function expectedOf(site: Site): Expected {
  const lists = taxonomiesOf(site).map(({ restBase }) => `${restBase}.yaml`);
  return {
    folders: kindsOf(site).map(({ folder }) => folder),
    lists: ['authors.yaml', 'embeds.yaml', 'media.yaml', 'redirects.yaml', ...lists].sort(),
  };
}

function isList(file: string, { lists }: Expected): boolean {
  return lists.some((name) => file === `content/${name}`);
}

function folderOf(file: string): string {
  const [, folder = '', inside] = file.split('/');
  return inside === undefined ? '' : folder;
}

/** Why a file that an author means as content is not read; null where nothing is wrong. */
function faultOf(file: string, expected: Expected): string | null {
  const { folders, lists } = expected;
  const name = posix.basename(file);
  const extension = extname(name);
  if (/^\.(?:mdx|markdown|mdown|mkd|md)$/i.test(extension)) {
    if (extension !== '.md') {
      const fix = `rename it to ${posix.basename(name, extension)}.md`;
      const limits = /mdx/i.test(extension) ? ', and write what it imports as Markdown or HTML' : '';
      return `is not read: documents end in .md; ${fix}${limits}.`;
    }
    if (folders.includes(folderOf(file))) return null;
    const near = nearestWord(folderOf(file), folders);
    const places = folders.map((folder) => `content/${folder}`).join(', ');
    return `is not read: documents are in ${places}${near ? `; did you mean content/${near}?` : '.'}`;
  }
  if (/^\.ya?ml$/i.test(extension) && !isList(file, expected)) {
    const near = nearestWord(name.replace(/\.ya?ml$/i, '.yaml'), lists) ?? null;
    if (posix.dirname(file) === 'content' || near)
      return `is not read: the lists are ${lists.map((term) => `content/${term}`).join(', ')}${near ? `; did you mean content/${near}?` : '.'}`;
  }
  return null;
}

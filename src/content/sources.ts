import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { DocumentKind } from '../core/model/document.ts';
import type { Site } from '../core/model/site.ts';
import { type AddressParts, documentPath } from '../core/model/urls.ts';
import { type ContentFiles, listContent } from './list-content.ts';
import type { Problem } from './problems.ts';
import { decodeText } from './read-text.ts';

/** One Markdown file below `content/`, read. */
export interface Source {
  readonly kind: DocumentKind;
  /** From the project's root, with forward slashes: `content/posts/hello.md`. */
  readonly file: string;
  readonly text: string;
  readonly digest: string;
}

const folders: Readonly<Record<string, DocumentKind>> = {
  posts: 'post',
  pages: 'page',
  talks: 'talk',
  plugins: 'plugin',
};

/** What is in `content/`, in the order of paths. */
export interface Content extends Pick<ContentFiles, 'others'> {
  readonly sources: readonly Source[];
  /** Files that are not read, or cannot be. */
  readonly problems: readonly Problem[];
}

/** Reads every Markdown file of the folders of documents. */
export function readContent(root: string): Content {
  const files = listContent(root, Object.keys(folders));
  const sources: Source[] = [];
  const problems = [...files.problems];
  for (const file of files.sources) {
    const bytes = readFileSync(join(root, file));
    const kind = kindOfFile(file);
    const read = decodeText(bytes, file);
    if (!read.ok) problems.push(read.problem);
    else if (kind) sources.push({ kind, file, text: read.text, digest: hash('sha256', bytes, 'hex') });
  }
  return { sources, others: files.others, problems };
}

/** Kind of the document that a file becomes; null outside the four folders. */
export function kindOfFile(file: string): DocumentKind | null {
  const [content, folder = ''] = file.split('/');
  return content === 'content' ? (folders[folder] ?? null) : null;
}

/** The slug that a file's name gives: `2026-11-21-hello.md` and `hello/index.md` are both `hello`. */
export function defaultSlug(file: string): string {
  const name = posix.basename(file, '.md');
  const own = name === 'index' ? posix.basename(posix.dirname(file)) : name;
  return own
    .replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s/?#%\\."'<>&]+/g, '-');
}

/** What the address of a file is made of: read off its front matter, or off what was compiled of it. */
export interface AddressFacts extends AddressParts {
  /** The path that the file itself says; it wins over pattern and folder. */
  readonly path?: string | undefined;
}

/** Facts of any content file; null when there is no such file. */
export type FactsOf = (file: string) => AddressFacts | null;

/** The page above a page in the hierarchy: `pages/a/b.md` stands below `pages/a.md` or `pages/a/index.md`. */
export function parentFile(file: string, exists: (file: string) => boolean): string | null {
  const folder =
    posix.basename(file) === 'index.md' ? posix.dirname(posix.dirname(file)) : posix.dirname(file);
  if (!folder.startsWith('content/pages/')) return null;
  return [`${folder}.md`, `${folder}/index.md`].find(exists) ?? null;
}

/**
 * The path that a file is published at.
 * @param factsOf facts of any content file, null when there is no such file
 */
export function pathOfFile(site: Site, kind: DocumentKind, file: string, factsOf: FactsOf): string {
  const facts = factsOf(file) ?? { slug: defaultSlug(file) };
  if (facts.path !== undefined) return facts.path;
  if (kind !== 'page') return documentPath(site, kind, facts, null);
  if (file === 'content/pages/index.md') return '/';
  return documentPath(site, kind, facts, folderPath(site, file, factsOf));
}

/** The path of the folder that a page lies in, through the slugs of the pages above it; null at the top. */
function folderPath(site: Site, file: string, factsOf: FactsOf): string | null {
  const parent = parentFile(file, (candidate) => factsOf(candidate) !== null);
  if (parent) return pathOfFile(site, 'page', parent, factsOf);
  const folder =
    posix.basename(file) === 'index.md' ? posix.dirname(posix.dirname(file)) : posix.dirname(file);
  const inside = posix.relative('content/pages', folder);
  return inside === '' || inside.startsWith('..') ? null : `/${inside}/`;
}

/** Facts for a worker, which does not see the other documents: read from the files themselves, each once. */
export interface FactsReader {
  readonly factsOf: FactsOf;
  /** Tells the facts of a file that was read anyhow. */
  remember(file: string, facts: AddressFacts): void;
}

/** @param read facts of a file from its front matter */
export function createFactsReader(
  root: string,
  read: (kind: DocumentKind, file: string, text: string) => AddressFacts,
): FactsReader {
  const known = new Map<string, AddressFacts | null>();
  return {
    factsOf(file) {
      const found = known.get(file);
      if (found !== undefined) return found;
      const kind = kindOfFile(file);
      const there = kind !== null && existsSync(join(root, file));
      const facts = there ? read(kind, file, readFileSync(join(root, file), 'utf8')) : null;
      known.set(file, facts);
      return facts;
    },
    remember(file, facts) {
      known.set(file, facts);
    },
  };
}

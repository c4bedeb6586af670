import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { DocumentKind } from '../core/model/document.ts';
import type { Site } from '../core/model/site.ts';
import { documentPath } from '../core/model/urls.ts';
import { parseFrontMatter, splitSource } from './front-matter.ts';

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

/** Every Markdown file of the four folders, in the order of their paths; hidden files and `_drafts` are not content. */
export function readSources(root: string): Source[] {
  return Object.entries(folders).flatMap(([folder, kind]) =>
    listFiles(root, `content/${folder}`).map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return { kind, file, text, digest: hash('sha256', text, 'hex') };
    }),
  );
}

function listFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md') && !/^[._]/.test(entry.name))
    .map((entry) => posix.join(folder, posix.relative(join(root, folder), entry.parentPath), entry.name))
    .sort();
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

/** Slug of a page: its own, or the one its file's name gives. Asked of the files above a page in its folder. */
export type SlugOf = (file: string) => string | null;

/** The page above a page in the hierarchy: `pages/a/b.md` stands below `pages/a.md` or `pages/a/index.md`. */
export function parentFile(file: string, exists: (file: string) => boolean): string | null {
  const folder =
    posix.basename(file) === 'index.md' ? posix.dirname(posix.dirname(file)) : posix.dirname(file);
  if (!folder.startsWith('content/pages/')) return null;
  return [`${folder}.md`, `${folder}/index.md`].find(exists) ?? null;
}

/**
 * The path that a file is published at.
 * @param slugOf slug of any content file, null when there is no such file
 */
export function pathOfFile(site: Site, kind: DocumentKind, file: string, slugOf: SlugOf): string {
  const slug = slugOf(file) ?? defaultSlug(file);
  if (kind !== 'page') return documentPath(site, kind, slug, null);
  if (file === 'content/pages/index.md') return '/';
  return documentPath(site, kind, slug, folderPath(site, file, slugOf));
}

/** The path of the folder that a page lies in, through the slugs of the pages above it; null at the top. */
function folderPath(site: Site, file: string, slugOf: SlugOf): string | null {
  const parent = parentFile(file, (candidate) => slugOf(candidate) !== null);
  if (parent) return pathOfFile(site, 'page', parent, slugOf);
  const folder =
    posix.basename(file) === 'index.md' ? posix.dirname(posix.dirname(file)) : posix.dirname(file);
  const inside = posix.relative('content/pages', folder);
  return inside === '' || inside.startsWith('..') ? null : `/${inside}/`;
}

/** Slugs for a worker, which does not see the other documents: read from the files themselves, each once. */
export interface SlugReader {
  readonly slugOf: SlugOf;
  /** Tells the slug of a file that was read anyhow. */
  remember(file: string, slug: string): void;
}

export function createSlugReader(root: string, site: Site): SlugReader {
  const known = new Map<string, string | null>();
  return {
    slugOf(file) {
      const found = known.get(file);
      if (found !== undefined) return found;
      const slug = readSlug(root, file, site);
      known.set(file, slug);
      return slug;
    },
    remember(file, slug) {
      known.set(file, slug);
    },
  };
}

function readSlug(root: string, file: string, site: Site): string | null {
  const kind = kindOfFile(file);
  if (!kind || !existsSync(join(root, file))) return null;
  const split = splitSource(readFileSync(join(root, file), 'utf8'));
  const read = parseFrontMatter(kind, split, file, site.timezone);
  return (read.ok ? read.fields.slug : undefined) ?? defaultSlug(file);
}

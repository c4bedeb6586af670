import { hash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Kind, kindNamed, kindsOf, startOfPattern } from '../../core/model/kinds.ts';
import { rootOf } from '../../core/model/language-root.ts';
import { siteIn } from '../../core/model/languages.ts';
import type { Site } from '../../core/model/site.ts';
import { type AddressParts, documentPath } from '../../core/model/urls.ts';
import { type ContentFiles, listContent } from './list-content.ts';
import type { Problem } from './problems.ts';
import { decodeText } from './read-text.ts';
import { languageOfName, pagesOfFolder } from './source-language.ts';

/** One Markdown file below `content/`. */
export interface SourceFile {
  readonly kind: string;
  /** From the project's root, with forward slashes: `content/posts/hello.md`. */
  readonly file: string;
}

export interface Source extends SourceFile {
  readonly text: string;
  readonly digest: string;
}

export interface FoundSource extends SourceFile {
  readonly stamp: string;
  /** Null for a new file, which the compiler reads. */
  readonly digest: string | null;
}

export type KnownSource = Pick<FoundSource, 'stamp'> & Pick<Source, 'digest'>;

/** What is in `content/`, in the order of paths. */
export interface Content extends Pick<ContentFiles, 'others'> {
  readonly sources: readonly FoundSource[];
  /** What was read, until it is taken. */
  readonly changed: Map<string, Source>;
  /** Files that are not read, or cannot be. */
  readonly problems: readonly Problem[];
}

/** Finds Markdown files and reads changed ones. Files changed shortly before `nowGmt` have no stamp: they may change again. */
export function readContent(
  root: string,
  site: Site,
  nowGmt: string,
  knownOf: (file: string) => KnownSource | null,
): Content {
  const files = listContent(root, site);
  const sources: FoundSource[] = [];
  const changed = new Map<string, Source>();
  const problems = [...files.problems];
  const settled = Date.parse(`${nowGmt}Z`) - 2000;
  for (const file of files.sources) {
    const kind = kindOfFile(site, file)?.name;
    if (kind === undefined) continue;
    const stamp = stampOf(`${root}/${file}`, settled);
    const known = knownOf(file);
    if (known === null || (stamp !== '' && stamp === known.stamp)) {
      sources.push({ kind, file, stamp, digest: known?.digest ?? null });
      continue;
    }
    const read = readSource(root, { kind, file });
    if (!read.ok) {
      problems.push(read.problem);
      continue;
    }
    sources.push({ kind, file, stamp, digest: read.source.digest });
    changed.set(file, read.source);
  }
  return { sources, changed, others: files.others, problems };
}

export type ReadSource =
  | { readonly ok: true; readonly source: Source }
  | { readonly ok: false; readonly problem: Problem };

export function readSource(root: string, { kind, file }: SourceFile): ReadSource {
  const bytes = readFileSync(`${root}/${file}`);
  const read = decodeText(bytes, file);
  if (!read.ok) return read;
  return { ok: true, source: { kind, file, text: read.text, digest: hash('sha256', bytes, 'hex') } };
}

/** What another file, or another text in the same file, would not share. */
function stampOf(path: string, settled: number): string {
  const { size, mtimeMs, ctimeMs, ino } = statSync(path);
  return ctimeMs < settled ? `${size}:${mtimeMs}:${ctimeMs}:${ino}` : '';
}

/** Kind of the document that a file becomes; null outside the folders of the kinds. */
export function kindOfFile(site: Site, file: string): Kind | null {
  const [content, folder] = file.split('/');
  if (content !== 'content') return null;
  return kindsOf(site).find((kind) => kind.folder === folder) ?? null;
}

/** Is there a file? No for a name that no file can have. */
export function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** A date in front of a file's name. */
const leadingDate = /^\d{4}-\d{2}-\d{2}-(?=.)/;

/**
 * Slug from a file name: `2026-11-21-hello.md`, `hello/index.md` and `hello.de.md` give `hello`. A note without a title
 * keeps the date.
 */
export function defaultSlug(written: string, site?: Site, title?: string): string {
  const { file } = site ? languageOfName(site, written) : { file: written };
  const name = posix.basename(file, '.md');
  const own = name === 'index' ? posix.basename(posix.dirname(file)) : name;
  return (title === '' ? own : own.replace(leadingDate, ''))
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s/?#%\\."'<>&]+/g, '-');
}

/** What the address of a file is made of: read off its front matter, or off what was compiled of it. */
export interface AddressFacts extends AddressParts {
  /** The path that the file itself says; it wins over pattern and folder. */
  readonly path?: string | undefined;
  /** Tag; absent on a site of one language. */
  readonly language?: string | undefined;
}

/** Facts of any content file; null when there is no such file. */
export type FactsOf = (file: string) => AddressFacts | null;

/** `pages/a/b.md` is below the `pages/a.md` or `pages/a/index.md` of its language; null at the top and in kinds without hierarchy. */
export function parentFile(site: Site, kind: Kind, file: string, factsOf: FactsOf): string | null {
  if (!kind.hierarchical) return null;
  const folder = folderAbove(site, file);
  if (!folder.startsWith(`content/${kind.folder}/`)) return null;
  const language = factsOf(file)?.language;
  const isOne = (candidate: string) => {
    const facts = factsOf(candidate);
    return facts !== null && facts.language === language;
  };
  return pagesOfFolder(site, folder, language).find(isOne) ?? null;
}

/** The folder that a document is in; the page of a folder is in the one above. */
function folderAbove(site: Site, file: string): string {
  const folder = posix.dirname(file);
  return posix.basename(languageOfName(site, file).file) === 'index.md' ? posix.dirname(folder) : folder;
}

/** The path that a file is published at. */
export function pathOfFile(site: Site, { name }: Kind, file: string, factsOf: FactsOf): string {
  const facts: AddressFacts = factsOf(file) ?? { slug: defaultSlug(file, site) };
  if (facts.path !== undefined) return facts.path;
  const view = siteIn(site, facts.language);
  const kind = kindNamed(view, name);
  if (!kind.hierarchical) return documentPath(kind, facts, null);
  if (languageOfName(site, file).file === 'content/pages/index.md') return `${rootOf(view)}/`;
  return documentPath(kind, facts, folderPath(site, kind, file, factsOf));
}

/** The path of the folder of a document, through the slugs of those above it; null at the top. */
function folderPath(site: Site, kind: Kind, file: string, factsOf: FactsOf): string | null {
  const parent = parentFile(site, kind, file, factsOf);
  if (parent) return pathOfFile(site, kind, parent, factsOf);
  const inside = posix.relative(`content/${kind.folder}`, folderAbove(site, file));
  if (inside === '' || inside.startsWith('..')) return null;
  return `${startOfPattern(kind.permalink)}${inside}/`;
}

/** Facts for a worker, which does not see the other documents: read from the files themselves, each once. */
export interface FactsReader {
  readonly factsOf: FactsOf;
  /** Keeps the facts of a file that was read anyway. */
  remember(file: string, facts: AddressFacts): void;
}

/** @param read facts of a file from its front matter */
export function createFactsReader(
  root: string,
  site: Site,
  read: (kind: Kind, file: string, text: string) => AddressFacts,
): FactsReader {
  const known = new Map<string, AddressFacts | null>();
  return {
    factsOf(file) {
      const found = known.get(file);
      if (found !== undefined) return found;
      const kind = kindOfFile(site, file);
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

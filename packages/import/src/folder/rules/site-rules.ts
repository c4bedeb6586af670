import { matchesGlob } from 'node:path/posix';
import type { KnownFields } from './fields.ts';
import type { Data } from './front-matter.ts';

/** How a generator turns a folder into a site. */
export interface SiteRules {
  readonly settings: SiteFacts;
  isDocument(file: string): boolean;
  /** Fields that a file gets from its folder or from the settings. */
  defaultsOf(file: string): Data;
  /** Fields under the names that are read, where the generator knows them by others. */
  spelled?(data: Data): Data;
  describe(file: string, fields: KnownFields, data: Data): DocumentFacts;
  /** Language of a file, and the file without it; default: {@link splitLanguage}. */
  splitLanguage?(file: string): SplitFile;
  /** What the old site did with a file that is not a document. */
  placeOf(file: string): FilePlace;
  termSlug(name: string): string;
  /** Separates terms that are written as one string. Default: a comma. */
  readonly termSeparator?: RegExp;
  /** Settings that decide what is published, but can't be known without running them. */
  readonly unknown?: readonly string[];
  /** Programs that compute addresses of documents, which can't be known without running them. */
  readonly computedAddresses?: readonly string[];
  /** Files of any type with front matter are templates. */
  readonly rendersAnyFile?: boolean;
  /** Files of a document are in a folder of its name, and were published below its address. */
  readonly hasAssetFolders?: boolean;
  /** The template language of documents. */
  readonly templates: 'hugo' | 'liquid' | 'mdx' | 'wiki';
}

export interface SiteFacts {
  readonly title: string;
  readonly tagline?: string;
  /** Address of the home page; null if the settings don't contain it. */
  readonly home: string | null;
  readonly language: string;
  readonly timezone?: string;
  readonly author?: string;
  readonly termPermalinks?: { readonly category?: string; readonly tag?: string };
  readonly menu?: readonly FolderMenuEntry[];
  /** Names of settings that only themes and plugins read. */
  readonly unused?: readonly string[];
  /** Paths of feeds, if the settings contain them. */
  readonly feeds?: readonly string[];
  /** Codes of the languages, the default first, with the words that the site has in them. */
  readonly languages?: Readonly<Record<string, { readonly title?: string; readonly description?: string }>>;
  /** Do the addresses of the default language start with its code too? */
  readonly prefixesDefault?: boolean;
}

export interface SplitFile {
  /** Undefined where the path says none. */
  readonly language: string | undefined;
  readonly file: string;
}

/** Finds a language at the end of a name, `bee.de.md`, or among the folders, `posts/de/bee.md`. */
export function splitLanguage(file: string, codes: readonly string[]): SplitFile {
  for (const language of codes) {
    const named = new RegExp(`\\.${language}(?=\\.\\w+$)`, 'i');
    if (named.test(file)) return { language, file: file.replace(named, '') };
    const parts = file.split('/');
    const at = parts.slice(0, -1).findIndex((part) => part.toLowerCase() === language.toLowerCase());
    if (at >= 0) return { language, file: parts.toSpliced(at, 1).join('/') };
  }
  return { language: undefined, file };
}

/** Which version of a document a file is. */
export interface SourceVersion {
  readonly language: string;
  /** Without the language. */
  readonly file: string;
  /** The same for all versions. */
  readonly group: string;
  /** Start of its address: `/de`. */
  readonly root: string;
}

const saysLanguage = ['lang', 'language', 'locale'];
const saysGroup = ['translationKey', 'translationkey', 'page_id'];

/** Front matter without what it says of languages. */
export const withoutVersion = (data: Data): Data =>
  Object.fromEntries(
    Object.entries(data).filter(([name]) => ![...saysLanguage, ...saysGroup].includes(name)),
  );

/** @returns null on a site of one language */
export function versionOf(rules: SiteRules, file: string, data: Data): SourceVersion | null {
  const { languages = {}, prefixesDefault } = rules.settings;
  const codes = Object.keys(languages);
  const [main = '', ...others] = codes;
  if (others.length === 0) return null;
  const split = rules.splitLanguage?.(file) ?? splitLanguage(file, codes);
  const said = textIn(data, ...saysLanguage).toLowerCase();
  const language = split.language ?? codes.find((code) => code.toLowerCase() === said) ?? main;
  // Polyglot's versions have one permalink.
  const shared = rules.templates === 'liquid' ? textIn(data, 'permalink') : '';
  return {
    language,
    file: split.file,
    group: textIn(data, ...saysGroup) || shared || split.file,
    root: language === main && !prefixesDefault ? '' : `/${language.toLowerCase()}`,
  };
}

export interface FolderMenuEntry {
  readonly menu: string;
  readonly label: string;
  readonly url: string;
  readonly isBelowAnother: boolean;
}

/** Names of settings that have a value and are not read. */
export const unusedNames = (data: Data, used: RegExp, prefix = ''): string[] =>
  Object.entries(data).flatMap(([name, value]) =>
    used.test(name) || value === null || value === '' || value === false ? [] : [prefix + name],
  );

export interface DocumentFacts {
  readonly type: 'post' | 'page';
  /** `publish`, `draft`, or why readers could not see it. */
  readonly status: string;
  /** Path on the old site, with a slash at both ends, or with a file extension. */
  readonly path: string;
  readonly slug: string;
  /** From the file name; empty without one. */
  readonly date: string;
  /** Name of the file, where that is its title. */
  readonly title?: string;
  /** From the folder. */
  readonly categories?: readonly string[];
  /** What made its address on the old site, where a program did: `path` is a guess. */
  readonly unknownAddress?: string;
}

/** Path segment as most generators make it: lower case, hyphens for everything but letters and digits. */
export const hyphenate = (text: string): string => hyphenateKept(text.normalize('NFC').toLowerCase());

/** Path segment that keeps capitals. */
export const hyphenateKept = (text: string): string =>
  text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-+|(?<!-)-+$/g, '');

export const textIn = (data: Data, ...names: readonly string[]): string =>
  names
    .map((name) => data[name])
    .find((value): value is string => typeof value === 'string' && value !== '') ?? '';

export function objectIn(data: Data, name: string): Data {
  const value = data[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {};
}

/** Splits `posts/2024-05-01-a-name.md` into folder, date and name. */
export function partsOf(file: string): { folder: string; date: string; name: string } {
  const at = file.lastIndexOf('/') + 1;
  const stem = file.slice(at).replace(/\.[^.]+$/, '');
  const dated = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/.exec(stem);
  return { folder: file.slice(0, Math.max(0, at - 1)), date: dated?.[1] ?? '', name: dated?.[2] ?? stem };
}

/** What the old site did with a file that is not a document. Addresses have no leading slash. */
export type FilePlace =
  /** Published as it is. */
  | { readonly kind: 'published'; readonly address: string }
  /** Copied only if a published document shows it or links to it. */
  | { readonly kind: 'on-reference'; readonly address: string }
  /** Never published: listed in the report. */
  | { readonly kind: 'private' }
  /** A template, data, or output of the generator: counted in the report. */
  | { readonly kind: 'machinery' };

export const published = (address: string): FilePlace => ({ kind: 'published', address });
export const onReference = (address: string): FilePlace => ({ kind: 'on-reference', address });
export const notPublished: FilePlace = { kind: 'private' };
export const machinery: FilePlace = { kind: 'machinery' };

export const isBelow = (file: string, folder: string): boolean =>
  folder === '' || file === folder || file.startsWith(`${folder}/`);

/** Is a file, or a folder above it, hidden: `.env`, `.obsidian/notes.md`, `a.md~`? */
export const isHidden = (file: string): boolean =>
  file.split('/').some((part) => part.startsWith('.') || part.endsWith('~'));

/** `a/b/c.md` gives `a`, `a/b` and `a/b/c.md`. */
export function levelsOf(file: string): string[] {
  const parts = file.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

export const isGlob = (pattern: string): boolean => /[*?[{]/.test(pattern);

/** Matches a glob; false for patterns that would take exponential time. */
export function fitsGlob(file: string, pattern: string): boolean {
  if (pattern.length > 200 || (pattern.match(/[*{[]/g)?.length ?? 0) > 12) return false;
  return matchesGlob(file, pattern);
}

import type { KnownFields } from './fields.ts';
import type { FilePlace } from './file-places.ts';
import type { Data } from './front-matter.ts';

/** What a generator makes of a folder: its settings, and for each file what it becomes. */
export interface SiteRules {
  readonly settings: SiteFacts;
  /** Is the file a document? */
  isDocument(file: string): boolean;
  /** Fields that a file has from its folder or from the settings. */
  defaultsOf(file: string): Data;
  describe(file: string, fields: KnownFields, data: Data): DocumentFacts;
  /** What the old site did with a file that is not a document. */
  placeOf(file: string): FilePlace;
  /** Slug of a term in its address. */
  termSlug(name: string): string;
  /** Separates terms that are written as one string. Default: a comma. */
  readonly termSeparator?: RegExp;
  /** Settings that decide what is published, and that are not known without running them. */
  readonly unknown?: readonly string[];
  /** The template language of documents. */
  readonly templates: 'hugo' | 'liquid' | 'mdx';
}

export interface SiteFacts {
  readonly title: string;
  readonly tagline: string;
  /** Address of the home page; null where the settings name none. */
  readonly home: string | null;
  readonly language: string;
  readonly timezone: string | null;
  readonly author: string;
  readonly termPermalinks: { readonly category?: string; readonly tag?: string };
  readonly menu: readonly FolderMenuEntry[];
  /** Names of settings that only themes and plugins read. */
  readonly unused: readonly string[];
  /** Addresses of feeds, where the settings say them. */
  readonly feeds?: readonly string[];
  /** Other languages, as they appear in file names. */
  readonly otherLanguages: readonly string[];
}

export interface FolderMenuEntry {
  /** Name of the menu. */
  readonly menu: string;
  readonly label: string;
  readonly url: string;
  readonly isBelowAnother: boolean;
}

/** Names of settings that have a value and that the import does not read. */
export const unusedNames = (data: Data, used: RegExp, prefix = ''): string[] =>
  Object.entries(data).flatMap(([name, value]) =>
    used.test(name) || value === null || value === '' || value === false ? [] : [prefix + name],
  );

export interface DocumentFacts {
  readonly type: 'post' | 'page';
  /** `publish`, `draft`, or why readers could not see it. */
  readonly status: string;
  /** Path of its page on the old site, with a slash at both ends or the ending of a file. */
  readonly path: string;
  readonly slug: string;
  /** Where the name of the file says it. */
  readonly date: string;
  /** Where the folder says them. */
  readonly categories: readonly string[];
}

/** A part of an address as most generators make it: lower case, hyphens for what is not a letter or a number. */
export function hyphenate(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
}

export const textIn = (data: Data, ...names: readonly string[]): string =>
  names
    .map((name) => data[name])
    .find((value): value is string => typeof value === 'string' && value !== '') ?? '';

export function objectIn(data: Data, name: string): Data {
  const value = data[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {};
}

/** `posts/2024-05-01-a-name.md` as its folder, its date and its name. */
export function partsOf(file: string): { folder: string; date: string; name: string } {
  const at = file.lastIndexOf('/') + 1;
  const stem = file.slice(at).replace(/\.[^.]+$/, '');
  const dated = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/.exec(stem);
  return { folder: file.slice(0, Math.max(0, at - 1)), date: dated?.[1] ?? '', name: dated?.[2] ?? stem };
}

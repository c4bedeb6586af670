import { matchesGlob } from 'node:path/posix';

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

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { imageSize } from 'image-size';
import type { Site } from '../core/model/site.ts';
import { mediaPath } from '../core/model/urls.ts';

/** A file of the site: its address, and its size in pixels when it is a picture that can be measured. */
export interface FileReference {
  /** Decoded path from the root of the site. */
  readonly src: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** What an address in a text leads to. */
export type Resolved =
  /** Another site, a mail address, a telephone number. */
  | { readonly kind: 'external'; readonly url: string }
  /** A page of this site. Whether it exists is known only when all pages are. */
  | {
      readonly kind: 'page';
      readonly path: string;
      readonly fragment: string;
      /** The Markdown file, from the project's root, when the author named it rather than the address. */
      readonly source: string | null;
    }
  /** A file of `public/`, or one that lies in `content/`; `contentFile` is its path in that folder. */
  | {
      readonly kind: 'file';
      readonly image: FileReference;
      readonly contentFile: string | null;
      /** The file on disk, from the project's root. */
      readonly source: string;
    }
  | { readonly kind: 'broken'; readonly message: string };

export interface ReferenceResolver {
  /**
   * @param written the address as the author wrote it
   * @param file the Markdown file that it stands in, from the project's root
   * @param path the page that the file becomes
   */
  resolve(written: string, file: string, path: string, as: 'link' | 'image'): Resolved;
}

const scheme = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Resolves addresses against the files of a project.
 * @param root the project's folder, which holds `content/` and `public/`
 * @param pathOfSource the page that a Markdown file becomes, null when there is no such file
 */
export function createReferenceResolver(
  root: string,
  site: Site,
  pathOfSource: (file: string) => string | null,
): ReferenceResolver {
  return {
    resolve(written, file, path, as) {
      const own = written.startsWith(`${site.url}/`) ? written.slice(site.url.length) : written;
      if (scheme.test(own) || own.startsWith('//')) return { kind: 'external', url: own };
      const [before, fragment = ''] = splitOnce(own, '#');
      const target = decode(before.split('?')[0] ?? '');
      if (target === null) return { kind: 'broken', message: `"${written}" is not a valid address.` };
      if (target === '') return { kind: 'page', path, fragment: decode(fragment) ?? fragment, source: null };
      if (target.startsWith('/')) return fromRoot(root, target, fragment, written, as);
      return fromFile(root, target, fragment, written, file, path, as, pathOfSource);
    },
  };
}

function fromRoot(
  root: string,
  target: string,
  fragment: string,
  written: string,
  as: 'link' | 'image',
): Resolved {
  const publicFile = join(root, 'public', target);
  if (isFile(publicFile)) {
    return {
      kind: 'file',
      image: { src: target, ...measure(publicFile) },
      contentFile: null,
      source: `public${target}`,
    };
  }
  if (as === 'image') {
    return { kind: 'broken', message: `there is no picture "${written}"; put the file at public${target}.` };
  }
  return { kind: 'page', path: target, fragment: decode(fragment) ?? fragment, source: null };
}

function fromFile(
  root: string,
  target: string,
  fragment: string,
  written: string,
  file: string,
  path: string,
  as: 'link' | 'image',
  pathOfSource: (file: string) => string | null,
): Resolved {
  const beside = posix.normalize(posix.join(posix.dirname(file), target));
  const markdown = beside.endsWith('.md');
  if (markdown && as === 'link') {
    const page = pathOfSource(beside);
    if (page !== null)
      return { kind: 'page', path: page, fragment: decode(fragment) ?? fragment, source: beside };
    return { kind: 'broken', message: `there is no file ${beside} for "${written}".` };
  }
  const contentFile = posix.relative('content', beside);
  if (!contentFile.startsWith('..') && isFile(join(root, beside))) {
    return {
      kind: 'file',
      image: { src: mediaPath(contentFile), ...measure(join(root, beside)) },
      contentFile,
      source: beside,
    };
  }
  if (as === 'image') return { kind: 'broken', message: `there is no picture ${beside} for "${written}".` };
  return {
    kind: 'page',
    path: posix.join(path, target),
    fragment: decode(fragment) ?? fragment,
    source: null,
  };
}

const measured = new Map<string, { width: number | null; height: number | null }>();

/** Size and time of change of a file: while they are the same, so is what was read off it. */
export function signFile(root: string, file: string): string {
  const path = join(root, file);
  if (!existsSync(path)) return '';
  const { size, mtimeMs } = statSync(path);
  return `${size}:${mtimeMs}`;
}

/** Pixel size of a picture file; nulls for other files. One file is read once a run. */
function measure(file: string): { width: number | null; height: number | null } {
  const known = measured.get(file);
  if (known) return known;
  const size = readSize(file);
  measured.set(file, size);
  return size;
}

function readSize(file: string): { width: number | null; height: number | null } {
  if (!/\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(file)) return { width: null, height: null };
  try {
    const { width, height } = imageSize(readFileSync(file));
    return { width, height };
  } catch {
    return { width: null, height: null };
  }
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

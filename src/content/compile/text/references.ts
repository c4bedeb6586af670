import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Site } from '../../../core/model/site.ts';
import { mediaPath, originalPath } from '../../../core/model/urls.ts';
import { didYouMean } from '../../../core/text/nearest-word.ts';
import { type ImageFile, isImageFile } from '../../images/images.ts';
import { type MediaFacts, readMediaFacts } from '../../images/media-facts.ts';
import { spellAsDisk } from '../../read/same-name.ts';
import { isFile } from '../../read/sources.ts';
import { playerOf } from '../markup/player.ts';

/** A file of the site: its address, and its size in pixels when it is an image that can be measured. */
export interface FileReference {
  /** Decoded path from the root of the site. */
  readonly src: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly animated?: true;
}

/** Target of an address in a document. */
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
  /** A file of `public/`, or of `content/`; `contentFile` is its path in that folder. */
  | {
      readonly kind: 'file';
      readonly image: FileReference;
      readonly contentFile: string | null;
      /** The file on disk, from the project's root. */
      readonly source: string;
      /** Of a video or sound that is played. */
      readonly media?: MediaFacts;
    }
  | { readonly kind: 'broken'; readonly message: string };

export interface ReferenceResolver {
  /**
   * @param written the address as the author wrote it
   * @param file the Markdown file that contains it, from the project's root
   * @param path the page that the file becomes
   */
  resolve(written: string, file: string, path: string, as: Use): Resolved;
}

/** What an address is for: to be followed, to be shown as an image, or to be shown as an image or played. */
export type Use = 'link' | 'image' | 'embed';

const scheme = /^[a-z][a-z0-9+.-]*:/i;

/** What addresses are resolved against. */
export interface Project {
  /** The project's folder, with `content/` and `public/`. */
  readonly root: string;
  readonly site: Site;
  readonly images: ReadonlyMap<string, ImageFile>;
  /** The page that a Markdown file becomes, null when there is no such file. */
  readonly pathOfSource: (file: string) => string | null;
}

/** Resolves addresses against the files of a project. */
export function createReferenceResolver(project: Project): ReferenceResolver {
  const { root, site, pathOfSource } = project;
  return {
    resolve(written, file, path, as) {
      const own = written.startsWith(`${site.url}/`) ? written.slice(site.url.length) : written;
      if (scheme.test(own) || own.startsWith('//')) return { kind: 'external', url: own };
      const [before, after = ''] = splitOnce(own, '#');
      const target = decode(before.split('?')[0] ?? '');
      if (target === null) return broken(`"${written}" is not a valid address.`);
      const fragment = (decode(after) ?? after).normalize('NFC');
      if (target === '') return { kind: 'page', path, fragment, source: null };
      const isFromRoot = target.startsWith('/');
      const given = posix.join(isFromRoot ? 'public' : posix.dirname(file), target);
      const named = given.endsWith('/') ? given : spellAsDisk(root, given);
      if (!isFromRoot && as === 'link' && named.endsWith('.md')) {
        const page = pathOfSource(named);
        if (page !== null) return { kind: 'page', path: page, fragment, source: named };
        return broken(`there is no file ${named} for "${written}"${suggestFile(root, named) || '.'}`);
      }
      const isInside = named.startsWith(isFromRoot ? 'public/' : 'content/');
      // Most links are to pages, and no file ends with a slash.
      if (isInside && !named.endsWith('/') && isFile(join(root, named))) return toFile(project, named, as);
      if (as === 'link') {
        const page = (isFromRoot ? target : posix.join(path, target)).normalize('NFC');
        return { kind: 'page', path: page, fragment, source: null };
      }
      const place = isFromRoot ? `"${written}"` : `${named} for "${written}"`;
      const fix = isFromRoot ? `; put the file at ${named}.` : '.';
      return broken(`there is no image ${place}${suggestFile(root, named) || fix}`);
    },
  };
}

function broken(message: string): Resolved {
  return { kind: 'broken', message };
}

/** Images that browsers show and a build does not measure; and in `public/`, where nothing is converted, what some show. */
const otherImage =
  /^content\/.*\.(?:apng|bmp|ico|jfif|jpe|pjpe?g)$|^public\/.*\.(?:apng|bmp|heic|heif|ico|jfif|jpe|jxl|pjpe?g|tiff?)$/i;

/** Why a file can't be shown; null when it can. */
function refuse(source: string, as: Use): string | null {
  if (as === 'link' || isImageFile(source) || otherImage.test(source)) return null;
  const player = playerOf(source);
  if (/\.(?:3gp|avi|flv|m2ts|mkv|mpe?g|mts|wmv)$/i.test(source))
    return `${source} is a video that browsers do not play; convert it to MP4 (ffmpeg -i "${posix.basename(source)}" video.mp4).`;
  if (player === null)
    return `${source} is not an image that browsers show; write a link to it, [words](address), or save it as JPEG, PNG, WebP or SVG.`;
  if (as === 'embed') return null;
  return `${source} is not an image; write <${player} controls src="…"></${player}> or ![words](address) in the text.`;
}

function toFile({ root, images, site }: Project, source: string, as: Use): Resolved {
  const refusal = refuse(source, as);
  if (refusal !== null) return broken(refusal);
  const image = images.get(source);
  if (image?.ok === false) return broken(`${source} ${image.message}.`);
  const media = as === 'embed' && playerOf(source) ? { media: readMediaFacts(join(root, source)) } : {};
  if (source.startsWith('public/')) {
    const src = source.slice('public'.length);
    return { kind: 'file', image: { src, ...sizeOf(image) }, contentFile: null, source, ...media };
  }
  const contentFile = source.slice('content/'.length);
  const toOriginal = as === 'link' && site.images.originals && isImageFile(source);
  const src = toOriginal ? originalPath(contentFile) : mediaPath(contentFile);
  return { kind: 'file', image: { src, ...sizeOf(image) }, contentFile, source, ...media };
}

/** `; did you mean "plan.png"?` when a file of the same folder has nearly that name. */
function suggestFile(root: string, file: string): string {
  const folder = join(root, posix.dirname(file));
  return existsSync(folder) ? didYouMean(posix.basename(file), readdirSync(folder)) : '';
}

/** Pixel size of an image file; nulls for other files, and for one that is still to be read. */
function sizeOf(image: ImageFile | undefined): Omit<FileReference, 'src'> {
  if (!image?.ok) return { width: null, height: null };
  return { width: image.width, height: image.height, ...(image.animated ? { animated: true } : {}) };
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

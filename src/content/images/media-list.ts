import { existsSync, readdirSync, statSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { z } from 'zod';
import type { Media } from '../../core/model/document.ts';
import { mimeTypes } from '../../core/model/media-types.ts';
import type { Site } from '../../core/model/site.ts';
import { bareType } from '../../core/model/surfaces.ts';
import { mediaPath } from '../../core/model/urls.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import { addressPart, dateIn, sitePath } from '../read/front-matter.ts';
import { spellAsDisk } from '../read/same-name.ts';
import { isFile } from '../read/sources.ts';
import { idSchema, stableId } from '../read/stable-id.ts';
import { type Listed, readYamlList } from '../read/yaml/yaml-list.ts';
import { emptyText } from '../read/yaml/yaml-values.ts';
import { type ImageFile, isImageFile } from './images.ts';

/** `content/media.yaml`: metadata of files, which are published and in `/wp-json/wp/v2/media` even if no text shows them. */
const list = 'content/media.yaml';

const schemaIn = (timezone: string) =>
  z.strictObject({
    /** A file of `public/` by its address, `/wp-content/uploads/bench.jpg`; or one below `content/`: `posts/plan.png`. */
    file: z.string().min(1),
    /** Number of the file for programs. Default: derived from its address. */
    id: idSchema.optional(),
    /** Last part of its own address, `/hello/bench/`. Default: the file's name. */
    slug: addressPart.optional(),
    /** Default: the file's name. */
    title: z.string().trim().register(emptyText, { means: 'a file without a title' }).optional(),
    /** What an image shows, for those who do not see it. Default: what the first text that shows it says. */
    alt: z.string().trim().register(emptyText, { means: 'an image without words' }).optional(),
    /** Plain text below the image. */
    caption: z.string().trim().optional(),
    /** Plain text for its own page in WordPress; programs find it. */
    description: z.string().trim().optional(),
    /** When it was added. Default: the date of the first document that shows it. */
    date: dateIn(timezone).optional(),
    /** Slug of an author. Default: who wrote the document that it belongs to. */
    author: addressPart.optional(),
    /** Number of the document that it belongs to, 0 for none. Default: the first one that shows it. */
    attachedTo: z.int().min(0).optional(),
    /** Old paths that redirect to the file. */
    redirectFrom: z.array(sitePath).default([]),
  });

export interface MediaEntry {
  /** From the site's folder: `public/wp-content/uploads/bench.jpg`. */
  readonly source: string;
  readonly src: string;
  readonly given: Omit<z.output<ReturnType<typeof schemaIn>>, 'file'>;
}

/** Reads the list; a site without one lists nothing. @param authors slugs of those that there are */
export function readMediaList(root: string, site: Site, authors: readonly string[]): Listed<MediaEntry> {
  const read = readYamlList(root, list, schemaIn(site.timezone), 'media', 'file');
  const problems = [...read.problems];
  const ids = new Map<number, string>();
  const items = read.items.flatMap(({ file, ...given }, index): MediaEntry[] => {
    const complain = (field: string, message: string) =>
      problems.push({ ...read.locate(index, field), field, message });
    const source = spellAsDisk(root, file.startsWith('/') ? `public${file}` : `content/${file}`);
    const sameId = given.id === undefined ? undefined : ids.get(given.id);
    if (sameId !== undefined)
      complain('id', `${given.id} is also the number of ${sameId}; change one of the two.`);
    if (given.id !== undefined) ids.set(given.id, file);
    if (given.author !== undefined && !authors.includes(given.author))
      complain(
        'author',
        `"${given.author}" is not in content/authors.yaml${didYouMean(given.author, authors) || '; add it there.'}`,
      );
    if (!isInside(source) || !isFile(join(root, source))) {
      complain(
        'file',
        `there is no file ${source}${suggestFile(root, source) || '; put it there, or remove the entry.'}`,
      );
      return [];
    }
    const isPublic = source.startsWith('public/');
    const src = isPublic ? source.slice('public'.length) : mediaPath(source.slice('content/'.length));
    return [{ source, src, given }];
  });
  return { ...read, items, problems };
}

function isInside(source: string): boolean {
  return posix.normalize(source) === source;
}

function suggestFile(root: string, source: string): string {
  const folder = join(root, posix.dirname(source));
  return isInside(source) && existsSync(folder)
    ? didYouMean(posix.basename(source), readdirSync(folder))
    : '';
}

/** The date of a file that says none and that no text shows: a fixed day, so that output does not change with the clock. */
const undated = '2024-01-01T00:00:00';

/** The media of the site: shown files with their metadata from the list, then files of the list alone. */
export function completeMedia(
  root: string,
  shown: readonly Media[],
  entries: readonly MediaEntry[],
  images: ReadonlyMap<string, ImageFile>,
): Media[] {
  const bySrc = new Map(entries.map((entry) => [entry.src, entry]));
  const known = new Set(shown.map(({ src }) => src));
  const others = entries.flatMap((entry) =>
    known.has(entry.src) ? [] : (describeUnshown(root, entry, images) ?? []),
  );
  return [...shown, ...others].map((media) => {
    const entry = bySrc.get(media.src);
    return entry ? { ...media, ...saidOf(entry) } : media;
  });
}

/** A file that no text shows; null for an image that cannot be read, which has a problem of its own. */
function describeUnshown(
  root: string,
  { source, src }: MediaEntry,
  images: ReadonlyMap<string, ImageFile>,
): Media | null {
  const image = images.get(source);
  if (isImageFile(source) && !image?.ok) return null;
  const size = image?.ok
    ? { width: image.width, height: image.height, bytes: image.bytes }
    : { width: 0, height: 0, bytes: statSync(join(root, source)).size };
  const name = posix.basename(src, extname(src));
  return {
    id: stableId('attachment', src),
    slug: name.toLowerCase(),
    title: name,
    alt: '',
    src,
    mimeType: bareType(mimeTypes[extname(src).toLowerCase()] ?? 'application/octet-stream'),
    ...size,
    documentId: 0,
    date: undated,
    dateGmt: undated,
    unshown: true,
  };
}

function saidOf({ given }: MediaEntry): Partial<Media> {
  const { date, attachedTo, redirectFrom, ...rest } = given;
  return {
    listed: true,
    ...(rest as Partial<Media>),
    ...(date === undefined ? {} : { date: date.local, dateGmt: date.gmt }),
    ...(attachedTo === undefined ? {} : { documentId: attachedTo }),
    ...(redirectFrom.length === 0 ? {} : { redirectFrom }),
  };
}

import type { Data } from './front-matter.ts';

/** Front matter by standard names, whatever a generator or theme calls the fields. */
export interface KnownFields {
  readonly title: string;
  readonly date: string;
  readonly modified: string;
  readonly slug: string;
  readonly draft: boolean;
  readonly description: string;
  readonly authors: readonly string[];
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly image: { readonly url: string; readonly alt: string } | null;
  readonly order: number;
  readonly series: string;
  /** Old addresses that redirect to the document. */
  readonly aliases: readonly string[];
  /** Address that the author set; `false` if the document is not published. */
  readonly permalink: string | false | null;
  readonly others: Data;
}

/** Names of each field, the most common first. */
const names = {
  title: 'title',
  date: 'date pubDate pubDatetime publishDate publishedAt published_at datePublished',
  modified: 'lastmod updated modified modDatetime updatedDate updatedAt last_modified_at dateModified',
  slug: 'slug',
  description: 'description excerpt summary',
  author: 'author authors',
  categories: 'categories category',
  tags: 'tags tag keywords',
  image:
    'image cover coverImage cover_image heroImage hero featured_image featuredImage thumbnail banner images',
  imageAlt: 'imageAlt image_alt coverAlt heroAlt alt',
  order: 'order weight nav_order',
  series: 'series',
  aliases: 'aliases redirect_from redirectFrom',
  permalink: 'permalink url',
} as const;
const switches = ['draft', 'published'];

/** @param separator separates terms that are written as one string */
export function readFields(data: Data, separator: RegExp): KnownFields {
  const used = new Set<string>(switches);
  const first = (field: keyof typeof names): unknown => {
    const name = names[field].split(' ').find((name) => data[name] !== undefined && data[name] !== null);
    if (name !== undefined) used.add(name);
    return name === undefined ? undefined : data[name];
  };
  const text = (field: keyof typeof names): string => textOf(first(field));
  const written = first('image');
  const image = readImage(written);
  if (hasMore(written)) for (const name of names.image.split(' ')) used.delete(name);
  const alt = text('imageAlt');
  const { permalink, url } = data;
  first('permalink');
  const known = {
    title: text('title'),
    date: text('date'),
    modified: text('modified'),
    slug: text('slug'),
    draft: data.draft === true || data.draft === 'true' || data.published === false,
    description: text('description'),
    authors: listOf(first('author'), /,\s*/),
    categories: listOf(first('categories'), separator),
    tags: listOf(first('tags'), separator),
    image: image === null ? null : { url: image.url, alt: image.alt || alt },
    order: Math.max(0, Math.trunc(Number(first('order')) || 0)),
    series: listOf(first('series'), /$^/)[0] ?? '',
    aliases: listOf(first('aliases'), /$^/),
    permalink: permalink === false ? (false as const) : textOf(permalink ?? url) || null,
  };
  const others = Object.fromEntries(
    Object.entries(data).filter(([name, value]) => !used.has(name) && value !== null && value !== ''),
  );
  return { ...known, others };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' ? String(value) : '';
}

/** Names from a list, a separated string, or objects with a name. */
function listOf(value: unknown, separator: RegExp): string[] {
  if (typeof value === 'string') return value.split(separator).filter((part) => part !== '');
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return list
    .map((entry) =>
      typeof entry === 'object' && entry !== null
        ? textOf((entry as Data).name ?? (entry as Data).id)
        : textOf(entry),
    )
    .filter((name) => name !== '');
}

function readImage(value: unknown): { url: string; alt: string } | null {
  const first = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string') return first === '' ? null : { url: first, alt: '' };
  if (typeof first !== 'object' || first === null) return null;
  const fields = first as Data;
  const url = ['src', 'url', 'image', 'path', 'relative']
    .map((name) => fields[name])
    .find((found) => typeof found === 'string');
  return typeof url === 'string' && url !== '' ? { url, alt: textOf(fields.alt) } : null;
}

/** Has the field of an image more than its address and alternative text: a caption, or a second image? */
const hasMore = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 1 || hasMore(value[0])
    : typeof value === 'object' &&
      value !== null &&
      Object.keys(value).some((key) => !/^(?:src|url|image|path|relative|alt|hidden.*)$/i.test(key));

/** A date in local time, and in UTC if the source has a time zone. */
interface WrittenMoment {
  readonly local: string;
  readonly gmt: string;
}

const written =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(Z|UTC|[+-]\d\d?(?::?\d\d)?)?$/i;

/** Parses `2024-05-01 10:00:00 +0200`, `2024-05-01T10:00:00Z`, and what `Date` parses. */
export function readMoment(text: string): WrittenMoment {
  const match = written.exec(text.trim());
  if (!match) return readLoosely(text);
  const [, year = '', month = '', day = '', hour = '0', minute = '00', second = '00', zone] = match;
  const local = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')} ${hour.padStart(2, '0')}:${minute}:${second}`;
  if (zone === undefined) return { local, gmt: '' };
  const offset = /^(?:Z|UTC)$/i.test(zone)
    ? 'Z'
    : zone.replace(
        /^([+-])(\d\d?)(?::?(\d\d))?$/,
        (_, sign: string, hours: string, minutes = '00') => `${sign}${hours.padStart(2, '0')}:${minutes}`,
      );
  const time = Date.parse(`${local.replace(' ', 'T')}${offset}`);
  return Number.isNaN(time) ? { local, gmt: '' } : { local, gmt: secondsOf(time) };
}

function readLoosely(text: string): WrittenMoment {
  const time = text === '' ? Number.NaN : Date.parse(`${text} UTC`);
  return Number.isNaN(time) ? { local: '', gmt: '' } : { local: secondsOf(time), gmt: '' };
}

const secondsOf = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

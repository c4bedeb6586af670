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
  date: 'date pubDate pubDatetime publishDate publishedAt published_at datePublished created',
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
export const fieldNames = [...Object.values(names).flatMap((list) => list.split(' ')), ...switches];

/** @param separator separates terms that are written as one string */
export function readFields(data: Data, separator: RegExp): KnownFields {
  const used = new Set<string>(switches);
  const first = (field: keyof typeof names): unknown => {
    const name = names[field].split(' ').find((name) => data[name] !== undefined && data[name] !== null);
    if (name !== undefined) used.add(name);
    return name === undefined ? undefined : data[name];
  };
  const text = (field: keyof typeof names): string => textOf(first(field));
  /** What can't be read stays among the other fields. */
  const moment = (field: 'date' | 'modified'): string => {
    const name =
      names[field].split(' ').find((name) => data[name] !== undefined && data[name] !== null) ?? '';
    if (isUnreadableDate(name, data[name])) return '';
    used.add(name);
    return dateText(data[name]);
  };
  const written = first('image');
  const image = readImage(written);
  if (hasMore(written)) for (const name of names.image.split(' ')) used.delete(name);
  const alt = text('imageAlt');
  const { permalink, url } = data;
  first('permalink');
  const known = {
    title: text('title'),
    date: moment('date'),
    modified: moment('modified'),
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

/** `2022-10-14`, also as a link of Obsidian, `[[2022-10-14]]`, which YAML reads as a list. */
export const dateText = (value: unknown): string =>
  textOf([value].flat(3)[0])
    .replace(/^\[\[(?:.*\/)?([^/|\]]*?)(?:\|[^\]]*)?\]\]$/, '$1')
    .replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

export const isUnreadableDate = (name: string, value: unknown): boolean =>
  ` ${names.date} ${names.modified} `.includes(` ${name} `) &&
  JSON.stringify(value ?? '') !== '""' &&
  readMoment(dateText(value)).local === '';

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

/**
 * Parses `2024-05-01 10:00:00 +0200`, `2024-05-01T10:00:00Z`, and dates in English words or digits that have a day, a
 * month and a year of four digits.
 * @param isDayFirst is `3/4/2022` in April?
 */
export function readMoment(text: string, isDayFirst = false): WrittenMoment {
  const match = written.exec(text.trim());
  if (!match) return readLoosely(text.trim(), isDayFirst);
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

const inDigits = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?=\D|$)/;
/** Could its first number be the day or the month? */
export const isAmbiguous = (text: string): boolean => {
  const [, first, sign, second] = inDigits.exec(text) ?? [];
  return (
    sign !== undefined && sign !== '.' && Number(first) <= 12 && Number(second) <= 12 && first !== second
  );
};
/** Is it only a year, or a month? It is read as its first day. */
export const lacksDay = (text: string): boolean => (text.match(/\d+|[a-z]{3,}/gi) ?? []).length < 3;
/** Does its first number show that the day comes first? */
export const showsDayFirst = (text: string): boolean => Number(inDigits.exec(text)?.[1]) > 12;

const wordsOfDates =
  /^(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]*|[ap]m|[tz]|utc|gmt|[ecmp][sd]t)$/i;

function readLoosely(text: string, isDayFirst: boolean): WrittenMoment {
  const plain = text
    .replace(/\([^)]*\)/g, '')
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .replace(/\b(?:at|of)\b/g, '')
    .replace(inDigits, (_, first: string, sign: string, second: string, year: string) => {
      const startsWithDay = Number(first) > 12 || (Number(second) <= 12 && (isDayFirst || sign === '.'));
      return `${year}/${startsWithDay ? `${second}/${first}` : `${first}/${second}`}`;
    });
  const words = plain.match(/[^\d\s:.,/+-]+/g) ?? [];
  const isWhole = /(?<!\d)\d{4}(?!\d)/.test(plain) && words.every((word) => wordsOfDates.test(word));
  const time = isWhole ? Date.parse(`${plain} UTC`) : Number.NaN;
  return Number.isNaN(time) ? { local: '', gmt: '' } : { local: secondsOf(time), gmt: '' };
}

const secondsOf = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

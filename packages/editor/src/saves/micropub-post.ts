import { htmlToMarkdown } from 'agentsite/content';
import { contentPathOfMedia, explainDate, mediaPath, parseMoment, type Site } from 'agentsite/model';
import { documentFormat, nameKey, slugOf } from 'agentsite/text';
import type { ContentFolder, FileChange } from './content-folder.ts';
import { addToList, readList } from './lists.ts';
import { isObject, type Properties, type UploadedFile } from './micropub-request.ts';

/** A document or an upload, with all that is changed for it. */
interface NewFile {
  readonly path: string;
  readonly changes: readonly FileChange[];
  /** Further lines of the commit's message. */
  readonly lines?: readonly string[];
}

export interface PostParts {
  readonly content: ContentFolder;
  readonly site: Site;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const postFields = [
  ...['title', 'body', 'date', 'modified', 'description', 'draft', 'visibility', 'link'],
  ...['image', 'imageAlt', 'categories', 'tags', 'slug', 'fields'],
];
const folder = 'content/posts';
const maxNameBytes = 120;
export const postFormat = documentFormat(postFields);

/** Why a property can't be kept. */
export class PropertyProblem extends Error {}

/** What becomes of a property: fields of the front matter, or text. What isn't here is refused by name. */
const readers: Readonly<
  Record<string, (value: unknown, name: string, parts: PostParts) => Readonly<Record<string, unknown>>>
> = {
  name: (value, name) => ({ title: textOf(value, name) }),
  content: (value, name, { site }) => ({ text: readContent(value, name, site) }),
  summary: (value, name) => ({ description: textOf(value, name) }),
  published: (value, name, { site }) => ({ date: readDate(value, name, site) }),
  updated: (value, name, { site }) => ({ modified: readDate(value, name, site) }),
  'bookmark-of': (value, name) => ({ link: readAddress(value, name) }),
  featured: (value, name, { site }) => {
    const { target, alt } = readPhoto(value, name, site);
    return { image: target, ...(alt ? { imageAlt: alt } : {}) };
  },
  'mp-slug': (value, name) => ({ name: slugOf(textOf(value, name), maxNameBytes) }),
  'post-status': (value, name) => ({ draft: oneOf(value, name, ['published', 'draft']) === 'draft' }),
  visibility: (value, name) =>
    oneOf(value, name, ['public', 'unlisted']) === 'unlisted' ? { visibility: value } : {},
};
const lists = ['category', 'photo', 'mp-photo-alt'];
/** Properties that no vocabulary has, such as `x-weight`: they are fields of the author's own, nested objects too. */
export const isOwn = (name: string) => /^x-[\w-]+$/.test(name);

/** Files, or why there are none. */
export type Written = NewFile | { readonly problem: string };

/** The post that an entry becomes: each property is kept, or the reason why it can't be. */
export function writePost(properties: Properties, files: readonly UploadedFile[], parts: PostParts): Written {
  return orProblem(() => createPost(properties, files, parts));
}

export function orProblem(write: () => NewFile): Written {
  try {
    return write();
  } catch (error) {
    if (error instanceof PropertyProblem) return { problem: error.message };
    throw error;
  }
}

function createPost(all: Properties, files: readonly UploadedFile[], parts: PostParts): NewFile {
  const { content, site, now } = parts;
  // Clients send empty fields for what was not filled in.
  const given = Object.entries(all).flatMap(([name, values]) => {
    const filled = name === 'mp-photo-alt' ? values : values.filter((value) => value !== '');
    return filled.length === 0 ? [] : [[name, filled] as const];
  });
  const read = given.flatMap(([name, values]) => {
    if (lists.includes(name) || isOwn(name)) return [];
    return [readProperty(name, values, parts)];
  });
  const own = Object.fromEntries(given.filter(([name]) => isOwn(name)));
  const {
    text = '',
    name,
    ...fields
  } = Object.assign({}, ...read) as Readonly<Record<string, unknown>> & {
    readonly text?: string;
    readonly name?: string;
  };
  const { title = '', link, description } = fields;
  const [words, shown, alts] = lists.map((list) => new Map(given).get(list) ?? []);
  const foreign = files.find(({ property }) => property !== 'photo');
  if (foreign)
    throw new PropertyProblem(`Files of the property "${foreign.property}" are not supported here.`);
  const uploads: FileChange[] = [];
  for (const { name: file, bytes } of files) {
    const taken = uploads.map((upload) => upload.path);
    uploads.push({ operation: 'create', path: pathOfUpload(content, file, taken), bytes });
  }
  const photos = [
    ...(shown ?? []).map((photo) => readPhoto(photo, 'photo', site)),
    ...uploads.map(({ path }) => ({ target: path.slice(folder.length + 1), alt: '' })),
  ].map(({ target, alt }, index) =>
    showPhoto({ target, alt: alt || textOf(alts?.[index] ?? '', 'mp-photo-alt') }),
  );
  if (!text.trim() && !title && !link && !description && photos.length === 0)
    throw new PropertyProblem('The property "content" is missing.');
  const categories = (words ?? []).map((word) => textOf(word, 'category').trim()).filter(Boolean);
  const { terms, added } = sortTerms(content, categories);
  const path = freePath(
    content,
    name || slugOf(String(title) || text.slice(0, 40), maxNameBytes) || 'note',
    '.md',
  );
  const values = {
    title,
    date: new Date(now()).toLocaleString('sv', { timeZone: site.timezone }).replace(' ', 'T'),
    ...fields,
    ...terms,
    ...(Object.keys(own).length > 0 ? { fields: own } : {}),
    body: [text.trim(), ...photos].filter(Boolean).join('\n\n'),
  };
  const bytes = Buffer.from(postFormat.toFile(values));
  return { path, changes: [{ operation: 'create', path, bytes }, ...uploads, ...added] };
}

export function readProperty(name: string, values: readonly unknown[], parts: PostParts) {
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
  if (!reader) throw new PropertyProblem(`The property "${name}" is not supported here: leave it out.`);
  if (values.length > 1) throw new PropertyProblem(`The property "${name}" has more than one value.`);
  return reader(values[0], name, parts);
}

export function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new PropertyProblem(`The property "${name}" must be text.`);
}

function oneOf(value: unknown, name: string, values: readonly string[]): string {
  if (typeof value === 'string' && values.includes(value)) return value;
  throw new PropertyProblem(
    `"${name}" can be ${values.join(' or ')} here, not ${JSON.stringify(value)}: nothing was created.`,
  );
}

/** HTML without a form in Markdown. */
const lostInMarkdown =
  /<!--|<(?:script|style|form|input|button|textarea|select|object|embed|svg|math|canvas|template)\b/i;

/** Markdown as text, or HTML, which becomes Markdown. */
function readContent(value: unknown, name: string, site: Site): string {
  if (!isObject(value)) return textOf(value, name);
  const { html, value: plain, ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new PropertyProblem(`"${name}" has no "${other}" here: send html, or text.`);
  if (typeof html !== 'string') return textOf(plain, name);
  const [lost] = lostInMarkdown.exec(html) ?? [];
  if (lost)
    throw new PropertyProblem(`The HTML in "${name}" contains ${lost}, which has no form in Markdown.`);
  return htmlToMarkdown(html, site.url);
}

function readDate(value: unknown, name: string, site: Site): string {
  const text = textOf(value, name).trim();
  if (parseMoment(text, site.timezone)) return text;
  throw new PropertyProblem(`"${name}" ${explainDate(text)}.`);
}

function readAddress(value: unknown, name: string): string {
  const text = textOf(value, name);
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).href;
  throw new PropertyProblem(`The property "${name}" must be a URL (https://…).`);
}

/** A photo that was uploaded here is shown from its file, another from its address. */
export function readPhoto(photo: unknown, name: string, site: Site) {
  const { value, alt = '', ...others } = isObject(photo) ? photo : { value: photo };
  const [other] = Object.keys(others);
  if (other !== undefined) throw new PropertyProblem(`"${name}" has no "${other}" here.`);
  const address = readAddress(value, name);
  const own = `${site.url}${mediaPath('posts/')}`;
  const target = address.startsWith(own)
    ? contentPathOfMedia(decodeURI(address.slice(site.url.length))).replace(/^posts\//, '')
    : address;
  return { target, alt: textOf(alt, name) };
}

export const showPhoto = ({ target, alt }: { readonly target: string; readonly alt: string }) =>
  `![${alt.replace(/\s+/g, ' ').replace(/[[\]\\]/g, '\\$&')}](<${target}>)`;

interface TermEntry {
  readonly slug: string;
  readonly name: string;
}

const listsOfTerms = ['categories', 'tags'] as const;

export function listTerms(content: ContentFolder): readonly TermEntry[] {
  return listsOfTerms.flatMap((list) => readList<TermEntry>(content, list));
}

/** Words as categories and tags that the site has, by slug or name; others become tags. */
export function sortTerms(content: ContentFolder, words: readonly string[]) {
  const [categories = [], tags = []] = listsOfTerms.map((list) => readList<TermEntry>(content, list));
  const find = (list: readonly TermEntry[], word: string) =>
    list.find(({ slug, name }) => [slug, name].some((known) => nameKey(known) === nameKey(word)))?.slug;
  const entries: TermEntry[] = [];
  const tagOf = (name: string) => {
    const known = find([...tags, ...entries], name);
    if (known !== undefined) return known;
    const slug = freeSlug(slugOf(name, maxNameBytes), [...tags, ...entries]);
    entries.push({ slug, name });
    return slug;
  };
  const unique = (slugs: readonly string[]) => [...new Set(slugs)];
  const terms = {
    categories: unique(words.flatMap((word) => find(categories, word) ?? [])),
    tags: unique(words.filter((word) => find(categories, word) === undefined).map(tagOf)),
  };
  return { terms, added: entries.length > 0 ? [addToList(content, 'tags', entries)] : [] };
}

/** `c` for "C++" and `c-2` for "C#". */
function freeSlug(slug: string, taken: readonly TermEntry[]): string {
  for (let count = 1; ; count++) {
    const free = count === 1 ? slug : `${slug}-${count}`;
    if (!taken.some((term) => nameKey(term.slug) === nameKey(free))) return free;
  }
}

/** Where a file that a client sends is stored, next to the posts. */
export function pathOfUpload(content: ContentFolder, name: string, taken: readonly string[] = []): string {
  const [ending = ''] = /\.\w+$/.exec(name) ?? [];
  return freePath(
    content,
    slugOf(name.slice(0, name.length - ending.length), maxNameBytes) || 'photo',
    ending,
    taken,
  );
}

/** A name that no file has: `hello.md`, `hello-2.md`. */
function freePath(
  content: ContentFolder,
  name: string,
  ending: string,
  more: readonly string[] = [],
): string {
  const taken = new Set([...content.names(folder), ...more].map(nameKey));
  for (let count = 1; ; count++) {
    const path = `${folder}/${name}${count === 1 ? '' : `-${count}`}${ending.toLowerCase()}`;
    if (!taken.has(nameKey(path))) return path;
  }
}

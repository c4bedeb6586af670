import express, { type Express, type Request, type Response } from 'express';
import type { Site } from '../core/model/site.ts';
import { contentPathOfMedia, mediaPath } from '../core/model/urls.ts';
import { nameKey, slugOf } from '../core/text/slug.ts';
import { documentFormat, type FormValues } from '../editor/kept-file.ts';
import type { ContentFolder, FileChange } from './content-folder.ts';
import { readToken } from './create-app.ts';
import type { Author } from './git.ts';
import { authorOf } from './host-routes.ts';
import { addToList, readList } from './lists.ts';
import type { createSaver } from './saver.ts';

/** Micropub (W3C), for posts: a second entry to the same saves, for clients that write and publish. */
export interface MicropubParts {
  readonly site: Site;
  readonly origin: string;
  readonly content: ContentFolder;
  readonly save: ReturnType<typeof createSaver>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly authorOfToken: (token: string) => Author | null;
  /** The file of the document at a path of the site, and the reverse. */
  readonly sourceAt: (path: string) => string | null;
  readonly pathOf: (source: string) => string | null;
}

/** Properties by name, each a list, as in the JSON form of the protocol. */
type Properties = Readonly<Record<string, readonly unknown[]>>;

const folder = 'content/posts';
const maxNameBytes = 120;
const postFormat = documentFormat(['title', 'body', 'date', 'draft', 'categories', 'tags', 'slug']);

export function addMicropub(app: Express, parts: MicropubParts): void {
  const { content, origin } = parts;
  const bodies = [express.json({ limit: '5mb' }), express.urlencoded({ limit: '5mb', extended: true })];
  app.use('/micropub', ...bodies, (request, response, next) => {
    // A token is in the header or the form.
    const { access_token: inForm } = (request.body ?? {}) as { access_token?: unknown };
    const author = parts.authorOfToken(readToken(request) ?? String(inForm));
    if (!author) return void response.status(401).json({ error: 'unauthorized' });
    response.locals.author = author;
    next();
  });
  app.get('/micropub', (request, response) => {
    const { q, url } = request.query;
    if (q === 'config')
      return void response.json({ 'media-endpoint': `${origin}/edit/micropub/media`, 'syndicate-to': [] });
    if (q === 'category')
      return void response.json({ categories: listTerms(content).map(({ slug }) => slug) });
    const source =
      q === 'source' && URL.canParse(String(url))
        ? parts.sourceAt(decodeURI(new URL(String(url)).pathname))
        : null;
    const bytes = source === null ? null : content.read(source);
    if (!bytes) return fail(response, 'There is no such document.');
    response.json({ type: ['h-entry'], properties: propertiesOf(postFormat.fromFile(bytes.toString())) });
  });
  app.post('/micropub', async (request, response) => {
    const properties = readProperties(request.body as Readonly<Record<string, unknown>>);
    if (properties === null) return fail(response, 'Only entries can be created.');
    const post = writePost(properties, parts);
    if ('problem' in post) return fail(response, post.problem);
    await answer(response, post.changes, () => parts.pathOf(post.path) ?? '/');
  });
  app.post('/micropub/media', async (request, response) => {
    const file = await readUpload(request);
    if (file === null) return fail(response, 'Send one file of at most 50 MB as "file".');
    const path = freePath(
      content,
      slugOf(file.name.replace(/\.\w+$/, ''), maxNameBytes) || 'photo',
      /\.\w+$/.exec(file.name)?.[0] ?? '',
    );
    const change = { operation: 'create', path, bytes: file.bytes } as const;
    await answer(response, [change], () => mediaPath(path.slice('content/'.length)));
  });

  /** Saves, and answers with the address of what was added. */
  async function answer(response: Response, changes: readonly FileChange[], pathOf: () => string) {
    const message = `Add ${changes[0]?.path}`;
    const outcome = await parts.save({ changes, author: authorOf(response), message });
    if (outcome.kind !== 'saved') return fail(response, outcome.message);
    response
      .status(201)
      .location(`${parts.site.url}${encodeURI(pathOf())}`)
      .end();
  }
}

function fail(response: Response, description: string): void {
  response.status(400).json({ error: 'invalid_request', error_description: description });
}

/** Both forms of a request; null for another action than creating an entry. */
function readProperties(body: Readonly<Record<string, unknown>>): Properties | null {
  const { h, type, properties, action } = body;
  if (action !== undefined) return null;
  if (Array.isArray(type)) return type[0] === 'h-entry' ? (properties as Properties) : null;
  if (h !== undefined && h !== 'entry') return null;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]),
  );
}

type NewPost =
  | { readonly path: string; readonly changes: readonly FileChange[] }
  | { readonly problem: string };

function writePost(properties: Properties, { content, site, now }: MicropubParts): NewPost {
  const first = (name: string) => properties[name]?.[0];
  const [text, title, slug] = [first('content'), first('name') ?? '', first('mp-slug')];
  if (typeof text !== 'string' || typeof title !== 'string')
    return { problem: 'content must be Markdown, as text.' };
  const photos = (properties.photo ?? []).map((photo) => describePhoto(photo, site));
  const words = (properties.category ?? []).map(String).filter((word) => word.trim() !== '');
  const { terms, added } = sortTerms(content, words);
  const name = slugOf(typeof slug === 'string' ? slug : title || text.slice(0, 40), maxNameBytes) || 'note';
  const path = freePath(content, name, '.md');
  const values = {
    title,
    date: new Date(now()).toLocaleString('sv', { timeZone: site.timezone }).replace(' ', 'T'),
    ...(first('post-status') === 'draft' ? { draft: true } : {}),
    ...terms,
    body: [text.trim(), ...photos].join('\n\n'),
  };
  const file = { operation: 'create', path, bytes: Buffer.from(postFormat.toFile(values)) } as const;
  return { path, changes: [file, ...added] };
}

/** A photo that was uploaded here is shown from its file, another from its address. */
function describePhoto(photo: unknown, site: Site): string {
  const { value = photo, alt = '' } = (typeof photo === 'object' && photo !== null ? photo : {}) as {
    value?: unknown;
    alt?: unknown;
  };
  const address = String(value);
  const own = `${site.url}${mediaPath('posts/')}`;
  const target = address.startsWith(own)
    ? contentPathOfMedia(address.slice(site.url.length)).replace(/^posts\//, '')
    : address;
  return `![${String(alt).replace(/[[\]\\]/g, '\\$&')}](<${target}>)`;
}

interface TermEntry {
  readonly slug: string;
  readonly name: string;
}

const listsOfTerms = ['categories', 'tags'] as const;

function listTerms(content: ContentFolder): readonly TermEntry[] {
  return listsOfTerms.flatMap((list) => readList<TermEntry>(content, list));
}

/** Words as categories and tags that the site has, by slug or name; others become tags. */
function sortTerms(content: ContentFolder, words: readonly string[]) {
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
  const terms = {
    categories: words.flatMap((word) => find(categories, word) ?? []),
    tags: words.filter((word) => find(categories, word) === undefined).map(tagOf),
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

/** What the form shows of a post, as properties. */
function propertiesOf({ title, body, date, draft, categories = [], tags = [] }: FormValues): Properties {
  return {
    name: [title],
    content: [body],
    published: [date],
    category: [...(categories as string[]), ...(tags as string[])],
    'post-status': [draft === true ? 'draft' : 'published'],
  };
}

/** A name that no file has: `hello.md`, `hello-2.md`. */
function freePath(content: ContentFolder, name: string, ending: string): string {
  for (let count = 1; ; count++) {
    const path = `${folder}/${name}${count === 1 ? '' : `-${count}`}${ending.toLowerCase()}`;
    if (content.read(path) === null) return path;
  }
}

const maxUpload = 50 * 1024 * 1024;

async function readUpload(
  request: Request,
): Promise<{ readonly name: string; readonly bytes: Buffer } | null> {
  if (Number(request.get('Content-Length') ?? maxUpload + 1) > maxUpload) return null;
  const headers = { 'Content-Type': request.get('Content-Type') ?? '' };
  const body = Buffer.concat((await request.toArray()) as Buffer[]);
  const form = await new globalThis.Response(body, { headers }).formData().catch(() => null);
  const file = form?.get('file');
  if (!(file instanceof File)) return null;
  return { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) };
}

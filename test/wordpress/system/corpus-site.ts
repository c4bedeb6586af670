import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { decodeHTML } from 'entities';
import { stringify } from 'yaml';
import { loadLibrary } from '../../../src/content/library/load-library.ts';
import type { Library } from '../../../src/core/model/document.ts';
import { type Site, siteSchema } from '../../../src/core/model/site.ts';
import type { Corpus, CorpusComment, CorpusDocument, CorpusMedia } from './corpus.ts';

/**
 * Builds this project's library from a WordPress corpus: the corpus becomes Markdown files with front matter in
 * a scratch folder (stored HTML is a valid body), which go through the real content room. What front matter
 * cannot say is fixed afterwards, see {@link patch}.
 */
export async function buildCorpusLibrary(corpus: Corpus, scratch: string, url: string): Promise<Library> {
  writeContent(corpus, scratch);
  const loaded = await loadLibrary({
    root: scratch,
    site: siteOf(corpus, url),
    compilerDigest: 'corpus',
    cacheFile: join(scratch, 'cache.sqlite'),
    nowGmt: new Date().toISOString().slice(0, 19),
  });
  const library = patch(loaded.library, corpus);
  // Bodies are read from the cache, which closes with the process.
  return library;
}

/** The owner's settings of a site with this corpus. */
export function siteOf({ site, users }: Corpus, url: string): Site {
  const [first] = users;
  return siteSchema.parse({
    title: site.name,
    description: site.description,
    url,
    timezone: site.timezone_string,
    owner: { name: first?.name ?? 'Owner', slug: first?.slug ?? 'owner' },
  });
}

function writeContent(corpus: Corpus, root: string): void {
  const write = (file: string, text: string | Uint8Array) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const slugOf = new Map(corpus.categories.map(({ id, slug }) => [id, slug]));
  write(
    'content/categories.yaml',
    stringify(
      corpus.categories.map(({ id, slug, name, description, parent }) => ({
        slug,
        name,
        description,
        id,
        ...(parent ? { parent: slugOf.get(parent) } : {}),
      })),
    ),
  );
  write(
    'content/tags.yaml',
    stringify(corpus.tags.map(({ id, slug, name, description }) => ({ slug, name, description, id }))),
  );
  write(
    'content/authors.yaml',
    stringify(
      corpus.users.map(({ id, slug, name, description, url }) => ({
        slug,
        name,
        description,
        id,
        ...(url ? { url } : {}),
      })),
    ),
  );
  for (const media of corpus.media) write(`public${sourceOf(media)}`, pngFile(media.width, media.height));
  // Images that a text shows and WordPress does not know of: a build refuses a text whose images are missing.
  for (const { content } of [...corpus.posts, ...corpus.pages]) {
    for (const [, path = ''] of content.matchAll(/<img src="(\/[^"]+)"/g)) {
      if (!corpus.media.some((media) => sourceOf(media) === path)) write(`public${path}`, pngFile(1, 1));
    }
  }
  const approved = corpus.comments.filter((comment) => comment.approved === 1);
  for (const [post, comments] of Map.groupBy(approved, ({ post }) => post))
    write(
      `content/comments/${post}.yaml`,
      stringify(comments.map((comment) => commentEntry(corpus, comment))),
    );
  for (const post of corpus.posts) write(`content/posts/${post.id}.md`, documentFile(corpus, post));
  const byId = new Map(corpus.pages.map((page) => [page.id, page]));
  const pathOf = (page: CorpusDocument): string => {
    const parent = byId.get(page.parent);
    return parent ? `${pathOf(parent)}/${page.id}` : String(page.id);
  };
  for (const page of corpus.pages) write(`content/pages/${pathOf(page)}.md`, documentFile(corpus, page));
}

function commentEntry(corpus: Corpus, comment: CorpusComment): object {
  const author = corpus.users.find(({ id }) => id === comment.author)?.slug;
  return {
    id: comment.id,
    ...(comment.parent ? { parent: comment.parent } : {}),
    name: comment.author_name,
    ...(comment.author_url ? { url: comment.author_url } : {}),
    ...(author ? { author } : {}),
    date: comment.date,
    text: comment.content,
  };
}

function documentFile(corpus: Corpus, document: CorpusDocument): string {
  const isPost = document.type === 'post';
  const slugs = (all: readonly { id: number; slug: string }[], ids: readonly number[]) =>
    ids.map((id) => all.find((term) => term.id === id)?.slug ?? '');
  const media = corpus.media.find(({ id }) => id === document.featured_media);
  const author = corpus.users.find(({ id }) => id === document.author);
  const fields = {
    title: plainText(document.title) || untitled,
    id: document.id,
    slug: isTaken(corpus, document) ? String(document.id) : document.slug,
    date: document.date,
    modified: document.modified,
    author: author?.slug,
    ...(document.excerpt ? { description: plainText(document.excerpt) } : {}),
    ...(document.status === 'publish' || document.status === 'future' ? {} : { draft: true }),
    ...(document.password ? { password: document.password } : {}),
    ...(media ? { image: sourceOf(media), imageAlt: media.alt_text } : {}),
    ...(isPost
      ? { categories: slugs(corpus.categories, document.categories) }
      : { order: document.menu_order }),
    ...(isPost ? { tags: slugs(corpus.tags, document.tags), sticky: document.sticky } : {}),
    ...(isPost && document.format && document.format !== 'standard' ? { format: document.format } : {}),
  };
  return `---\n${stringify(fields)}---\n${document.content}\n`;
}

const untitled = 'Untitled';

/** WordPress lets a post and a page share one address, and a page are where this site has its form. */
function isTaken(corpus: Corpus, document: CorpusDocument): boolean {
  if (document.parent !== 0) return false;
  return document.type === 'post'
    ? corpus.pages.some((page) => page.parent === 0 && page.slug === document.slug)
    : document.slug === 'contact';
}

/**
 * What the corpus says and front matter cannot: a document without a title, two documents at one address or one
 * at that of the contact form, titles and summaries with markup, and what is known of an image apart from the
 * posts that show it.
 */
function patch(library: Library, corpus: Corpus): Library {
  const originals = new Map([...corpus.posts, ...corpus.pages].map((document) => [document.id, document]));
  const userSlug = (id: number) => corpus.users.find((user) => user.id === id)?.slug ?? '';
  return {
    ...library,
    documents: library.documents.map((document) => {
      const original = originals.get(document.id);
      if (!original) return document;
      return {
        ...document,
        slug: original.slug,
        path: isTaken(corpus, original) ? `/${original.slug}/` : document.path,
        title: document.title === untitled ? '' : document.title,
        ...(original.type === 'page' ? { parentId: original.parent } : {}),
        written: { title: original.title, summary: original.excerpt },
      };
    }),
    media: corpus.media
      .toSorted((a, b) => (a.date < b.date ? 1 : -1))
      .map((media) => ({
        id: media.id,
        slug: media.slug,
        title: media.title,
        alt: media.alt_text,
        src: sourceOf(media),
        mimeType: media.mime_type,
        width: media.width,
        height: media.height,
        bytes: library.media.find(({ src }) => src === sourceOf(media))?.bytes ?? 0,
        documentId: media.parent,
        date: media.date,
        dateGmt: toGmt(media.date, corpus.site.timezone_string),
        caption: media.caption,
        author: userSlug(media.author),
      })),
  };
}

function toGmt(local: string, timezone: string): string {
  const guess = Date.parse(`${local}Z`);
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(guess);
  return new Date(2 * guess - Date.parse(`${shown.replace(' ', 'T')}Z`)).toISOString().slice(0, 19);
}

function sourceOf(media: CorpusMedia): string {
  return `/wp-content/uploads/${media.file}`;
}

const inlineTag = /<\/?(?:a|abbr|b|br|code|em|i|p|s|span|strong|u)(?:\s[^>]*)?>/gi;

/** Stored titles and excerpts may hold markup; ours are plain text. */
export function plainText(html: string): string {
  return decodeHTML(html.replace(inlineTag, '')).replace(/\s+/g, ' ').trim();
}

/** A black image of the given size: each row begins with 0, its filter. */
function pngFile(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(checksum(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function checksum(data: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of data) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

import { htmlToText } from 'agentsite/text';
import { z } from 'zod';
import type { ExportComment, ExportItem, ExportRecord, TermMention } from '../model/export-model.ts';
import {
  languageShape,
  openRecording,
  type RestRecording,
  type RestTerm,
  readRecordedLines,
  some,
  versionOf,
} from './rest-recording.ts';

const rendered = z
  .object({
    rendered: z.string().default(''),
    raw: z.string().optional(),
    protected: z.boolean().default(false),
  })
  .default({ rendered: '', protected: false });
const itemSchema = z.looseObject({
  id: z.int().positive(),
  type: z.string(),
  status: z.string().default('publish'),
  slug: z.string().default(''),
  link: z.string().default(''),
  guid: rendered,
  date: z.string().nullable().default(''),
  date_gmt: z.string().nullable().default(''),
  modified: z.string().nullable().default(''),
  modified_gmt: z.string().nullable().default(''),
  title: rendered,
  content: rendered,
  excerpt: rendered,
  author: z.int().default(0),
  parent: z.int().default(0),
  post: z.int().nullish(),
  menu_order: z.int().default(0),
  password: z.string().default(''),
  sticky: z.boolean().default(false),
  ...languageShape,
  format: z.string().default('standard'),
  featured_media: z.int().default(0),
  source_url: z.string().default(''),
  media_details: z.looseObject({ file: z.string().optional() }).optional().catch(undefined),
  alt_text: z.string().default(''),
  caption: rendered,
  description: rendered,
  // PHP writes an object without members as an empty list.
  meta: z.record(z.string(), z.unknown()).catch({}),
});
type RestItem = z.output<typeof itemSchema>;
const commentSchema = z.object({
  id: z.int().positive(),
  post: z.int(),
  parent: z.int().default(0),
  author: z.int().default(0),
  author_name: z.string().default(''),
  author_url: z.string().default(''),
  author_email: z.string().default(''),
  author_ip: z.string().default(''),
  date: z.string(),
  date_gmt: z.string(),
  content: rendered,
  status: z.string().default('approved'),
  type: z.string().default('comment'),
});

/** Reads a recording as the records of an export; old slugs, hidden fields, menus and passwords are missing. */
export async function* readRestRecords(path: string): AsyncGenerator<ExportRecord> {
  const recording = openRecording(path);
  recording.close();
  yield* headOf(recording);
  const comments = new Map<number, ExportComment[]>();
  /** Documents that are recorded twice: for readers and for the owner. */
  const ownersView = new Set<number>();
  for (const { route, body, as } of readRecordedLines(path)) {
    if (route.startsWith('/wp/v2/comments/')) addComment(body, comments);
    else if (as === 'owner') for (const { id } of some(itemSchema, body)) ownersView.add(id);
  }
  const known: Known = {
    users: new Map(recording.users.map(({ id, slug }) => [id, slug])),
    terms: new Map(recording.terms.map((term) => [term.id, term])),
    comments,
  };
  let line = 0;
  for (const { route, body, as } of readRecordedLines(path)) {
    line++;
    const [read] = some(itemSchema, body);
    if (!read || /^\/wp\/v2\/(?:comments|menu-items|menus)\//.test(route)) continue;
    if (ownersView.has(read.id) && as !== 'owner') continue;
    yield { kind: 'item', item: itemOf(read, line, known) };
  }
}

interface Known {
  readonly users: ReadonlyMap<number, string>;
  readonly terms: ReadonlyMap<number, RestTerm>;
  readonly comments: ReadonlyMap<number, ExportComment[]>;
}

function* headOf({ site, users, terms }: RestRecording): Generator<ExportRecord> {
  const plain = (address: string) => address.replace(/\/+$/, '');
  if (site !== null && site.home !== '') {
    const { name: title, description: tagline, home, url } = site;
    const siteUrl = plain(url || home);
    yield { kind: 'head', head: { title, tagline, home: plain(home), siteUrl, language: '' } };
  }
  for (const { id, slug, name } of users) yield { kind: 'author', author: { id, login: slug, name } };
  const slugs = new Map(terms.map(({ id, slug }) => [id, slug]));
  for (const { link: _, ...term } of terms)
    yield { kind: 'term', term: { ...term, ...versionOf(term), parent: slugs.get(term.parent) ?? '' } };
}

function addComment(body: unknown, comments: Map<number, ExportComment[]>): void {
  const [data] = some(commentSchema, body);
  if (!data) return;
  const comment: ExportComment = {
    id: data.id,
    author: data.author_name,
    email: data.author_email,
    url: data.author_url,
    ip: data.author_ip,
    date: data.date.replace('T', ' '),
    dateGmt: data.date_gmt.replace('T', ' '),
    content: data.content.raw ?? data.content.rendered,
    approved: data.status === 'approved' ? '1' : '0',
    type: data.type,
    parent: data.parent,
    userId: data.author,
  };
  comments.set(data.post, [...(comments.get(data.post) ?? []), comment]);
}

function itemOf(item: RestItem, line: number, known: Known): ExportItem {
  const isFile = item.type === 'attachment';
  const moment = (text: string | null) => (text ?? '').replace('T', ' ');
  return {
    file: 'wp/v2',
    line,
    id: item.id,
    type: item.type,
    // The content of a protected document is only in the owner's answer.
    status: item.content.protected && item.password === '' ? 'locked' : item.status,
    title: item.title.raw ?? item.title.rendered.replace(/^(?:Protected|Private): /, ''),
    link: item.link,
    guid: item.guid.rendered,
    creator: known.users.get(item.author) ?? '',
    content: isFile ? htmlToText(item.description.rendered) : (item.content.raw ?? item.content.rendered),
    ...(item.content.raw === undefined ? { isRendered: true } : {}),
    excerpt: isFile ? item.caption.rendered : handWritten(item),
    date: moment(item.date),
    dateGmt: moment(item.date_gmt),
    modified: moment(item.modified),
    modifiedGmt: moment(item.modified_gmt),
    slug: item.slug,
    parent: isFile ? (item.post ?? 0) : item.parent,
    order: item.menu_order,
    password: item.password,
    sticky: item.sticky,
    attachmentUrl: item.source_url,
    terms: mentionsOf(item, known),
    ...versionOf(item),
    meta: [
      ...(item.featured_media > 0 ? [{ key: '_thumbnail_id', value: String(item.featured_media) }] : []),
      ...fieldsOf(item),
      ...(isFile && item.media_details?.file
        ? [{ key: '_wp_attached_file', value: item.media_details.file }]
        : []),
      ...(isFile && item.alt_text !== '' ? [{ key: '_wp_attachment_image_alt', value: item.alt_text }] : []),
    ],
    comments: known.comments.get(item.id) ?? [],
  };
}

/** Public custom fields as they are stored; lists and objects are left out. */
function fieldsOf({ meta }: RestItem): { key: string; value: string }[] {
  return Object.entries(meta).flatMap(([key, value]) => {
    if (typeof value === 'boolean') return [{ key, value: value ? '1' : '' }];
    return typeof value === 'number' || (typeof value === 'string' && value !== '')
      ? [{ key, value: String(value) }]
      : [];
  });
}

/** A generated excerpt ends in dots, and is generated again here. */
function handWritten({ excerpt }: RestItem): string {
  return (
    excerpt.raw ?? (/\[(?:&hellip;|…)\]\s*(?:<\/p>\s*)?$/.test(excerpt.rendered) ? '' : excerpt.rendered)
  );
}

function mentionsOf(item: RestItem, { terms }: Known): TermMention[] {
  const mentions: TermMention[] = [];
  for (const value of Object.values(item)) {
    if (!Array.isArray(value)) continue;
    for (const id of value as readonly unknown[]) {
      const term = typeof id === 'number' ? terms.get(id) : undefined;
      if (term) mentions.push({ taxonomy: term.taxonomy, slug: term.slug, name: term.name });
    }
  }
  if (item.format !== 'standard' && item.type === 'post')
    mentions.push({ taxonomy: 'post_format', slug: `post-format-${item.format}`, name: item.format });
  return mentions;
}

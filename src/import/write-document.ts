import { stringify } from 'yaml';
import { reservedBy } from '../core/model/urls.ts';
import { htmlToText } from '../core/text/plain-text.ts';
import type { ExportItem } from './export-model.ts';
import { metaOf } from './export-model.ts';
import type { LossCode, Losses, LossPlace } from './losses.ts';
import type { Addresses } from './markdown/addresses.ts';
import { convertHtml } from './markdown/convert-html.ts';
import type { MediaLibrary } from './media-library.ts';
import { cleanSlug } from './names.ts';
import { readPhpValue } from './php-values.ts';
import { firstWords, plainWords } from './plain-words.ts';
import type { PlannedDocument } from './plan.ts';
import { renderStoredText } from './stored-text/render-stored-text.ts';
import { findPluginShortcodes } from './stored-text/shortcodes.ts';
import type { TextContext } from './stored-text/text-context.ts';
import { writeDate } from './time-zone.ts';

/** What one document needs to know of the rest of the import. */
export interface DocumentContext {
  readonly timezone: string;
  readonly media: MediaLibrary;
  /** Slug of an author by login; null where the export names none. */
  authorOf(login: string): string | null;
  /** Slug of the site's owner, whom no document has to name. */
  readonly owner: string;
  termOf(taxonomy: string, slug: string): string | undefined;
  /** Field of the front matter that holds the terms of a taxonomy; null where the kind has none. */
  termField(kind: string, taxonomy: string): string | null;
  addressesOf(document: PlannedDocument): Addresses;
  /** Do documents of this kind have a place among others? */
  hasOrder(kind: string): boolean;
  reusableBlock(id: number): string | null;
  /** HTML that readers of the old site saw; null where it is not known. */
  rendered(id: number): string | null;
  readonly losses: Losses;
}

/** A document as the file that it becomes. */
export function writeDocument(item: ExportItem, document: PlannedDocument, context: DocumentContext): string {
  const place: LossPlace = {
    id: item.id,
    title: plainWords(item.title),
    address: item.link,
    file: document.file,
  };
  const lose = (code: LossCode, what: string, remedy = '') => context.losses.add(code, place, what, remedy);
  const body = convertBody(item, document, context, lose);
  const fields = {
    title: titleOf(item, body, lose),
    ...datesOf(item, document.kind !== 'page', context, lose),
    ...(document.id === null ? {} : { id: document.id }),
    ...(slugOfFile(document) === document.slug && document.path !== '/' ? {} : { slug: document.slug }),
    ...(document.ownPath ? { path: document.path } : {}),
    ...descriptionOf(item),
    ...authorOf(item, context, lose),
    ...termsOf(item, document, context, lose),
    ...(document.kind === 'post' && item.sticky ? { sticky: true } : {}),
    ...formatOf(item, document),
    ...(document.kind !== 'post' && context.hasOrder(document.kind) && item.order > 0
      ? { order: item.order }
      : {}),
    ...imageOf(item, context, lose),
    ...(item.password === '' ? {} : { password: item.password }),
    ...(document.draft ? { draft: true } : {}),
    ...redirectsOf(document),
    ...guidOf(item),
    ...fieldsOf(item, lose),
  };
  const note =
    document.draft && item.status !== 'draft' ? `# WordPress: ${item.status.replace(/[^\w-]/g, '')}\n` : '';
  sayStatus(item, document, lose);
  return `---\n${note}${stringify(fields, { lineWidth: 0 })}---\n${body === '' ? '' : `\n${body}\n`}`;
}

type Lose = (code: LossCode, what: string, remedy?: string) => void;

function convertBody(
  item: ExportItem,
  document: PlannedDocument,
  context: DocumentContext,
  lose: Lose,
): string {
  const held: Parameters<Lose>[] = [];
  const text: TextContext = {
    id: item.id,
    attachment: (id) => attachmentOf(id, context),
    picturesOf: (id) =>
      context.media.picturesOf(id).flatMap(({ id: picture }) => attachmentOf(picture, context) ?? []),
    reusableBlock: context.reusableBlock,
    embedHtml: (url) => storedEmbed(item, url),
    lose: (...loss) => held.push(loss),
  };
  const stored = item.isRendered ? item.content : renderStoredText(item.content, text);
  if (item.isRendered) sayOfRendered(item.content, lose);
  const seen =
    held.some(([code, what]) => isOfPlugin(code, what)) && item.id !== null
      ? context.rendered(item.id)
      : null;
  if (seen === null) for (const loss of held) lose(...loss);
  else sayOfRendered(seen, lose);
  const cleaning = { addresses: context.addressesOf(document), lose };
  const { markdown, keptAsHtml } = convertHtml(seen ?? stored, footnotesOf(item), cleaning);
  if (keptAsHtml > 0)
    lose(
      'conversion-as-html',
      `${keptAsHtml} ${keptAsHtml === 1 ? 'block stays' : 'blocks stay'} HTML`,
      'Markdown would not have been read as the same words.',
    );
  return markdown;
}

/** Is it something that a plugin made on display, and that what readers saw still holds? */
const isOfPlugin = (code: LossCode, what: string): boolean =>
  code === 'shortcode-unknown' || (code === 'block-dynamic' && !what.startsWith('core/'));

/** Shortcodes that readers saw as text: their plugin was gone already. */
function sayOfRendered(html: string, lose: Lose): void {
  for (const [, written] of findPluginShortcodes(html.replace(/<(pre|code)\b[\s\S]*?<\/\1>/gi, ''))) {
    lose(
      'shortcode-unknown',
      plainWords(written),
      'Readers of the old site saw it like this; write what it stood for, or take it out.',
    );
  }
}

function attachmentOf(id: number, { media }: DocumentContext) {
  const found = media.attachment(id);
  if (!found) return null;
  return { id, url: found.url, title: found.title, alt: found.alt, caption: found.caption, mimeType: '' };
}

function storedEmbed(item: ExportItem, url: string): string | null {
  const number = /(?:v=|youtu\.be\/|vimeo\.com\/|embed\/|\/)([\w-]{6,})\/?$/.exec(url)?.[1];
  const found = item.meta.find(
    ({ key, value }) => /^_oembed_[0-9a-f]{32}$/.test(key) && number !== undefined && value.includes(number),
  );
  return found?.value ?? null;
}

function footnotesOf(item: ExportItem): ReadonlyMap<string, string> {
  try {
    const list: unknown = JSON.parse(metaOf(item, 'footnotes') || '[]');
    if (!Array.isArray(list)) return new Map();
    return new Map(
      list.flatMap((note: { id?: unknown; content?: unknown }) =>
        typeof note?.id === 'string' && typeof note.content === 'string' && item.content.includes(note.id)
          ? [[note.id, note.content]]
          : [],
      ),
    );
  } catch {
    return new Map();
  }
}

function titleOf(item: ExportItem, body: string, lose: Lose): string {
  const title = plainWords(item.title.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ''));
  if (/<(?!\/?(?:em|i|b|strong|code|sup|sub|br|span)\b)[a-z]/i.test(item.title))
    lose('html-removed', `title: ${item.title}`, 'Titles are plain text.');
  if (title !== '') return title;
  const words = firstWords(htmlToText(item.content.replace(/\[[^\]]*\]/g, ' ')), 8);
  const made =
    words || firstWords(body.replace(/[^\p{L}\p{N} ]+/gu, ' '), 8) || item.date.slice(0, 10) || 'Untitled';
  lose('title-made', made, 'It had no title; its first words, or its date, stand there.');
  return made;
}

function datesOf(
  item: ExportItem,
  isDated: boolean,
  { timezone }: DocumentContext,
  lose: Lose,
): { date?: string; modified?: string } {
  const date = writeDate(item, timezone);
  const modified = writeDate({ date: item.modified, dateGmt: item.modifiedGmt }, timezone);
  if (date === null) {
    if (isDated)
      lose('characters-dropped', `date "${item.date}"`, 'It is not a date; 1970-01-01 stands there.');
    return isDated ? { date: '1970-01-01T00:00:00' } : {};
  }
  return { date, ...(modified === null || modified === date ? {} : { modified }) };
}

/** The slug that the name of the file says by itself. */
function slugOfFile({ file }: PlannedDocument): string {
  const name = file.slice(file.lastIndexOf('/') + 1, -'.md'.length);
  return name
    .replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, '')
    .normalize('NFC')
    .toLowerCase();
}

function descriptionOf(item: ExportItem): { description?: string } {
  const description = plainWords(item.excerpt);
  return description === '' ? {} : { description };
}

function authorOf(item: ExportItem, context: DocumentContext, lose: Lose): { author?: string } {
  const slug = context.authorOf(item.creator);
  if (slug === null)
    lose(
      'ref-missing',
      `author "${item.creator}"`,
      'The account was deleted; the owner of the site stands there.',
    );
  return slug === null || slug === context.owner ? {} : { author: slug };
}

function termsOf(
  item: ExportItem,
  { kind }: PlannedDocument,
  context: DocumentContext,
  lose: Lose,
): Record<string, string[]> {
  const fields = new Map<string, Set<string>>();
  for (const { taxonomy, slug, name } of item.terms) {
    if (taxonomy === 'post_format') continue;
    const field = context.termField(kind, taxonomy);
    const term = context.termOf(taxonomy, slug);
    if (field === null)
      lose(
        'term-changed',
        `${taxonomy}: ${plainWords(name)}`,
        'Documents of this kind carry no such terms here.',
      );
    else if (term !== undefined) fields.set(field, (fields.get(field) ?? new Set()).add(term));
  }
  return Object.fromEntries([...fields].map(([field, slugs]) => [field, [...slugs]]));
}

const formats = new Set('aside chat gallery link image quote status video audio'.split(' '));

function formatOf(item: ExportItem, document: PlannedDocument): { format?: string } {
  const slug =
    item.terms.find(({ taxonomy }) => taxonomy === 'post_format')?.slug.replace(/^post-format-/, '') ?? '';
  return document.kind === 'post' && formats.has(slug) ? { format: slug } : {};
}

function imageOf(
  item: ExportItem,
  { media }: DocumentContext,
  lose: Lose,
): { image?: string; imageAlt?: string } {
  const id = Number(metaOf(item, '_thumbnail_id'));
  if (!(id > 0)) return {};
  const attachment = media.attachment(id);
  const path = attachment && media.pathOf(attachment);
  if (!attachment || !path) {
    lose('ref-missing', `featured picture ${id}`, 'It is not in the export.');
    return {};
  }
  if (!media.files.has(path)) {
    lose(
      'file-missing',
      media.address(path),
      'It was the picture of this document. Give --media a copy of wp-content/uploads, or add the file and the field "image".',
    );
    return {};
  }
  const alt = plainWords(attachment.alt);
  return { image: media.address(path), ...(alt === '' ? {} : { imageAlt: alt }) };
}

function redirectsOf({ source, oldPath, path }: PlannedDocument): { redirectFrom?: string[] } {
  const folder = oldPath.slice(0, oldPath.slice(0, -1).lastIndexOf('/') + 1);
  const slugs = source.oldSlugs.map(cleanSlug).filter((slug) => slug !== '');
  const old = oldPath === '' ? [] : slugs.map((slug) => `${folder}${slug}/`);
  const moved = oldPath !== '' && oldPath !== path ? [oldPath] : [];
  const redirectFrom = [...new Set([...moved, ...old])].filter(
    (from) => from !== path && /^\/[^\s?#]*$/.test(from) && reservedBy(from) === null,
  );
  return redirectFrom.length > 0 ? { redirectFrom } : {};
}

function guidOf(item: ExportItem): { guid?: string } {
  return item.status === 'publish' && item.guid !== '' ? { guid: item.guid.replaceAll('&#038;', '&') } : {};
}

/** Written by WordPress and its plugins for themselves. */
const noise = /^(?:_|footnotes$|enclosure$|wp_pattern_sync_status$|inline_featured_image$)/;

/** The owner's own fields. What plugins keep under names with an underscore stays behind. */
function fieldsOf(item: ExportItem, lose: Lose): { fields?: Record<string, unknown> } {
  const fields = new Map<string, unknown[]>();
  for (const { key, value } of item.meta) {
    if (noise.test(key) || key === '') continue;
    const read = readPhpValue(value);
    if (read === undefined && /^(?:a:\d+:\{|O:\d+:")/.test(value))
      lose(
        'field-not-kept',
        `${key}: ${value}`,
        'It holds an object of a program, and stays the text that it was stored as.',
      );
    fields.set(key, [...(fields.get(key) ?? []), read ?? value]);
  }
  const seo = item.meta.filter(({ key }) =>
    /^_(?:yoast_wpseo_(?:title|metadesc)|aioseo_|rank_math_)/.test(key),
  );
  for (const { key, value } of seo)
    lose(
      'field-not-kept',
      `${key}: ${value}`,
      'Of a plugin for search engines. The description is the field "description".',
    );
  if (fields.size === 0) return {};
  return {
    fields: Object.fromEntries(
      [...fields].map(([key, values]) => [key, values.length === 1 ? values[0] : values]),
    ),
  };
}

function sayStatus(item: ExportItem, document: PlannedDocument, lose: Lose): void {
  const { draft, kind } = document;
  if (item.status === 'private')
    lose(
      'status-mapped',
      'private',
      'It is a draft here: nobody sees it. Give it a password to show it to some.',
    );
  else if (draft && !['draft', 'publish'].includes(item.status))
    lose('status-mapped', item.status, 'It is a draft here.');
  else if (draft && item.status === 'publish')
    lose(
      'status-mapped',
      `kind "${item.type}"`,
      `Whether readers could see this kind is not known; it is a draft. Import again with --public-types ${item.type} when they could.`,
    );
  if (kind === 'page' && item.type !== 'page')
    lose(
      'type-mapped',
      `kind "${item.type}"`,
      'It is a page here, at its old address; programs find it among the pages.',
    );
}

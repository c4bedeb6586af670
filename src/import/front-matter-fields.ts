import { reservedBy } from '../core/model/urls.ts';
import { htmlToText } from '../core/text/plain-text.ts';
import type { DocumentContext, Lose } from './document-context.ts';
import { type ExportItem, metaOf } from './export-model.ts';
import { cleanSlug } from './names.ts';
import { readPhpValue } from './php-values.ts';
import { firstWords, plainWords } from './plain-words.ts';
import type { PlannedDocument } from './plan.ts';
import { writeDate } from './time-zone.ts';

/** An empty title stays one, where the text has words to stand for it. */
export function titleOf(item: ExportItem, body: string, lose: Lose): string {
  const title = plainWords(item.title.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ''));
  if (/<(?!\/?(?:em|i|b|strong|code|sup|sub|br|span)\b)[a-z]/i.test(item.title))
    lose('html-removed', `title: ${item.title}`, 'Titles are plain text.');
  if (title !== '') return title;
  if (firstWords(htmlToText(item.content.replace(/\[[^\]]*\]/g, ' ')), 8) !== '') return '';
  const made = firstWords(body.replace(/[^\p{L}\p{N} ]+/gu, ' '), 8) || item.date.slice(0, 10) || 'Untitled';
  lose('title-made', made, 'It had neither title nor words; what stands there was made of its date.');
  return made;
}

export function datesOf(
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
export function slugOfFile({ file }: PlannedDocument): string {
  const name = file.slice(file.lastIndexOf('/') + 1, -'.md'.length);
  return name
    .replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, '')
    .normalize('NFC')
    .toLowerCase();
}

export function descriptionOf(item: ExportItem): { description?: string } {
  const description = plainWords(item.excerpt);
  return description === '' ? {} : { description };
}

export function authorOf(item: ExportItem, context: DocumentContext, lose: Lose): { author?: string } {
  const slug = context.authorOf(item.creator);
  if (slug === null)
    lose(
      'ref-missing',
      `author "${item.creator}"`,
      'The account was deleted; the owner of the site stands there.',
    );
  return slug === null || slug === context.owner ? {} : { author: slug };
}

export function termsOf(
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

export function formatOf(item: ExportItem, document: PlannedDocument): { format?: string } {
  const slug =
    item.terms.find(({ taxonomy }) => taxonomy === 'post_format')?.slug.replace(/^post-format-/, '') ?? '';
  return document.kind === 'post' && formats.has(slug) ? { format: slug } : {};
}

export function imageOf(
  item: ExportItem,
  document: PlannedDocument,
  context: DocumentContext,
  lose: Lose,
): { image?: string; imageAlt?: string } {
  if (item.picture) return pictureOf(item.picture, document, context, lose);
  const { media } = context;
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

/** A picture that is named by its address. */
function pictureOf(
  { url, alt }: NonNullable<ExportItem['picture']>,
  document: PlannedDocument,
  context: DocumentContext,
  lose: Lose,
): { image?: string; imageAlt?: string } {
  const found = context.addressesOf(document).picture(url, null);
  const words = plainWords(alt);
  if (found.kind === 'found') return { image: found.url, ...(words === '' ? {} : { imageAlt: words }) };
  lose(
    'file-missing',
    found.kind === 'none' ? found.written : found.url,
    'It was the picture of this document. Import again when the file is there, or write the field "image".',
  );
  return {};
}

export function redirectsOf({ source, oldPath, path }: PlannedDocument): { redirectFrom?: string[] } {
  const folder = oldPath.slice(0, oldPath.slice(0, -1).lastIndexOf('/') + 1);
  const slugs = source.oldSlugs.map(cleanSlug).filter((slug) => slug !== '');
  const old = oldPath === '' ? [] : slugs.map((slug) => `${folder}${slug}/`);
  const moved = oldPath !== '' && oldPath !== path ? [oldPath] : [];
  // An old address that named a file has no slash at its end.
  const redirectFrom = [
    ...new Set([...moved, ...source.oldPaths, ...old].map((from) => from.replace(/(\.\w+)\/$/, '$1'))),
  ].filter((from) => from !== path && /^\/[^\s?#]*$/.test(from) && reservedBy(from) === null);
  return redirectFrom.length > 0 ? { redirectFrom } : {};
}

export function guidOf(item: ExportItem): { guid?: string } {
  return item.status === 'publish' && item.guid !== '' ? { guid: item.guid.replaceAll('&#038;', '&') } : {};
}

/** Written by WordPress and its plugins for themselves. */
const noise = /^(?:_|footnotes$|enclosure$|wp_pattern_sync_status$|inline_featured_image$)/;
/** Hidden fields that an import reads, or that say nothing of the text: of WordPress, and the names of ACF's fields. */
const silent =
  /^_(?:thumbnail_id|edit_l|wp_|menu_item_|oembed_|pingme|encloseme|trackbackme|transient|happyforms|publicize|feed_|dp_original|jetpack_|customize_|elementor_(?:version|edit_mode|template_type|css|controls_usage|page_assets)|wpcom_|g_feedback_shortcode|rest_api_)/;

const hiddenField = 'A plugin kept it for itself, hidden from editors. What it says is in the export.';
const textElsewhere =
  'The document has no text of its own: a program that builds pages may have kept it here. Give --rest or --site, so that what readers saw is taken, or write it by hand.';

/** Data with several values, on a document without a text. */
const holdsText = (body: string, value: string): boolean => body === '' && /^(?:\s*[[{]|[aO]:\d)/.test(value);

/** The owner's own fields. What plugins keep under names with an underscore stays behind. */
export function fieldsOf(
  item: ExportItem,
  body: string,
  { recordedMeta }: DocumentContext,
  lose: Lose,
): { fields?: Record<string, unknown> } {
  const shown = item.id === null ? {} : recordedMeta(item.id);
  const fields = new Map<string, unknown[]>(
    Object.entries(item.fields ?? {}).map(([key, value]) => [key, [value]]),
  );
  for (const { key, value } of item.meta) {
    if (noise.test(key) || key === '') continue;
    const read = readPhpValue(value);
    if (read === undefined && /^(?:a:\d+:\{|O:\d+:")/.test(value))
      lose(
        'field-not-kept',
        `${key}: ${value}`,
        'It holds an object of a program, and stays the text that it was stored as.',
      );
    fields.set(key, [...(fields.get(key) ?? []), read ?? typed(value, shown[key])]);
  }
  const isSeo = (key: string) => /^_(?:yoast_wpseo_(?:title|metadesc)|aioseo_|rank_math_)/.test(key);
  for (const { key, value } of item.meta) {
    if (!key.startsWith('_') || silent.test(key) || isSeo(key) || value === '' || /^field_\w+$/.test(value))
      continue;
    lose('field-not-kept', key, holdsText(body, value) ? textElsewhere : hiddenField);
  }
  for (const { key, value } of item.meta.filter((entry) => isSeo(entry.key)))
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

/** Every field is stored as text; what `wp/v2` gave as a number, or as true or false, is one. */
function typed(stored: string, shown: unknown): unknown {
  if (typeof shown === 'number' && Number(stored) === shown) return shown;
  return typeof shown === 'boolean' && (stored === '1') === shown ? shown : stored;
}

/** Whom Ghost showed a text to. */
const membersOnly = new Set(['members', 'paid', 'tiers', 'filter']);

export function sayStatus(item: ExportItem, document: PlannedDocument, lose: Lose): void {
  const { draft, kind } = document;
  if (item.status === 'private')
    lose(
      'status-mapped',
      'private',
      'It is a draft here: nobody sees it. Give it a password to show it to some.',
    );
  else if (membersOnly.has(item.status))
    lose(
      'status-mapped',
      item.status,
      'Not everybody could read it, so it is a draft here. Give it a password to show it to some.',
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
      draft
        ? 'It is a page here; programs find it among the pages.'
        : 'It is a page here, at its old address; programs find it among the pages.',
    );
}

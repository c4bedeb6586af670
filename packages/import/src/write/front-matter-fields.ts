import { parseDuration } from 'agentsite/model';
import { cutWords, htmlToText } from 'agentsite/text';
import type { Addresses } from '../model/addresses.ts';
import { type ExportItem, metaOf } from '../model/export-model.ts';
import { bareWords, plainWords } from '../model/plain-words.ts';
import { noDate } from '../model/stored-date.ts';
import type { DocumentContext, Lose } from '../plan/document-context.ts';
import type { PlannedDocument } from '../plan/plan.ts';
import { languageTaxonomies } from '../plan/plan-languages.ts';
import { readPhpValue } from '../wordpress/php-values.ts';
import { contradicts, writeDate } from '../wordpress/time-zone.ts';

/** An empty title stays empty if the content has words. */
export function titleOf(item: ExportItem, body: string, lose: Lose): string {
  const title = plainWords(item.title.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ''));
  if (/<(?!\/?(?:em|i|b|strong|code|sup|sub|br|span)\b)[a-z]/i.test(item.title))
    lose('html-removed', `title: ${item.title}`, 'Titles are plain text.');
  if (title !== '') return title;
  if (htmlToText(item.content.replace(/\[[^[\]]*\]/g, ' ')) !== '') return '';
  const made = cutWords(bareWords(body), 8, '…') || item.date.slice(0, 10) || 'Untitled';
  lose('title-made', made, 'It had neither a title nor words, so its date is the title.');
  return made;
}

const farClock = 'Its local date and its UTC date differ by more than a day. The local date is kept.';
const otherClock =
  'Its UTC offset is not that of the site’s time zone. The offset is kept, so the calendar day does not change.';

export function datesOf(
  item: ExportItem,
  isDated: boolean,
  { timezone }: DocumentContext,
  lose: Lose,
): { date?: string; modified?: string } {
  const date = writeDate(item, timezone);
  const changed = { date: item.modified, dateGmt: item.modifiedGmt };
  const modified = writeDate(changed, timezone);
  const others = [
    ...(contradicts(item, timezone) ? [date ?? ''] : []),
    ...(contradicts(changed, timezone) && modified !== date ? [`changed ${modified}`] : []),
  ];
  for (const what of others) lose('clock-differs', what, /[+-]\d\d:\d\d$/.test(what) ? otherClock : farClock);
  if (date === null) {
    if (isDated)
      lose('date-unreadable', `date "${item.date}"`, 'The document is dated 1970-01-01. Set its date.');
    return isDated ? { date: noDate } : {};
  }
  return { date, ...(modified === null || modified === date ? {} : { modified }) };
}

export function descriptionOf(item: ExportItem, lose: Lose): { description?: string } {
  if (/<(?:a|img|iframe|video|audio|area)\b/i.test(item.excerpt))
    lose('html-removed', `excerpt: ${item.excerpt}`, 'Summaries are plain text.');
  const description = plainWords(item.excerpt);
  return description === '' ? {} : { description };
}

export function authorOf(item: ExportItem, context: DocumentContext, lose: Lose): { author?: string } {
  const slug = context.authorOf(item.creator);
  if (slug === null)
    lose(
      'ref-missing',
      `author "${item.creator}"`,
      'The account was deleted. The owner of the site is the author now.',
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
    if (taxonomy === 'post_format' || languageTaxonomies.includes(taxonomy)) continue;
    const field = context.termField(kind, taxonomy);
    const term = context.termOf(taxonomy, slug);
    if (field === null)
      lose(
        'term-changed',
        `${taxonomy}: ${plainWords(name)}`,
        'Documents of this kind have no such terms here.',
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
  const { media } = context;
  const id = Number(metaOf(item, '_thumbnail_id'));
  if (!item.image && !(id > 0)) return {};
  const attachment = media.attachment(id);
  const path = (attachment && media.pathOf(attachment)) ?? null;
  if (!item.image && path === null) {
    lose('ref-missing', `featured image ${id}`, 'It is not in the export.');
    return {};
  }
  const found = item.image
    ? context.addressesOf(document).image(item.image.url, null)
    : { kind: media.files.has(path ?? '') ? 'found' : 'missing', url: media.address(path ?? '') };
  const alt = plainWords(item.image?.alt ?? attachment?.alt ?? '');
  if ('url' in found && found.kind === 'found')
    return { image: found.url, ...(alt === '' ? {} : { imageAlt: alt }) };
  const fix = 'It was the featured image. Import again with the file, or add the field "image".';
  lose('file-missing', 'url' in found ? found.url : found.written, fix);
  return {};
}

export function redirectsOf(
  document: PlannedDocument,
  context: DocumentContext,
): { redirectFrom?: string[] } {
  const redirectFrom = [...context.redirectFrom(document)];
  return redirectFrom.length > 0 ? { redirectFrom } : {};
}

export function guidOf(item: ExportItem): { guid?: string } {
  return item.status === 'publish' && item.guid !== '' ? { guid: item.guid.replaceAll('&#038;', '&') } : {};
}

/** Fields that are read elsewhere, or that only contain locks, pings and edits. */
const readElsewhere = new Set(
  (
    '_edit_last _edit_lock _encloseme _pingme _thumbnail_id _trackbackme _wp_desired_post_slug _wp_old_slug ' +
    '_wpml_import_language_code _wpml_import_source_language_code _wpml_import_translation_group ' +
    '_wp_trash_meta_comments_status _wp_trash_meta_status _wp_trash_meta_time footnotes'
  ).split(' '),
);

/** Can a field be dropped silently? A cached embed can if the body contains its words. */
function isDroppable(key: string, value: string, body: string): boolean {
  if (readElsewhere.has(key) || value === '' || key === '') return true;
  if (key.startsWith('_oembed_')) {
    const words = bareWords(plainWords(value));
    return (
      /^_oembed_time_/.test(key) || value === '{{unknown}}' || bareWords(plainWords(body)).includes(words)
    );
  }
  // ACF's references to its field definitions, and the default page template.
  return (
    key.startsWith('_') && (/^field_\w+$/.test(value) || `${key} ${value}` === '_wp_page_template default')
  );
}

const hiddenField = 'A private field of a plugin. Its value is in the export.';
const contentElsewhere =
  'The document has no content: a page builder may have stored it here. Use --rest or --site to import what readers saw, or write it by hand.';
const confidentialField =
  'It may give access to files that were sold, or to accounts or customers, so it is not published. Its value is in the export.';
const seoField = 'A field of an SEO plugin. The description is the field "description".';

/** Structured data on a document without content. */
const mayBeContent = (body: string, value: string): boolean =>
  body === '' && /^(?:\s*[[{]|[aO]:\d)/.test(value);
const isSeo = (key: string): boolean => /^_(?:yoast_wpseo_(?:title|metadesc)|aioseo_|rank_math_)/.test(key);
/** Podcast episodes: an address of audio or video, or a field of a podcast plugin. */
const isEpisode = (key: string, value: string): boolean =>
  /(?:^|:|_)enclosure$|podcast|podpress|powerpress|episode/i.test(key) ||
  /^\s*https?:\/\/\S+\.(?:mp3|m4[abv]|aac|og[gav]|opus|wav|flac|mp4|mov|webm)(?:[?#]\S*)?\s*(?:\n|$)/i.test(
    value,
  );

/** WordPress stores an episode as lines: address, size, type. Plugins add a list with the duration. */
const enclosureOf = ({ meta }: ExportItem) => meta.find(({ key }) => key === 'enclosure');

/** A build refuses an episode without its file, so one that is missing here stays a custom field. */
export function audioOf(
  item: ExportItem,
  addresses: Addresses,
  lose: Lose,
): { audio?: Record<string, unknown> } {
  const stored = enclosureOf(item)?.value ?? '';
  const [file = '', bytes = '', type = ''] = stored.split('\n').map((line) => line.trim());
  if (!/^https?:\/\/\S+$/.test(file)) return {};
  const own = addresses.file(file);
  if (own.kind === 'missing') {
    lose('file-missing', own.url, 'It is the recording of an episode. Import again with the file.');
    return {};
  }
  const duration = /"duration";s:\d+:"([\d:]+)"/.exec(stored)?.[1]?.replace(/^00:/, '');
  return {
    audio: {
      file: own.url,
      ...(Number(bytes) > 0 ? { bytes: Number(bytes) } : {}),
      ...(/^(?:audio|video)\/[\w.+-]+$/.test(type) ? { type } : {}),
      ...(duration === undefined || parseDuration(duration) === null ? {} : { duration }),
    },
  };
}

/** Custom fields, and podcast episodes. Private fields of plugins are only reported. @param hasAudio is the first enclosure a field of its own? */
export function fieldsOf(
  item: ExportItem,
  body: string,
  { recordedMeta }: DocumentContext,
  hasAudio: boolean,
  lose: Lose,
): { fields?: Record<string, unknown> } {
  const shown = item.id === null ? {} : recordedMeta(item.id);
  const fields = new Map<string, unknown[]>(
    Object.entries(item.fields ?? {}).map(([key, value]) => [key, [value]]),
  );
  const ownField = hasAudio ? enclosureOf(item) : undefined;
  for (const entry of item.meta) {
    const { key, value } = entry;
    if (entry === ownField || (isDroppable(key, value, body) && !(value === '' && isOwn(key)))) continue;
    if (isEpisode(key, value))
      lose('field-kept', `${key}: ${value}`, 'A podcast episode. No feed contains it.');
    else if (!isOwn(key)) {
      reportHidden(key, value, body, lose);
      continue;
    }
    const read = readPhpValue(value);
    if (read === undefined && /^(?:a:\d+:\{|O:\d+:")/.test(value))
      lose('field-not-kept', `${key}: ${value}`, 'It contains a PHP object, and is kept as it was stored.');
    fields.set(key, [...(fields.get(key) ?? []), read ?? typed(value, shown[key])]);
  }
  if (fields.size === 0) return {};
  return {
    fields: Object.fromEntries(
      [...fields].map(([key, values]) => [key, values.length === 1 ? values[0] : values]),
    ),
  };
}

/** Files that a shop sells, credentials, and data about customers: plugins keep them from readers. */
const confidentialName =
  /(?:^|[_-])(?:(?:download(?:able)?|protected)_?files?|licen[cs]e_?keys?|api_?keys?|(?:client_?)?secret|passwo?r?d|(?:access|auth)_?token|(?:customer|buyer|payer|billing|shipping)_\w+)(?:$|[_-])/i;

/** Names with an underscore are hidden from authors. */
const isOwn = (key: string): boolean =>
  key !== '' && !key.startsWith('_') && !readElsewhere.has(key) && !confidentialName.test(key);

function reportHidden(key: string, value: string, body: string, lose: Lose): void {
  if (confidentialName.test(key)) lose('field-not-kept', key, confidentialField);
  else if (isSeo(key)) lose('field-not-kept', `${key}: ${value}`, seoField);
  else if (key === '_wp_page_template')
    lose('field-not-kept', `${key}: ${value}`, 'A page template. Choose a layout in the theme.');
  else if (key.startsWith('_oembed_'))
    lose(
      'field-not-kept',
      `${key}: ${plainWords(value)}`,
      'Embedded content that the document no longer shows.',
    );
  else lose('field-not-kept', key, mayBeContent(body, value) ? contentElsewhere : hiddenField);
}

/** Fields are stored as strings; numbers and booleans in `wp/v2` are restored. */
function typed(stored: string, shown: unknown): unknown {
  if (typeof shown === 'number' && Number(stored) === shown) return shown;
  return typeof shown === 'boolean' && (stored === '1') === shown ? shown : stored;
}

/** Ghost's audiences. */
const membersOnly = new Set(['members', 'paid', 'tiers', 'filter', 'sent', 'email-only', 'partly-members']);

export function reportStatus(item: ExportItem, document: PlannedDocument, lose: Lose): void {
  const { draft, kind } = document;
  if (item.status === 'private')
    lose('status-mapped', 'private', 'It is a draft here. Give it a password to show it to some readers.');
  else if (membersOnly.has(item.status))
    lose(
      'status-mapped',
      item.status,
      'Not all readers could see it, so it is a draft here. Give it a password to show it to some readers.',
    );
  else if (draft && !['draft', 'publish'].includes(item.status))
    lose('status-mapped', item.status, 'It is a draft here.');
  else if (draft && item.status === 'publish' && document.restriction === null)
    lose(
      'status-mapped',
      `content type "${item.type}"`,
      `It is not known whether readers could see this content type, so it is a draft. If they could, import again with --public-types ${item.type}.`,
    );
  if (kind === 'page' && item.type !== 'page')
    lose(
      'type-mapped',
      `content type "${item.type}"`,
      draft ? 'It is a page here, also in wp/v2.' : 'It is a page here, also in wp/v2, at its old address.',
    );
}

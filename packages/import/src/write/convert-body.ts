import { findSilentMarkup } from 'agentsite/content';
import { htmlToText } from 'agentsite/text';
import { decodeHTML } from 'entities';
import { slug as headingSlug } from 'github-slugger';
import { adaptMarkdown } from '../markdown/adapt-markdown.ts';
import { convertHtml } from '../markdown/convert-html.ts';
import type { Addresses } from '../model/addresses.ts';
import { replaceElements } from '../model/closing-tags.ts';
import { type ExportItem, metaOf } from '../model/export-model.ts';
import type { LossCode } from '../model/losses.ts';
import { decodePercent } from '../model/names.ts';
import { plainWords } from '../model/plain-words.ts';
import type { DocumentContext, Lose } from '../plan/document-context.ts';
import type { PlannedDocument } from '../plan/plan.ts';
import { missingAddresses, missingWords, wordsOfMarkdown } from '../stored-text/missing-words.ts';
import { renderStoredText } from '../stored-text/render-blocks.ts';
import { findPluginShortcodes } from '../stored-text/shortcodes.ts';
import type { TextContext } from '../stored-text/text-context.ts';

export function convertBody(
  item: ExportItem,
  document: PlannedDocument,
  context: DocumentContext,
  report: Lose,
): string {
  if (item.markdown) {
    const cleaning = { addresses: context.addressesOf(document), lose: report };
    const markdown = adaptMarkdown(item.content, item.markdown.resolve, cleaning);
    // Templates were replaced already: the rest is literal.
    for (const { message } of findSilentMarkup(markdown, { math: context.math, emoji: true }))
      if (!/^"\{[{%]/.test(message)) report('shortcode-unknown', message);
    return markdown;
  }
  const said: string[] = [];
  const lose: Lose = (code, what, fix) => {
    said.push(what);
    report(code, what, fix);
  };
  const held: Parameters<Lose>[] = [];
  const text: TextContext = {
    id: item.id,
    attachment: (id) => attachmentOf(id, context),
    imagesOf: (id) =>
      context.media.imagesOf(id).flatMap(({ id: image }) => attachmentOf(image, context) ?? []),
    reusableBlock: context.reusableBlock,
    field: (key) => metaOf(item, key),
    embedHtml: (url) => storedEmbed(item, url),
    lose: (...loss) => held.push(loss),
    replace: (stored) => said.push(stored),
  };
  const stored = item.isRendered ? item.content : renderStoredText(item.content, text);
  if (item.isRendered) reportRendered(item.content, lose);
  // A page builder may store all content elsewhere.
  const isOfProgram = stored.trim() === '' || held.some(([code, what]) => isOfPlugin(code, what));
  const seen = isOfProgram && item.id !== null ? context.rendered(item.id) : null;
  if (seen === null) for (const loss of held) lose(...loss);
  else reportRendered(seen, lose);
  const footnotes = footnotesOf(item, lose);
  const addresses = withPlaces(context.addressesOf(document), seen ?? stored, [...footnotes.keys()]);
  const cleaning = { addresses, lose, places: context.places };
  const { markdown, keptAsHtml } = convertHtml(seen ?? stored, footnotes, cleaning);
  if (keptAsHtml > 0)
    lose(
      'conversion-as-html',
      `${keptAsHtml} ${keptAsHtml === 1 ? 'block stays' : 'blocks stay'} HTML`,
      'As Markdown, its words would have changed.',
    );
  const left = missingWords(seen ?? item.content, wordsOfMarkdown([markdown, ...said].join('\n')));
  if (left.length > 0)
    lose(
      'html-removed',
      `words: ${left.join(' ')}`,
      'They are no longer in the document. Compare it with the old one.',
    );
  const gone = missingAddresses(seen ?? item.content, [markdown, ...said].join('\n'), context.isOwnAddress);
  for (const url of gone)
    lose('html-removed', `address: ${url}`, 'It is no longer in the document. Compare it with the old one.');
  return markdown;
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** A link to an ID that the document does not have is dead, except for `#top`. */
function withPlaces(addresses: Addresses, html: string, marks: readonly string[]): Addresses {
  const places = new Set<string>(marks);
  for (const [, , name = ''] of html.matchAll(/\s(?:id|name)=(["'])([^"']*)\1/gi))
    places.add(decodeHTML(name));
  replaceElements(html, headings, (heading) => {
    places.add(headingSlug(htmlToText(heading)));
    return '';
  });
  return {
    ...addresses,
    link(written) {
      const found = addresses.link(written);
      const place = /^#(?!top$)(.+)$/.exec(written.trim())?.[1];
      if (found.kind !== 'unchecked' || place === undefined) return found;
      return places.has(decodePercent(place))
        ? found
        : { kind: 'dead', reason: 'No place of this name is in the text.' };
    },
  };
}

/** Is it content that a plugin generated, and that the recording may contain? */
const isOfPlugin = (code: LossCode, what: string): boolean =>
  code === 'shortcode-unknown' || (code === 'block-dynamic' && !what.startsWith('core/'));

/** Reports shortcodes that readers saw as text, because their plugin was gone. */
function reportRendered(html: string, lose: Lose): void {
  for (const [, written] of findPluginShortcodes(
    replaceElements(html, ['pre', 'code'], () => ''),
    false,
  )) {
    lose(
      'shortcode-unknown',
      plainWords(written),
      'Readers of the old site saw it like this. Replace or remove it.',
    );
  }
}

function attachmentOf(id: number, { media }: DocumentContext) {
  const found = media.attachment(id);
  if (!found) return null;
  return { id, url: found.url, title: found.title, alt: found.alt, caption: found.caption, mimeType: '' };
}

function storedEmbed({ meta }: ExportItem, url: string): string | null {
  const caches = meta.filter(({ key }) => /^_oembed_[0-9a-f]{32}$/.test(key));
  const number = /(?:v=|youtu\.be\/|vimeo\.com\/|embed\/|\/)([\w-]{6,})\/?$/.exec(url)?.[1];
  const path = URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : '';
  const signs = [number, path.length > 3 ? path : undefined].filter((sign) => sign !== undefined);
  const found = caches.find(({ value }) => signs.some((sign) => decodeHTML(value).includes(sign)));
  return found?.value ?? (caches.some(({ value }) => value === '{{unknown}}') ? '' : null);
}

function footnotesOf(item: ExportItem, lose: Lose): ReadonlyMap<string, string> {
  try {
    const list: unknown = JSON.parse(metaOf(item, 'footnotes') || '[]');
    if (!Array.isArray(list)) return new Map();
    return new Map(
      list.flatMap((note: { id?: unknown; content?: unknown }) => {
        if (typeof note?.id !== 'string' || typeof note.content !== 'string') return [];
        if (item.content.includes(note.id)) return [[note.id, note.content]];
        lose('field-not-kept', `footnote: ${note.content}`, 'Nothing in the text refers to it.');
        return [];
      }),
    );
  } catch {
    return new Map();
  }
}

import { escapeHtml, htmlToText } from 'agentsite/text';
import { isHidden, reportAttributes, withCodeFacts } from './block-attributes.ts';
import { type Block, hasBlocks, htmlOf, ownHtml, parseBlocks, textAttribute } from './blocks.ts';
import { embedHtml } from './embeds.ts';
import { applyOverrides, readOverrides, withBoundValues } from './overrides.ts';
import { renderClassicText, renderShortcodesIn } from './render-text.ts';
import type { TextContext } from './text-context.ts';

function renderParts(
  parts: readonly (string | Block)[],
  context: TextContext,
  inside: readonly number[],
): string {
  return parts
    .map((part) =>
      typeof part === 'string' ? renderShortcodesIn(part, context) : renderBlock(part, context, inside),
    )
    .join('\n');
}

/** Blocks that WordPress generates for each request. */
const madeOnDisplay = new Set(
  (
    'latest-posts categories archives tag-cloud latest-comments page-list search rss calendar query loginout ' +
    'avatar navigation site-title site-tagline site-logo post-title post-content post-excerpt post-date ' +
    'post-author post-terms post-template post-featured-image comments post-comments template-part pattern ' +
    'widget-area legacy-widget home-link query-pagination query-title read-more post-navigation-link'
  )
    .split(' ')
    .map((name) => `core/${name}`),
);

/** Blocks without content: spacers, and footnotes, which are stored in a field. */
const silent = new Set(['core/spacer', 'core/footnotes']);

function renderBlock(stored: Block, context: TextContext, inside: readonly number[]): string {
  const { name } = stored;
  if (silent.has(name)) return '';
  const block = withBoundValues(stored, context);
  if (isHidden(block)) {
    const words = htmlToText(htmlOf(block)).replace(/\s+/g, ' ');
    context.lose('html-removed', `hidden ${name}: ${words}`, 'Readers did not see it, so it is left out.');
    return '';
  }
  reportAttributes(block, context);
  if (madeOnDisplay.has(name)) {
    for (const written of [settingsOf(block), ...labelsIn(block)])
      context.lose(
        'block-dynamic',
        written,
        'WordPress generated this list for each request. Link to an archive instead.',
      );
    return '';
  }
  // Up to WordPress 5.5, each provider had a block.
  if (name.startsWith('core-embed/')) return renderEmbed(block, context);
  switch (name) {
    case 'core/block':
      return renderReusable(block, context, inside);
    case 'core/embed':
      return renderEmbed(block, context);
    case 'core/freeform':
    case 'core/shortcode':
      return renderClassicText(ownHtml(block), context);
    case 'core/social-link':
      return renderSocialLink(block);
    default:
      return block.content.length === 0 ? renderEmpty(block, context) : renderStored(block, context, inside);
  }
}

const settingsOf = ({ name, attributes }: Block): string => `${name} ${JSON.stringify(attributes)}`;

/** Links and labels that only the settings of inner blocks contain. */
const labelsIn = ({ content }: Block): string[] =>
  content.flatMap((part) => {
    if (typeof part === 'string') return [];
    const { label, url } = part.attributes;
    return [...(label || url ? [settingsOf(part)] : []), ...labelsIn(part)];
  });

/** Blocks whose empty HTML is their look. */
const looks = /spacer|divider|separator|shape|icon|container|column|row|section|group|inner|wrapper/;

/** Does a plugin fill the HTML of a block when the page is shown, such as a map? */
const isFilledLater = ({ name, content }: Block, html: string): boolean =>
  !name.startsWith('core/') &&
  !looks.test(name) &&
  content.every((part) => typeof part === 'string') &&
  htmlToText(html).trim() === '' &&
  !/<(?:img|video|audio|iframe|svg|hr|input|object|embed|form)\b|\[\w|url\(/.test(html);

function renderStored(block: Block, context: TextContext, inside: readonly number[]): string {
  if (isFilledLater(block, ownHtml(block))) return renderEmpty(block, context);
  const html = withCodeFacts(block)
    .content.map((part) => (typeof part === 'string' ? part : renderBlock(part, context, inside)))
    .join('');
  return renderShortcodesIn(html, context);
}

/** Blocks that show nothing if they are empty. */
const emptyWithoutText = new Set(
  'paragraph heading list list-item quote pullquote verse preformatted code group row stack columns column buttons button separator html freeform shortcode missing'
    .split(' ')
    .map((name) => `core/${name}`),
);

/** The export contains only the attributes: a plugin generated the rest. */
function renderEmpty(block: Block, context: TextContext): string {
  if (emptyWithoutText.has(block.name)) return '';
  context.lose(
    'block-dynamic',
    settingsOf(block),
    'The export contains only the settings of this block. Use --rest or --site to import what readers saw, or write it by hand.',
  );
  return '';
}

function renderReusable(block: Block, context: TextContext, inside: readonly number[]): string {
  const ref = Number(block.attributes.ref);
  if (inside.includes(ref)) {
    context.lose('ref-missing', `reusable block ${ref} contains itself`, 'It is shown once.');
    return '';
  }
  const text = context.reusableBlock(ref);
  if (text === null) {
    context.lose(
      'ref-missing',
      `reusable block ${ref} is not in the export`,
      'It was deleted, or the export does not contain "All content".',
    );
    return '';
  }
  const overrides = readOverrides(block);
  const parts = applyOverrides(parseBlocks(text), overrides);
  for (const [name, values] of overrides)
    for (const [key, value] of values)
      context.lose(
        'block-dynamic',
        `override of reusable block ${ref}, ${name}: ${key}: ${JSON.stringify(value)}`,
        'The block has no such part in the export. Write what readers saw by hand.',
      );
  return renderParts(parts, context, [...inside, ref]);
}

function renderEmbed(block: Block, context: TextContext): string {
  const html = ownHtml(block);
  const url = textAttribute(block, 'url') || /https?:\/\/[^\s<"]+/.exec(html)?.[0] || '';
  const caption = /<figcaption[^<>]*>([\s\S]*?)<\/figcaption>/i.exec(html)?.[1] ?? '';
  return url === '' ? html : embedHtml(url.replaceAll('&amp;', '&'), caption, context);
}

function renderSocialLink(block: Block): string {
  const url = textAttribute(block, 'url');
  const label = textAttribute(block, 'label') || textAttribute(block, 'service') || url;
  return url === '' ? '' : `<li><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></li>`;
}

/** Renders stored content as readers saw it; quotes, dashes and smilies stay as typed. */
export function renderStoredText(text: string, context: TextContext): string {
  return hasBlocks(text) ? renderParts(parseBlocks(text), context, []) : renderClassicText(text, context);
}

import { escapeHtml, htmlToText } from '../../core/text/plain-text.ts';
import { isHidden, reportAttributes, withCodeFacts } from './block-attributes.ts';
import { type Block, hasBlocks, htmlOf, ownHtml, parseBlocks, textAttribute } from './blocks.ts';
import { embedHtml } from './embeds.ts';
import { applyOverrides, readOverrides } from './overrides.ts';
import { renderClassicText, renderShortcodesIn } from './render-text.ts';
import type { TextContext } from './text-context.ts';

/** Renders content with blocks; some refer to other content, and some are generated for each request. */
function renderBlocks(text: string, context: TextContext, inside: readonly number[] = []): string {
  return renderParts(parseBlocks(text), context, inside);
}

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

function renderBlock(block: Block, context: TextContext, inside: readonly number[]): string {
  const { name } = block;
  if (silent.has(name)) return '';
  if (isHidden(block)) {
    const words = htmlToText(htmlOf(block)).replace(/\s+/g, ' ');
    context.lose('html-removed', `hidden ${name}: ${words}`, 'Readers did not see it, so it is left out.');
    return '';
  }
  reportAttributes(block, context);
  if (madeOnDisplay.has(name)) {
    const stored = JSON.stringify(block.attributes);
    context.lose(
      'block-dynamic',
      `${name} ${stored}`,
      'WordPress generated this list for each request. Link to an archive instead.',
    );
    return '';
  }
  switch (name) {
    case 'core/block':
      return renderReusable(block, context, inside);
    case 'core/embed':
      return renderEmbed(block, context);
    case 'core/freeform':
      return renderClassicText(ownHtml(block), context);
    case 'core/shortcode':
      return renderClassicText(ownHtml(block), context);
    case 'core/social-link':
      return renderSocialLink(block);
    default:
      return block.content.length === 0 ? renderEmpty(block, context) : renderStored(block, context, inside);
  }
}

function renderStored(block: Block, context: TextContext, inside: readonly number[]): string {
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
  const written = `${block.name} ${JSON.stringify(block.attributes)}`;
  context.lose(
    'block-dynamic',
    written,
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
  return hasBlocks(text) ? renderBlocks(text, context) : renderClassicText(text, context);
}

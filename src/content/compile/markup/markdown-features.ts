import type { Features } from 'satteri';
import type { Site } from '../../../core/model/site.ts';
import { lonelyLink } from './link-card.ts';
import { type MaskedText, maskSigns } from './masked-signs.ts';
import { readShiftedSigns } from './shifted-signs.ts';
import { findStraightSigns } from './straight-signs.ts';

/** Markup beyond GitHub's that a text may have. Most documents have none. */
export interface Markup {
  readonly features: Features;
  /** Are there containers, galleries or attributes for the plugin of `blocks.ts`? */
  readonly blocks: boolean;
  /** Are there links that may be cards? */
  readonly lonelyLinks: boolean;
  /** Are straight quotation marks to be set as the language does? */
  readonly smartQuotes: boolean;
  /** The text for the parser, where it has to see other characters than the author wrote. */
  readonly masked: MaskedText | null;
}

const container = /(?:^|[\r\n])[ \t>]*:{3,}[a-z]/;
/** Two images with nothing but a line end between them. */
const gallery = /[)\]](?:\{[^{}\n]*\})?[ \t]*\r?\n[ \t]*!\[/;
/** Below the term. */
const definition = /[\r\n][ \t>]*: +\S/;
/** What typography changes. */
const plainSigns = /["']|--|\.\.\./;
/** Quotation marks of an author who sets them: those of the document stay as they are. */
const ownQuotes = /[“”„«»‚‹›「]/;

const fences = /^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t>]*\1/gm;
/** Quotation marks of a paragraph that are set: the parser compares each with those before it. */
const maxQuotes = 4_000;

function hasTooManyQuotes(markdown: string): boolean {
  const isCrowded = (text: string) => (text.match(/["']/g)?.length ?? 0) > maxQuotes;
  return (
    isCrowded(markdown) &&
    markdown
      .replace(fences, '')
      .split(/\n[ \t]*\r?\n/)
      .some(isCrowded)
  );
}

/** What of a text needs more than the usual parser. Single signs cost next to nothing to look for, patterns do. */
export function readMarkup(markdown: string, { math, smartPunctuation, language }: Site): Markup {
  const containers = markdown.includes(':::') && container.test(markdown);
  const blocks = containers || (markdown.includes('![') && gallery.test(markdown));
  // In Hebrew a straight quotation mark is mostly the sign of an abbreviation.
  const punctuates = smartPunctuation && plainSigns.test(markdown) && !hasTooManyQuotes(markdown);
  const quotes = punctuates && !ownQuotes.test(markdown) && !/^(?:he|yi)\b/i.test(language);
  const raised = readShiftedSigns(markdown, '^').shifts;
  const features = {
    ...(containers ? { directive: true } : {}),
    ...(raised ? { superscript: true } : {}),
    ...(readShiftedSigns(markdown, '~').shifts ? { subscript: true } : {}),
    ...(definition.test(markdown) ? { definitionList: true } : {}),
    ...(math === 'dollars' && markdown.includes('$') ? { math: true } : {}),
  };
  const findLiteral = (text: string) => [
    ...readShiftedSigns(text, '~').literal,
    ...(raised ? readShiftedSigns(text, '^').literal : []),
    ...(punctuates ? findStraightSigns(text, language) : []),
  ];
  return {
    blocks,
    lonelyLinks: markdown.includes('://') && lonelyLink.test(markdown),
    smartQuotes: quotes,
    masked: maskSigns(markdown, { frontmatter: false, ...features }, findLiteral),
    features: { ...features, ...(punctuates ? { smartPunctuation: { quotes } } : {}) },
  };
}

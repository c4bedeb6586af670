import { addressStart, endOfAddress } from '../../../core/text/bare-address.ts';
import { type HtmlTag, readAttributes } from '../../../core/text/html-tags.ts';
import { cutCharacters, htmlToText } from '../../../core/text/plain-text.ts';
import { texOrTemplate } from './silent-markup.ts';

/** Characters of an automatic description, everywhere: what search engines show. The ellipsis is one of them. */
const maxLength = 160;

/** Characters of HTML that nearly always hold as much. */
const firstPart = 2 * 1024;

/** Elements without readable words, and those whose words are no sentences. */
const hidden: ReadonlySet<string> = new Set('pre svg math'.split(' '));
const labels: ReadonlySet<string> = new Set('table figcaption caption h1 h2 h3 h4 h5 h6 nav'.split(' '));

/**
 * The beginning of a text as plain text: sentences without code blocks, formulas, diagrams, cards, footnotes and bare
 * addresses, and without tables and headings unless there is nothing else.
 */
export function describeText(html: string): string {
  const start = html.length > firstPart ? describe(html.slice(0, firstPart), isNoSentence) : '';
  // What was cut may be in the middle of a word.
  return start.endsWith('…') ? start : describe(html, isNoSentence) || describe(html, isHidden);
}

type LeavesOut = (html: string, tag: HtmlTag) => boolean;

function describe(html: string, leavesOut: LeavesOut): string {
  return cutCharacters(clean(htmlToText(html, leavesOut)), maxLength - ' …'.length);
}

const isNoSentence: LeavesOut = (html, tag) => labels.has(tag.name) || isHidden(html, tag);

const isHidden: LeavesOut = (html, tag) => {
  if (hidden.has(tag.name)) return true;
  if (!['div', 'span', 'p', 'section', 'figure', 'summary'].includes(tag.name)) return false;
  return readAttributes(html, tag).some(
    ({ name, value }) =>
      name === 'data-footnotes' ||
      (name === 'class' && /^(?:code|math|callout-title|wp-block-embed)(?:\s|$)/.test(value)),
  );
};

const empty = /\(\s*\)|<\s*>|（\s*）|「\s*」|『\s*』|《\s*》|【\s*】/g;
const footnote = /\[\^[\w-]+\]/g;

/** A parenthesis that an address opened is its own. */
const endOfSentence = /(?:[.,;:!?"'\]]|(?<!\([^()]*)\))+$/;

/** Words that follow an address without a space stay. */
function withoutAddresses(text: string): string {
  let [kept, from] = ['', 0];
  for (const { index } of text.matchAll(addressStart)) {
    const address = text.slice(index, endOfAddress(text, index)).replace(endOfSentence, '');
    if (index < from || address === '') continue;
    kept += `${text.slice(from, index)} `;
    from = index + address.length;
  }
  return kept + text.slice(from);
}

function clean(text: string): string {
  const kept = withoutAddresses(text.replace(texOrTemplate, ' ')).replace(footnote, '');
  return kept === text
    ? text
    : kept
        .replace(empty, '')
        .replace(/(?<!\s)\s+(?=[.,;:!?](?:\s|$)|[、。，．：；！？])/g, '')
        .replace(/([,;])[,;]+/g, '$1')
        .replace(/\s+/g, ' ')
        .trim();
}

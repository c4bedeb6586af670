import { decodeHTML } from 'entities';
import { eachTag, type HtmlAttribute, type HtmlTag, readAttributes } from './html-tags.ts';
import { countUnspaced } from './scripts.ts';

/** Elements that run on within a line; the tags of all others separate words. */
const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
/** Elements whose content is for the browser only, or for browsers that can't play them. */
const silent: ReadonlySet<string> = new Set(['audio', 'script', 'style', 'template', 'video']);
/** White space that is not a single space already. With `[^\S ]` instead of the list it takes twice the time. */
const spaces = /[\t-\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]\s*| \s+/g;

/** The words of an HTML fragment, entities decoded, white space collapsed; `isLeftOut` skips elements. */
export function htmlToText(
  html: string,
  isLeftOut: (html: string, tag: HtmlTag) => boolean = () => false,
): string {
  const hasFootnotes = html.includes('data-footnote');
  const mayHide = /[\s"']hidden|<dialog/i.test(html);
  let text = '';
  let from = 0;
  /** Name of the element whose content is left out, and how many of that name are open. */
  let skipped = '';
  let depth = 0;
  eachTag(html, (tag) => {
    const { kind, name, start, end } = tag;
    if (depth > 0) {
      if (name === skipped) depth += kind === 'open' ? 1 : -1;
      from = end;
      return;
    }
    text += html.slice(from, start);
    if (!inline.has(name)) text += ' ';
    from = end;
    if (kind !== 'open') return;
    if (
      silent.has(name) ||
      (hasFootnotes && isFootnoteMark(html, tag)) ||
      (mayHide && isUnseen(html, tag)) ||
      isLeftOut(html, tag)
    ) {
      skipped = name;
      depth = 1;
    }
  });
  if (depth === 0) text += html.slice(from);
  return (text.includes('&') ? decodeHTML(text) : text).replace(spaces, ' ').trim();
}

/** A browser shows neither what is hidden nor a dialog that is closed. */
export function isUnseen(html: string, tag: HtmlTag): boolean {
  const attributes = readAttributes(html, tag);
  if (tag.name === 'dialog' && !attributes.some(({ name }) => name === 'open')) return true;
  return attributes.some(({ name, value }) => name === 'hidden' && value.toLowerCase() !== 'until-found');
}

/** The arrows of footnotes and the label above them say nothing that the text does not. */
function isFootnoteMark(html: string, tag: HtmlTag): boolean {
  if (tag.name === 'a') return readAttributes(html, tag).some(({ name }) => name === 'data-footnote-backref');
  const isLabel = ({ name, value }: HtmlAttribute) => name === 'class' && value === 'sr-only';
  return tag.name === 'h2' && readAttributes(html, tag).some(isLabel);
}

/** WordPress's excerpt: the first `count` words, or `letters` characters in scripts without spaces, and `mark` if cut. */
export function cutWords(text: string, count: number, mark = '[…]', letters = count): string {
  let end = -1;
  for (let words = 0; words < count; words++) {
    end = text.indexOf(' ', end + 1);
    if (end < 0) break;
  }
  const words = end < 0 ? text : text.slice(0, end);
  const start = words.slice(0, 4 * count);
  if (countUnspaced(start) > start.length / 3) return cutLetters(text, letters, mark);
  return end < 0 ? text : `${words} ${mark}`;
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Letters with their marks are cut as one. */
function cutLetters(text: string, count: number, mark: string): string {
  let shown = '';
  let left = count;
  for (const { segment } of segmenter.segment(text)) {
    if (left-- === 0) return `${shown.trimEnd()} ${mark}`;
    shown += segment;
  }
  return text;
}

/** A text on one line: the first words that fit into `length` characters, with an ellipsis where words were left out. */
export function cutCharacters(given: string, length: number): string {
  const text = given.replace(/\s+/g, ' ').trim();
  if (text.length <= length) return text;
  if (length === 0) return '';
  const start = text.slice(0, length);
  const space = start.lastIndexOf(' ');
  return `${(space > length / 2 ? start.slice(0, space) : start).toWellFormed().replace(/[\s,;:.–-]+$/, '')} …`;
}

/** Words of a text whose white space is collapsed; in scripts without spaces each character counts. */
export function countWords(text: string): number {
  if (text === '') return 0;
  let count = 1;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) count++;
  return count + countUnspaced(text);
}

const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as the content of an element or of a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => named[character] ?? character);
}

/** Text as the content of an XML element or attribute; characters that XML 1.0 forbids are left out. */
export function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML 1.0 forbids.
  return escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
}

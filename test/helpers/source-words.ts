import type { Nodes, Root } from 'mdast';
import rehypeParse from 'rehype-parse';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

/** A word of a Markdown text, and the line that it is on, from 1. */
export interface PlacedWord {
  readonly word: string;
  readonly line: number;
}

const markdown = unified().use(remarkParse).use(remarkGfm, { singleTilde: false });
const fragments = unified().use(rehypeParse, { fragment: true });

/** Letters of scripts without spaces are words by themselves: other lines and signs may divide them. */
const alone = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}';
const word = new RegExp(`[${alone}]|[0-9]+|(?:(?![${alone}0-9])[\\p{L}\\p{N}\\p{M}])+`, 'gu');

/** Letters, digits and marks that follow each other, in one form of Unicode, in which ₂ is 2. */
export function splitWords(text: string): string[] {
  return text.normalize('NFKC').match(word) ?? [];
}

/** Attributes that browsers show or read aloud. */
const spoken = ['alt', 'title', 'ariaLabel', 'label', 'placeholder'];
const unread = new Set(['script', 'style', 'template']);

type HtmlNode = ReturnType<typeof fragments.parse>['children'][number];

/** The words of HTML, by a parser that has nothing to do with the compiler. @param hasAttributes with spoken attributes */
export function htmlWords(html: string, hasAttributes = true): string[] {
  const strings: string[] = [];
  const visit = (node: HtmlNode) => {
    if (node.type === 'text') strings.push(node.value);
    // The number of a note is no part of the word before it.
    const isMark = node.type === 'element' && node.properties.dataFootnoteRef !== undefined;
    if (node.type !== 'element' || isMark || unread.has(node.tagName)) return;
    if (hasAttributes)
      for (const name of spoken)
        if (node.properties[name]) strings.push(` ${String(node.properties[name])} `);
    const isApart = !inLine.has(node.tagName);
    if (isApart) strings.push(' ');
    for (const child of node.children) visit(child);
    if (isApart) strings.push(' ');
  };
  for (const child of fragments.parse(html).children) visit(child);
  return splitWords(strings.join(''));
}

/** Elements and nodes within a line: what is next to them is part of the same word. */
const inLine = new Set([
  'a',
  'b',
  'code',
  'del',
  'em',
  'i',
  'kbd',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'abbr',
]);

/** The words that readers should get of a Markdown text, by CommonMark and GFM alone. @param hasImages with the words of images */
export function markdownWords(text: string, hasImages = true): PlacedWord[] {
  const parts: { readonly value: string; readonly line: number }[] = [];
  const visit = (node: Nodes, parent: string) => {
    const line = node.position?.start.line ?? 1;
    if (node.type === 'text' || node.type === 'inlineCode') parts.push({ value: node.value, line });
    if (node.type === 'code') {
      const isFenced = /`{3}|~{3}/.test(text.split('\n')[line - 1] ?? '');
      parts.push({ value: node.value, line: isFenced ? line + 1 : line });
    }
    if (node.type === 'html') {
      const apart = /^(?:paragraph|heading|tableCell|emphasis|strong|delete|link)/.test(parent) ? '' : ' ';
      parts.push({ value: apart + htmlWords(node.value, hasImages).join(' ') + apart, line });
    }
    if ((node.type === 'image' || node.type === 'imageReference') && hasImages)
      parts.push({ value: ` ${node.alt ?? ''} `, line });
    if ('children' in node) for (const child of node.children) visit(child, node.type);
    if (
      !/^(?:text|inlineCode|emphasis|strong|delete|link|linkReference|image|imageReference|html)$/.test(
        node.type,
      )
    )
      parts.push({ value: ' ', line });
  };
  visit(markdown.parse(text) as Root, '');
  // Pieces of a word are joined, and are on the line of the first.
  const words: PlacedWord[] = [];
  let open = false;
  for (const { value, line } of parts) {
    for (const [index, row] of value.split('\n').entries()) {
      if (index > 0) open = false;
      for (const [at, word] of splitWords(row).entries()) {
        const last = words.at(-1);
        if (at === 0 && open && last && /^[\p{L}\p{N}\p{M}]/u.test(row))
          words.splice(-1, 1, ...splitWords(last.word + word).map((one) => ({ word: one, line: last.line })));
        else words.push({ word, line: line + index });
      }
      open = row === '' ? open : /[\p{L}\p{N}\p{M}]$/u.test(row);
    }
  }
  return words;
}

/** The words of the first list that the second one has not, or has less often; each as often as it is missing. */
export function missingWords(source: readonly PlacedWord[], found: readonly string[]): PlacedWord[] {
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  return source.filter(({ word }) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

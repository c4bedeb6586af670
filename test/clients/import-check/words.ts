import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

const parser = unified().use(rehypeParse, { fragment: true });

/** Words as a reader saw them: without markup, case, quotes' shapes and emoji. */
export function wordsOf(html: string): string[] {
  const tree = parser.parse(
    html.replace(/<(?=\/?(?:p|li|td|th|h\d|br|div|dd|dt|figure|figcaption|tr)|a [^>]*button|sup)/g, ' <'),
  );
  visit(tree, 'element', (node, index, parent) => {
    if (!/^(?:script|style|noscript|template)$/.test(node.tagName)) return;
    parent?.children.splice(index ?? 0, 1);
    return index;
  });
  return split(textOf(tree));
}

/** Words of Markdown, those of its code and its HTML included. */
export const wordsOfMarkdown = (text: string): string[] =>
  split(
    text
      .replace(/[\u00B2\u00B3\u00B9\u2070-\u209C]/g, ' $&')
      .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
      .replace(/<\/?(?:sub|kbd|mark)\b[^>]*>/g, ''),
  );

const split = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('×', 'x')
    .replace(/https?:\/\/\S+/g, ' ')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of one text, each as often as it is there, that the other one lacks. */
export function missingWords(words: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of others) counts.set(word, (counts.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const left = counts.get(word) ?? 0;
    counts.set(word, left - 1);
    return left <= 0;
  });
}

/** Blocks of code, to the character but for blank ends. */
export function codeBlocksOf(html: string): string[] {
  const blocks: string[] = [];
  visit(parser.parse(html), 'element', (node) => {
    const [child] = node.children;
    if (node.tagName !== 'pre' || child?.type !== 'element' || child.tagName !== 'code') return;
    blocks.push(textOf(node).replace(/^\n+|\s+$/g, ''));
  });
  return blocks;
}

/** Words of each heading. */
export function headingsOf(html: string): string[] {
  const headings: string[] = [];
  visit(parser.parse(html), 'element', (node) => {
    if (/^h[1-6]$/.test(node.tagName)) headings.push(wordsOf(textOf(node)).join(' '));
  });
  return headings;
}

/** Targets of all links, as they are written. */
export function linksOf(html: string): string[] {
  const links: string[] = [];
  visit(parser.parse(html), 'element', ({ tagName, properties }) => {
    if (tagName === 'a' && typeof properties.href === 'string') links.push(properties.href);
  });
  return links;
}

import type { Element } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { EXIT, visit } from 'unist-util-visit';
import type { Addition } from './plugin-rows.ts';

const parser = unified().use(rehypeParse, { fragment: true }).freeze();
const blocks = /\s*(<\/?(?:blockquote|br|div|figcaption|figure|h\d|li|ol|p|pre|section|ul)\b[^>]*>)\s*/g;

/** HTML with its attributes in order, without white space between blocks, and without what the engine adds. */
export function normalForm(html: string, without: readonly Addition[]): string {
  const tree = parser.parse(html);
  visit(tree, 'element', (element, index, parent) => {
    if (parent && index !== undefined && isAround(element, without)) {
      parent.children.splice(index, 1, ...element.children);
      return index;
    }
    reduce(element, without);
    return undefined;
  });
  return toHtml(tree).replace(blocks, '$1').replace(/\s+/g, ' ').trim();
}

/** The words of HTML. */
export function wordsOf(html: string): string {
  return textOf(parser.parse(html.replaceAll('<br>', ' ')))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The HTML of a page's text. */
export function textPartOf(page: string): string {
  let part = '';
  visit(parser.parse(page), 'element', (element) => {
    if (![element.properties.className].flat().includes('e-content')) return undefined;
    part = toHtml(element.children);
    return EXIT;
  });
  return part;
}

/** Whether it is an element of the engine around something that unified alone makes too. */
function isAround({ tagName, properties }: Element, without: readonly Addition[]): boolean {
  if (tagName === 'a' && without.includes('links of headings'))
    return [properties.className].flat().includes('heading-link');
  return tagName === 'div' && without.includes('highlighted code') && properties.dataLanguage !== undefined;
}

function reduce(element: Element, without: readonly Addition[]): void {
  const { tagName, properties } = element;
  const added = [
    ...(without.includes('links of headings') && /^h\d$/.test(tagName) ? ['id'] : []),
    ...(without.includes('loading of images') && tagName === 'img'
      ? ['loading', 'decoding', 'fetchPriority']
      : []),
    ...(without.includes('highlighted code') && tagName === 'pre' ? ['tabIndex'] : []),
  ];
  const kept = Object.entries(properties).filter(([name]) => !added.includes(name));
  element.properties = Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
  const { href } = element.properties;
  if (typeof href === 'string' && without.includes('links of headings'))
    element.properties.href = href.replace(/^\/used\/(?=#)/, '');
  if (without.includes('highlighted code') && tagName === 'code')
    element.children = [{ type: 'text', value: textOf(element) }];
}

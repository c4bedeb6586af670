import type { Element, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';

/** @param whole a page, not a part of one */
export const parseHtml = (html: string, whole = false): Root =>
  unified().use(rehypeParse, { fragment: !whole }).parse(html);

export const htmlOf = (nodes: Root | Element['children']): string =>
  toHtml(Array.isArray(nodes) ? { type: 'root', children: nodes } : nodes);

export const hasClass = ({ properties }: Element, name: string): boolean =>
  [properties.className ?? []].flat().map(String).includes(name);

/** The first element that fits; null without one. */
export function findElement(tree: Root | Element, fits: (element: Element) => boolean): Element | null {
  let found: Element | null = null;
  visit(tree, 'element', (element) => {
    if (found === null && fits(element)) found = element;
  });
  return found;
}

export function findElements(tree: Root | Element, fits: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  visit(tree, 'element', (element) => {
    if (fits(element)) found.push(element);
  });
  return found;
}

/** Removes elements. @returns their words, for a report */
export function removeElements(tree: Root | Element, fits: (element: Element) => boolean): string[] {
  const removed: string[] = [];
  visit(tree, 'element', (element, index, parent) => {
    if (!parent || index === undefined || !fits(element)) return undefined;
    removed.push(wordsIn(element));
    parent.children.splice(index, 1);
    return [SKIP, index];
  });
  return removed;
}

export const wordsIn = (node: Root | Element): string => textOf(node).replace(/\s+/g, ' ').trim();

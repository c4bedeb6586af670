import type { Element, ElementContent } from 'hast';
import { isPhrasing } from './phrasing.ts';

/** Elements whose first child may be an empty anchor. */
const holders = new Set(
  'p li dt dd td th div section article blockquote center caption figcaption summary'.split(' '),
);

/**
 * Adds an empty anchor for an ID that links refer to: Markdown has no syntax for the ID of a paragraph or box.
 * @param nodes result of converting the element
 */
export function markPlace(nodes: readonly ElementContent[], name: string): ElementContent[] {
  const anchor: Element = { type: 'element', tagName: 'a', properties: { id: name }, children: [] };
  const [first] = nodes;
  const holder = first?.type === 'element' ? holderIn(first) : null;
  if (holder === null) return [anchor, ...nodes];
  holder.children = [anchor, ...holder.children];
  return [...nodes];
}

function holderIn(node: Element): Element | null {
  const first = node.children.find((child) => child.type !== 'text' || child.value.trim() !== '');
  if (first?.type === 'element' && !isPhrasing(first)) return holderIn(first);
  return holders.has(node.tagName) ? node : null;
}

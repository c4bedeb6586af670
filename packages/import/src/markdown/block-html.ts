import type { Element, ElementContent, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { keepAsHtml } from './clean-html.ts';
import { phrasing } from './phrasing.ts';

/** Placeholder for line breaks in preformatted text. */
const lineEnd = '\ue00a';

/** Writes an element as an HTML block of Markdown, which must not contain blank lines. */
export function writeBlockHtml(node: Element): string {
  const tree: Root = { type: 'root', children: [prepare(node, false)] };
  const html = toHtml(tree, { characterReferences: { useNamedReferences: true } }).replaceAll(
    lineEnd,
    '&#10;',
  );
  return startsBlock.test(html) ? html : `<div>${html}</div>`;
}

const startsBlock =
  /^<(?:address|article|aside|blockquote|details|div|dl|figure|footer|h[1-6]|header|iframe|main|nav|ol|p|section|table|ul)[\s>]/;

/** White space between their children is not content. */
const structure = new Set('table thead tbody tfoot tr ul ol dl details figure blockquote'.split(' '));

function prepare(node: Element, preformatted: boolean): Element {
  const properties = { ...node.properties };
  delete properties[keepAsHtml];
  delete properties.dataFn;
  if (properties.align !== undefined && node.tagName !== 'img') {
    properties.className = [`align-${properties.align}`];
    delete properties.align;
  }
  const inside = preformatted || node.tagName === 'pre';
  const children = node.children.flatMap((child, index): ElementContent[] => {
    if (child.type === 'element') return [prepare(child, inside)];
    if (child.type !== 'text') return [];
    const value = inside ? child.value.replaceAll('\n', lineEnd) : child.value.replace(/[\t\n\f\r ]+/g, ' ');
    const apart = !inside && !phrasing.has(node.tagName);
    const start = apart && index === 0 ? value.trimStart() : value;
    const trimmed = apart && index === node.children.length - 1 ? start.trimEnd() : start;
    return trimmed === '' || (apart && trimmed === ' ' && structure.has(node.tagName))
      ? []
      : [{ type: 'text', value: trimmed }];
  });
  return { ...node, properties, children };
}

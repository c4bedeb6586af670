import type { Element, ElementContent } from 'hast';
import { phrasing } from './phrasing.ts';

/**
 * Compares words in order, preformatted text exactly, and the number of headings, list items, table cells and images.
 * Footnote marks are ignored.
 */
export function sameContent(a: readonly ElementContent[], b: readonly ElementContent[]): boolean {
  const one = measure(a);
  const other = measure(b);
  return one.words === other.words && one.code === other.code && one.counts === other.counts;
}

interface Measure {
  readonly words: string;
  readonly code: string;
  readonly counts: string;
}

const counted = new Set('h1 h2 h3 h4 h5 h6 li tr td th img pre blockquote'.split(' '));

function measure(nodes: readonly ElementContent[]): Measure {
  const words: string[] = [];
  const code: string[] = [];
  const counts = new Map<string, number>();
  const visit = (node: ElementContent): void => {
    if (node.type === 'text') words.push(node.value);
    else if (node.type === 'element') visitElement(node);
  };
  const visitElement = (node: Element): void => {
    const { tagName, properties } = node;
    if (isFootnote(node)) return;
    if (counted.has(tagName)) counts.set(tagName, (counts.get(tagName) ?? 0) + 1);
    if (tagName === 'img') words.push(` ${String(properties.alt ?? '')} `);
    if (tagName === 'img' && typeof properties.title === 'string') words.push(` ${properties.title} `);
    if (tagName === 'pre') code.push(textIn(node).replace(/\n$/, ''));
    const apart = !phrasing.has(tagName) || tagName === 'br';
    if (apart) words.push(' ');
    for (const child of node.children) visit(child);
    if (apart) words.push(' ');
  };
  for (const node of nodes) visit(node);
  return {
    words: words.join('').replace(/\s+/g, ' ').trim(),
    code: code.join('\n\u0000\n'),
    counts: [...counts].sort().join(),
  };
}

function isFootnote({ tagName, properties, children }: Element): boolean {
  if (properties.dataFn !== undefined || properties.dataFootnotes !== undefined) return true;
  const [first] = children;
  return tagName === 'sup' && first?.type === 'element' && first.properties.dataFootnoteRef !== undefined;
}

function textIn(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'element') return node.tagName === 'br' ? '\n' : node.children.map(textIn).join('');
  return '';
}

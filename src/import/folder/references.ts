import type { Nodes, Root } from 'mdast';
import { markdownToMdast } from 'satteri';
import { visit } from 'unist-util-visit';
import { rewriteAddresses } from '../../core/text/html-addresses.ts';

const reading = { features: { gfm: true, frontmatter: false } } as const;

/** Addresses that a Markdown document shows or links to, as written, except in code. */
export function referencesIn(content: string): string[] {
  const found: string[] = [];
  visit(markdownToMdast(content, reading) as Root, (node: Nodes) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') found.push(node.url);
    if (node.type === 'html') collectAddresses(node.value, found);
  });
  return found;
}

function collectAddresses(html: string, found: string[]): void {
  rewriteAddresses(html, (address) => {
    found.push(address);
    return null;
  });
}

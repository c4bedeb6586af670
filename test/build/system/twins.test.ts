import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Element, Nodes } from 'hast';
import type { Root } from 'mdast';
import rehypeParse from 'rehype-parse';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { describe, expect, inject, it } from 'vitest';
import { ask, listSitemap, localPath } from '../../../packages/contract/src/http-client.ts';
import { openContentIndex } from '../../../sidecar/release/content-index.ts';

/** Every twin of the example site against its page. */
const pages = (await listSitemap()).map(localPath);
const twinOf = (path: string) => (path === '/' ? '/index.md' : `${path.slice(0, -1)}.md`);

/**
 * The text of the page's main part, as words: what a person reads there, controls and navigation left out.
 * @param inShort for the home page, whose twin has each post once, in one line with title, day and summary
 */
function wordsOfPage(html: string, inShort: boolean): string[] {
  const tree = unified().use(rehypeParse).parse(html);
  const words: string[] = [];
  const silent = new Set([
    'script',
    'style',
    'template',
    'nav',
    'button',
    'form',
    'svg',
    'noscript',
    'input',
  ]);
  const entries = new Set<string>();
  const isSaidInShort = (element: Element, classes: readonly string[]): boolean => {
    if (classes.includes('entry-facts')) return true;
    if (!classes.includes('entry')) return false;
    const entry = JSON.stringify(element, (name, value) => (name === 'position' ? undefined : value));
    const isRepeated = entries.has(entry);
    entries.add(entry);
    return isRepeated;
  };
  const walk = (node: Nodes, inMain: boolean): void => {
    if (node.type === 'text' && inMain) words.push(...split(node.value));
    if (node.type !== 'element' && node.type !== 'root') return;
    if (node.type === 'element') {
      const classes = Array.isArray(node.properties.className) ? node.properties.className.map(String) : [];
      const hidden = classes.some((name) => ['visually-hidden', 'sr-only', 'markdown-menu'].includes(name));
      if (silent.has(node.tagName) || hidden || node.properties.dataFootnoteBackref !== undefined) return;
      if (node.tagName === 'annotation') return;
      if (inShort && isSaidInShort(node, classes)) return;
      if (inShort && node.tagName === 'time') {
        words.push(...split(String(node.properties.dateTime).slice(0, 10)));
        return;
      }
    }
    const main = inMain || (node.type === 'element' && node.tagName === 'main');
    for (const child of node.children) walk(child, main);
  };
  walk(tree, false);
  return words;
}

const split = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const parseMarkdown = (text: string): Root => unified().use(remarkParse).use(remarkGfm).parse(text);

describe.each(pages)('the twin of %s', (path) => {
  it('loses at most 5 % of the words of the page', async () => {
    const available = new Map<string, number>();
    for (const word of split((await ask(twinOf(path))).text))
      available.set(word, (available.get(word) ?? 0) + 1);
    const words = wordsOfPage((await ask(path)).text, path === '/');
    expect(words.length).toBeGreaterThan(5);
    const lost = words.filter((word) => {
      const left = available.get(word) ?? 0;
      available.set(word, left - 1);
      return left <= 0;
    });
    expect(lost.length / words.length, `lost: ${lost.slice(0, 40).join(' ')}`).toBeLessThanOrEqual(0.05);
  });

  it('has no HTML tag outside code, no relative link, and closes its fences', async () => {
    const { text } = await ask(twinOf(path));
    const body = text.replace(/^---\n[\s\S]*?\n---\n/, '');
    const tree = parseMarkdown(body);
    visit(tree, (node) => {
      if (node.type === 'html') expect.unreachable(`HTML in ${twinOf(path)}: ${node.value}`);
      if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
        expect(node.url).toMatch(/^(?:https?:\/\/|mailto:|tel:|data:)/);
      }
    });
    const fences = body.match(/^[ >]*(?:```|~~~)/gm) ?? [];
    expect(fences.length % 2).toBe(0);
  });
});

it('the content index hands out the same Markdown that is published', async () => {
  const folder = inject('siteFolder');
  const index = openContentIndex(join(folder, 'dist/server/content.sqlite'));
  const rows = index
    .prepare('SELECT path, markdown FROM document JOIN document_text USING (position) WHERE locked = 0')
    .all();
  index.close();
  expect(rows.length).toBeGreaterThan(40);
  for (const row of rows) {
    const twin = readFileSync(join(folder, 'dist/client', twinOf(String(row.path))), 'utf8');
    expect(twin, String(row.path)).toContain(new TextDecoder().decode(toBytes(row.markdown)).trim());
  }
});

function toBytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : new TextEncoder().encode(String(value));
}

import type { Embed } from 'agentsite/model';
import type { Element, ElementContent, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

const parser = unified().use(rehypeParse, { fragment: true }).freeze();

/**
 * Replaces the cards of Ghost's editor with plain HTML: links, quotations, disclosures.
 * @param keep stores what a card says of the page that it links to; false where it must be in the text
 */
export function plainCards(html: string, keep: (embed: Embed) => boolean): string {
  if (!html.includes('kg-')) return html;
  const tree = parser.parse(html) as Root;
  visit(tree, 'element', (node) => {
    const card = classesOf(node)
      .map((name) => cards[name])
      .find((found) => found !== undefined);
    if (card) Object.assign(node, card(node, keep));
  });
  return toHtml(tree, { allowDangerousHtml: true });
}

type Card = (node: Element, keep: (embed: Embed) => boolean) => Element;

const cards: Readonly<Record<string, Card>> = {
  'kg-bookmark-card': (node, keep) => {
    const link = linkOf(node, 'kg-bookmark-title');
    const author = namesIn(node);
    const description = wordsOf(find(node, 'kg-bookmark-description'));
    const href = String(find(node, null, 'a')?.properties.href ?? '');
    // As in the link: a host alone ends with a slash.
    const url = URL.canParse(href) ? new URL(href).href : href;
    const isKept = keep({ url, ...(description ? { description } : {}), ...(author ? { author } : {}) });
    const below = isKept ? [] : [description, author].map((line) => element('p', [text(line)]));
    return element('div', [element('p', link), ...below, paragraph(find(node, null, 'figcaption'))]);
  },
  'kg-file-card': (node) =>
    element('div', [
      element('p', linkOf(node, 'kg-file-card-title')),
      paragraph(find(node, 'kg-file-card-caption')),
    ]),
  'kg-audio-card': (node) => player(node, 'audio', find(node, 'kg-audio-title')),
  'kg-video-card': (node) => player(node, 'video', find(node, null, 'figcaption')),
  'kg-callout-card': (node) =>
    element('blockquote', [
      element('p', [
        text(`${wordsOf(find(node, 'kg-callout-emoji'))} `.trimStart()),
        ...(find(node, 'kg-callout-text')?.children ?? []),
      ]),
    ]),
  'kg-toggle-card': (node) =>
    element('details', [
      element('summary', [text(wordsOf(find(node, 'kg-toggle-heading-text')))]),
      ...(find(node, 'kg-toggle-content')?.children ?? []),
    ]),
};

function player(node: Element, tag: 'audio' | 'video', words: Element | null): Element {
  const media = find(node, null, tag);
  const caption = words ? [element('figcaption', words.children)] : [];
  return element('figure', [...(media ? [media] : []), ...caption]);
}

function linkOf(node: Element, title: string): ElementContent[] {
  const link = find(node, null, 'a');
  const words = wordsOf(find(node, title)) || String(link?.properties.href ?? '');
  return link
    ? [{ ...element('a', [text(words)]), properties: { href: link.properties.href } }]
    : [text(words)];
}

/** Author and publisher of a bookmarked page. */
const namesIn = (node: Element): string =>
  ['kg-bookmark-author', 'kg-bookmark-publisher']
    .map((name) => wordsOf(find(node, name)))
    .filter((words) => words !== '')
    .join(' · ');

const paragraph = (node: Element | null): Element => element('p', node?.children ?? []);
const wordsOf = (node: Element | null): string => (node ? textOf(node).trim() : '');
const text = (value: string) => ({ type: 'text' as const, value });
const element = (tagName: string, children: ElementContent[]): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});

function classesOf({ properties }: Element): string[] {
  return Array.isArray(properties.className) ? properties.className.map(String) : [];
}

/** The first descendant with a class, or with a tag name. */
function find(node: Element, name: string | null, tag?: string): Element | null {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    if (name === null ? child.tagName === tag : classesOf(child).includes(name)) return child;
    const below = find(child, name, tag);
    if (below) return below;
  }
  return null;
}

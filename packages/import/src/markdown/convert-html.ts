import type { Element, ElementContent, Root } from 'hast';
import { htmlToHast, markdownToHast } from 'satteri';
import { type Cleaning, cleanHtml } from './clean-html.ts';
import { isElement, phrasing, wrapRuns } from './phrasing.ts';
import { writeMarkdown } from './write-markdown.ts';

export interface Converted {
  readonly markdown: string;
  /** Number of blocks that stay HTML because Markdown would have changed them. */
  readonly keptAsHtml: number;
}

/** The build's settings for reading Markdown, plus parsed HTML. */
const reading = {
  features: { gfm: { footnotes: true }, frontmatter: false, smartPunctuation: false, rawHtml: true },
  position: false,
} as const;

/**
 * Converts HTML to Markdown. The result is compiled again: a block whose words, code, headings, items or cells differ
 * stays HTML.
 * @param footnotes HTML of the footnotes by mark, in order
 */
export function convertHtml(
  html: string,
  footnotes: ReadonlyMap<string, string>,
  cleaning: Cleaning,
): Converted {
  const names = new Map([...footnotes.keys()].map((mark, index) => [mark, String(index + 1)]));
  const parse = (text: string) => {
    const flat = flattenDeepHtml(text);
    const tree = htmlToHast(flat, { fragment: true }) as Root;
    if (limitDepth(tree) || flat !== text)
      cleaning.lose('html-removed', 'hundreds of nested elements', 'Their words are one paragraph now.');
    return wrapRuns(
      cleanHtml(tree, { ...cleaning, footnotesApart: footnotes.size > 0 }).children as ElementContent[],
    );
  };
  const definitions = [...footnotes].map(([mark, text]) => {
    const written = writeMarkdown(parse(text), { footnotes: names });
    return `[^${names.get(mark)}]: ${written.replace(/\n(?=[^\n])/g, '\n    ')}`;
  });
  const { markdown, keptAsHtml } = writeChecked(parse(html), names, definitions);
  return { markdown: [markdown, ...definitions].filter((part) => part !== '').join('\n\n'), keptAsHtml };
}

/** Does this Markdown compile to the same content as the nodes? */
function isRead(nodes: readonly ElementContent[], markdown: string): boolean {
  const compiled = markdownToHast(markdown, reading) as Root;
  return sameContent(nodes, compiled.children as ElementContent[]);
}

/** Markdown of some blocks, compiled together with the footnotes to check it. */
function writeChecked(
  nodes: readonly ElementContent[],
  footnotes: ReadonlyMap<string, string>,
  definitions: readonly string[],
): Converted {
  const write = (some: readonly ElementContent[], asHtml: readonly Element[]): string =>
    writeMarkdown(some, { footnotes, asHtml: new Set(asHtml) });
  const reads = (some: readonly ElementContent[], text: string): boolean =>
    isRead(some, [text, ...definitions].join('\n\n'));
  const markdown = write(nodes, []);
  if (reads(nodes, markdown)) return { markdown, keptAsHtml: 0 };
  const elements = nodes.filter(isElement);
  const misread = elements.filter((node) => !reads([node], write([node], [])));
  const repaired = write(nodes, misread);
  if (reads(nodes, repaired)) return { markdown: repaired, keptAsHtml: misread.length };
  return { markdown: write(nodes, elements), keptAsHtml: elements.length };
}

/** Limit for recursive functions; no human author comes near it. */
const maxDepth = 200;

/** The HTML parser takes quadratic time in the depth. */
const maxParsedDepth = 2_000;
/** Void elements, and elements that end implicitly. */
const unnested =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|d[dt]|opt\w+|t(?:body|d|foot|h|head|r)|r[bpt]\w?|colgroup)$/i;

/** Removes all tags of HTML that is nested thousands of levels deep; its words are kept. */
export function flattenDeepHtml(html: string): string {
  let depth = 0;
  for (const [, closing, name = ''] of html.matchAll(/<(\/?)([a-z][\w:-]*)/gi)) {
    if (unnested.test(name)) continue;
    depth = Math.max(0, depth + (closing ? -1 : 1));
    if (depth > maxParsedDepth) return html.replace(/<\/?[a-z][^<>]*>/gi, ' ');
  }
  return html;
}

/** Replaces elements that are nested too deeply with their words. @returns whether there were any */
function limitDepth(tree: Root): boolean {
  let found = false;
  let level: { children: ElementContent[] }[] = [tree as { children: ElementContent[] }];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === maxDepth) {
      for (const node of level) {
        found ||= node.children.some(({ type }) => type === 'element');
        node.children = [{ type: 'text', value: wordsIn(node.children) }];
      }
      return found;
    }
    level = level.flatMap(({ children }) => children.filter((child) => child.type === 'element'));
  }
  return found;
}

function wordsIn(nodes: readonly ElementContent[]): string {
  const words: string[] = [];
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'text') words.push(node.value);
    else if (node.type === 'element') waiting.push(...node.children.toReversed());
  }
  return words.join(' ');
}

/** Compares words, preformatted text, and numbers of headings, items, cells and images. */
function sameContent(a: readonly ElementContent[], b: readonly ElementContent[]): boolean {
  const one = measure(a);
  const other = measure(b);
  return one.words === other.words && one.code === other.code && one.counts === other.counts;
}

const counted = new Set('h1 h2 h3 h4 h5 h6 li tr td th img pre blockquote'.split(' '));

function measure(nodes: readonly ElementContent[]) {
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

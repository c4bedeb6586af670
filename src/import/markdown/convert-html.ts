import type { Element, ElementContent, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import { markdownToHtml } from 'satteri';
import { unified } from 'unified';
import { type Cleaning, cleanHtml } from './clean-html.ts';
import { isElement, wrapRuns } from './phrasing.ts';
import { sameContent } from './same-content.ts';
import { type WrittenBlock, writeBlocks } from './write-markdown.ts';

/** One text as Markdown. */
export interface Converted {
  readonly markdown: string;
  /** Blocks for which Markdown has a form, and which would not have been read as they were meant. */
  readonly keptAsHtml: number;
}

const parser = unified().use(rehypeParse, { fragment: true }).freeze();

/** The settings with which the site's build reads Markdown. */
const features = { gfm: { footnotes: true }, frontmatter: false, smartPunctuation: false } as const;

/**
 * HTML that readers saw, as Markdown. Each text is compiled again at once: where the words, code, headings, items
 * or cells are not those of the HTML, that block stays HTML.
 * @param footnotes HTML of the footnotes by the marks that name them, in their order
 */
export function convertHtml(
  html: string,
  footnotes: ReadonlyMap<string, string>,
  cleaning: Cleaning,
): Converted {
  const names = new Map([...footnotes.keys()].map((mark, index) => [mark, String(index + 1)]));
  const tree = cleanHtml(parser.parse(html) as Root, cleaning);
  const definitions = [...footnotes].map(([mark, text]) => {
    const note = wrapRuns(cleanHtml(parser.parse(text) as Root, cleaning).children as ElementContent[]);
    const written = join(writeBlocks(note, { footnotes: names }));
    return `[^${names.get(mark)}]: ${written.replace(/\n(?=[^\n])/g, '\n    ')}`;
  });
  return writeChecked(wrapRuns(tree.children as ElementContent[]), names, definitions);
}

const join = (blocks: readonly WrittenBlock[]): string => blocks.map(({ markdown }) => markdown).join('\n\n');

/** Is this Markdown read as these nodes say? */
function isRead(nodes: readonly ElementContent[], markdown: string): boolean {
  const compiled = parser.parse(markdownToHtml(markdown, { features }).html) as Root;
  return sameContent(nodes, compiled.children as ElementContent[]);
}

function writeChecked(
  nodes: readonly ElementContent[],
  footnotes: ReadonlyMap<string, string>,
  definitions: readonly string[],
): Converted {
  const write = (some: readonly ElementContent[], asHtml: readonly Element[]): string => {
    const blocks = writeBlocks(some, { footnotes, asHtml: new Set(asHtml) }).map(({ markdown }) => markdown);
    return [...blocks, ...definitions].join('\n\n');
  };
  const markdown = write(nodes, []);
  if (isRead(nodes, markdown)) return { markdown, keptAsHtml: 0 };
  const elements = nodes.filter(isElement);
  const misread = elements.filter((node) => !isRead([node], write([node], [])));
  const mended = write(nodes, misread);
  if (isRead(nodes, mended)) return { markdown: mended, keptAsHtml: misread.length };
  return { markdown: write(nodes, elements), keptAsHtml: elements.length };
}

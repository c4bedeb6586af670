import type { Element, ElementContent, Root } from 'hast';
import { htmlToHast, markdownToHast } from 'satteri';
import { type Cleaning, cleanHtml } from './clean-html.ts';
import { flattenDeepHtml, limitDepth } from './limit-depth.ts';
import { isElement, wrapRuns } from './phrasing.ts';
import { sameContent } from './same-content.ts';
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

import { compileMarkdown } from '../../src/content/compile/compile-markdown.ts';
import type { ReferenceResolver } from '../../src/content/compile/text/references.ts';
import type { Problem } from '../../src/content/read/problems.ts';
import { toPageHtml } from '../../src/core/html/page-html.ts';
import type { Site } from '../../src/core/model/site.ts';
import { htmlWords, markdownWords, missingWords, splitWords } from './source-words.ts';

/** Markup of this software that is no text by CommonMark and GFM, or another text; everything else must be everywhere. */
const reviewed: readonly {
  readonly reason: string;
  readonly pattern: RegExp;
  /** What is left of it; nothing by default. */
  readonly text?: string;
}[] = [
  {
    reason: 'notes of an author, which are none in code',
    pattern: /(`[^`\n]+`)|%%[\s\S]*?%%|<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}|^\[\/\/\]: .*$/gm,
    text: '$1',
  },
  {
    reason: 'a type of callout becomes a word of the language',
    pattern: /^([ \t>]*)\[!\w+\][-+]?/gm,
    text: '$1',
  },
  { reason: 'names of containers', pattern: /^([ \t>]*:{3,})[ \t]*[\w-]+/gm, text: '$1' },
  { reason: 'comments that mark lines of code', pattern: /\[!code [^\]\n]*\]/g },
  { reason: 'attributes', pattern: /\{[.#\w][^{}\n]*\}/g },
  { reason: 'formulas are drawn', pattern: /^([ \t]*)(`{3,})math\n[\s\S]*?^[ \t]*\2|\$`[^`]*`\$/gm },
  { reason: 'diagrams are drawn', pattern: /^(`{3,})mermaid\b[\s\S]*?^\1/gm },
  { reason: 'cards show a title instead of the address', pattern: /^[ \t]*<?https?:\/\/\S+>?[ \t]*$/gm },
  {
    reason: 'raised and lowered signs are part of their word',
    pattern: /(`[^`\n]*`)|([~^])([\p{Script=Latin}\d+−-]{1,12})\2/gu,
    text: '$1$3',
  },
  { reason: 'abbreviations are attributes', pattern: /^\*\[[^\]\n]+\]:.*$/gm },
];

/** @returns the text with its lines where they were */
function withoutReviewed(markdown: string): string {
  return reviewed.reduce(
    (text, { pattern, text: left = '' }) =>
      text.replace(pattern, (match, ...groups: string[]) => {
        const kept = left.replace(/\$(\d)/g, (_, group: string) => groups[Number(group) - 1] ?? '');
        return kept + '\n'.repeat(match.split('\n').length - 1 - (kept.split('\n').length - 1));
      }),
    markdown,
  );
}

export interface Losses {
  /** `html 3: word`, for each representation. */
  readonly unreported: readonly string[];
  readonly reported: readonly Problem[];
  readonly html: string;
}

/** Compares the words of a text with those of its representations, as a parser of its own reads both. */
export function findLosses(markdown: string, site: Site, references: ReferenceResolver): Losses {
  const compiled = compileMarkdown({
    ...{ markdown, lineOffset: 0, path: '/a/', description: null, site, references },
    file: 'content/posts/a.md',
  });
  const { html, text, problems, warnings } = compiled;
  const page = toPageHtml(html, compiled.images);
  const reported = [...problems, ...warnings];
  const lines = new Set(reported.map(({ line }) => line));
  // Of a word that is there several times, nobody knows which one is lost.
  const named = new Set(
    reported.flatMap(({ message }) => (message.includes('does not show') ? splitWords(message) : [])),
  );
  const source = withoutReviewed(markdown);
  const [all, withoutImages] = [markdownWords(source), markdownWords(source, false)];
  const representations = {
    page: missingWords(all, htmlWords(page)),
    // The body in JSON and feeds.
    html: missingWords(all, htmlWords(html)),
    twin: missingWords(
      all,
      markdownWords(compiled.markdown).map(({ word }) => word),
    ),
    search: missingWords(withoutImages, splitWords(text)),
  };
  const unreported = Object.entries(representations).flatMap(([name, lost]) =>
    lost
      .filter(({ line, word }) => !lines.has(line) && !named.has(word))
      .map(({ word, line }) => `${name} ${line}: ${word}`),
  );
  return { unreported, reported, html };
}

import { defineMdastPlugin, type MdastNode, markdownToHtml } from 'satteri';
import type { Site } from '../../../core/model/site.ts';
import { containerNames } from '../markup/blocks.ts';
import { measureAttributes } from '../markup/inline-markup.ts';

/** Markup of other systems that shows as it is written here; `at` is its place in the text. */
export interface SilentMarkup {
  readonly at: number;
  readonly message: string;
}

interface Rule {
  readonly pattern: RegExp;
  /** What to write instead; null where the match is no markup after all. */
  readonly explain: (match: RegExpExecArray, markdown: string, site: MarkupSettings) => string | null;
}

type MarkupSettings = Pick<Site, 'math'>;

/** Could be TeX, and is not a price, a variable of a shell or the name of a file. */
const tex = /\\[a-zA-Z]+|\^|[a-zA-Z]_[{a-zA-Z0-9]|^\s*[a-zA-Z]\s*$|[a-zA-Z0-9)}]\s*[=<>+]\s*[a-zA-Z0-9(\\]/;
const explainTex = (content: string) =>
  tex.test(content)
    ? 'is not a formula here; write $`…`$ in a line, or a fenced block of the language "math".'
    : null;
/** Where formulas are between dollars, those left are no formulas. */
const explainDollars: Rule['explain'] = ([, content = ''], _markdown, { math }) =>
  math === 'dollars'
    ? null
    : (explainTex(content)?.replace('; write', "; set math: 'dollars' in site.ts, or write") ?? null);

/** Formulas between dollars and templates, as far as a pattern can recognize them. */
export const texOrTemplate =
  /\$\$[^$]+\$\$|(?<![\w$])\$(?=[^\s$])[^$\n]*?(?:\\[a-zA-Z]|\^|_\{)[^$\n]*[^\s$]\$(?![\w$])|\{\{[<%][\s\S]*?[%>]\}\}/g;

/** Shortcodes of WordPress that need no attributes. */
const shortcodes: ReadonlySet<string> = new Set(
  'audio caption contact-form-7 embed gallery playlist toc video wpforms'.split(' '),
);

/** Brackets that Markdown takes for escaped ones, and LaTeX for a formula. */
const texBrackets: Rule = {
  pattern: /\\[([]((?:[^\\\n]|\\[^)\]])+)\\[)\]]/g,
  explain: ([, content = '']) => explainTex(content),
};
const escaped = /\\[!-/:-@[-`{-~]/g;

const rules: readonly Rule[] = [
  {
    pattern: /(!?\[[^[\]\n]*\]\()(?:[^()<>\n]|\([^()\n]*\))+\)/g,
    explain: ({ index, 0: { length }, 1: start = '' }, markdown) => {
      // The first part of an address may be a link by itself.
      const inside = markdown.slice(index + start.length, index + length - 1);
      const address = inside.split(/\s"/, 1)[0]?.trim() ?? '';
      return /\s/.test(address) && /^(?:\/|https?:)|\.(?=\d*[a-z])\w{2,5}$/i.test(address)
        ? `is shown as it is written, since its address has a space; write (<${address}>) or (${address.replaceAll(' ', '%20')}).`
        : null;
    },
  },
  { pattern: /\$\$([^$]+)\$\$/g, explain: explainDollars },
  {
    // As Pandoc reads it: no space inside, no digit behind.
    pattern: /(?<![\\$\w])\$(?=[^\s$])([^$\n]*[^\s$\\])\$(?![\w$])/g,
    explain: explainDollars,
  },
  {
    pattern: /\[\^([\w-]+)\](?!:)/g,
    explain: ([mark, label = '']) =>
      /^\w-\w/.test(label) ? null : `refers to a footnote that is not defined; add a line "${mark}: …".`,
  },
  {
    pattern: /(?<![\w\\])!\[([^[\]\n^][^[\]\n]*|)\](?:\[([^[\]\n]*)\])?(?![([:])/g,
    explain: ([, words = '', label = '']) =>
      /\p{L}/u.test(label || words)
        ? `is no image, since nothing defines "${label || words}"; add a line "[${label || words}]: address".`
        : null,
  },
  {
    pattern: /(?<![\w\])!\\])\[([^[\]\n^][^[\]\n]*)\]\[([^[\]\n]*)\]/g,
    explain: ([, words = '', label = '']) =>
      /[a-z]{2}/i.test(words)
        ? `is no link, since nothing defines "${label || words}"; add a line "[${label || words}]: address".`
        : null,
  },
  {
    pattern: /\{\{[<%][\s\S]*?[%>]\}\}|\{%-?\s*\w[\s\S]*?%\}|\{\{-?\s*[a-z][\w.]*(?:\s*\|[^{}]*)?\s*-?\}\}/gi,
    explain: () => 'is a template of another system, which nothing fills in; write what it stands for.',
  },
  {
    pattern: /(?<![\w\]!\\])\[([a-z][\w-]+)((?:\s+[\w-]+=(?:"[^"]*"|'[^']*'|[^\s\]]+))*)\s*\/?\](?![([:])/gi,
    explain: ([, name = '', attributes = ''], markdown) =>
      attributes !== '' || shortcodes.has(name.toLowerCase()) || markdown.includes(`[/${name}]`)
        ? 'is a shortcode, which does nothing here; write what it stands for as Markdown or HTML.'
        : null,
  },
  {
    pattern: /^[ \t>]*:{3,}[ \t]*\{?\.?([a-z][\w-]*).*$/gim,
    explain: ([, name = '']) =>
      containerNames.has(name)
        ? `is no container here; write :::${name}, or :::${name}[Title], without braces.`
        : 'is no container here; the manual lists those that there are.',
  },
  {
    // The leaves of other generators (`::youtube[…]`), and the notes of MkDocs (`!!! tip`).
    pattern: /^[ \t>]*(?:::[a-z][\w-]*[[{]|(?:!{3}|\?{3}\+?) [a-z]).*$/gim,
    explain: () => 'is no container here; write :::note, or another that the manual lists.',
  },
  {
    pattern: /(?<![=\w])==(?=[^\s=])[^=\n]*[^\s=]==(?![=\w])/g,
    explain: () => 'is not highlighted here; write <mark>…</mark>.',
  },
  {
    pattern: /(?<=[\p{L}\p{N})])(?<![\^~][\p{L}\p{N}]+)([\^~])[-+−][\p{L}\p{N}]*\1/gu,
    explain: ([, mark]) =>
      `begins with a sign, and is shown as it is written; write ${mark === '^' ? '<sup>…</sup>' : '<sub>…</sub>'}.`,
  },
  {
    pattern: /\{:\s*\w+\s*\}/g,
    explain: () => 'is an instruction to another system, which does nothing here; remove it.',
  },
  {
    pattern: /\{:?\s*(?:[#.][a-z][\w-]*|[a-z][\w-]*=["'\w][^\s{}]*)(?:\s+[^{}\n]*)?\}/gi,
    explain: () => 'gives no attributes here; remove it, or write the element as HTML.',
  },
  {
    pattern: /!?\[\[([^[\]\n]+)\]\]/g,
    explain: ([, content = '']) =>
      /^\s|^[\d\s,.;'"-]+$/.test(content)
        ? null
        : 'is no link here; write [words](file.md), or ![words](image.png) for an image.',
  },
];

/** Could a rule find anything? Most documents have nothing of this kind, links included, and are parsed only once. */
const mayBeMarkup =
  /\$\S|:::|\]\([^()<>\s]*[ \t]+[^"'\s]|[\^~][-+−]|^[ \t>]*(?:::[a-z]|!!! |\?\?\?)|==\S|\[\^|\]\[|!\[[^\]\n]*\](?![([:])|\{[{%:#.]|\{\s*(?:[#.][a-z]|[a-z][\w-]*=)|\[\[|\[[a-z][\w-]+(?:[\s/][^\]]*)?\](?![([:])|\\[([]/im;

const opening = /^[ \t>]*:{3,}([a-z]+).*$/gm;

/** Finds what an author may take for markup, outside of code, HTML and addresses. */
export function findSilentMarkup(markdown: string, site: MarkupSettings = { math: 'code' }): SilentMarkup[] {
  if (!mayBeMarkup.test(markdown)) return [];
  const { words, unused } = readWords(markdown);
  const found = [...unused];
  let rest = words.replace(opening, (line, name: string) =>
    containerNames.has(name) ? blank(line, 0, line.length) : line,
  );
  for (const rule of [texBrackets, ...rules]) {
    const { pattern, explain } = rule;
    for (const match of rest.matchAll(pattern)) {
      const message = explain(match as RegExpExecArray, markdown, site);
      if (message === null) continue;
      const [written] = match;
      const at = match.index + written.search(/\S/);
      found.push({ at, message: `${quote(markdown.slice(at, match.index + written.length))} ${message}` });
      // What one rule knows is not for the next.
      rest = blank(rest, match.index, match.index + written.length);
    }
    if (rule === texBrackets) rest = rest.replace(escaped, '  ');
  }
  return found.sort((a, b) => a.at - b.at);
}

/** The text with blanks instead of what is markup or code; and the footnotes that nothing refers to, which do not show. */
function readWords(markdown: string): { words: string; unused: SilentMarkup[] } {
  let words = markdown;
  const referred = new Set<string>();
  const defined: { readonly name: string; readonly at: number }[] = [];
  const hide = ({ position }: Pick<MdastNode, 'position'>) => {
    words = blank(words, position?.start.offset ?? 0, position?.end.offset ?? 0);
  };
  const hideImage = ({ position }: Pick<MdastNode, 'position'>) => {
    const end = position?.end.offset ?? 0;
    words = blank(words, position?.start.offset ?? 0, end + measureAttributes(markdown, end));
  };
  const reader = defineMdastPlugin({
    name: 'words',
    options: { position: true },
    code: hide,
    inlineCode: hide,
    html: hide,
    link: hide,
    linkReference: hide,
    image: hideImage,
    imageReference: hideImage,
    definition: hide,
    footnoteReference(node) {
      referred.add(node.identifier);
      hide(node);
    },
    footnoteDefinition(node) {
      const at = node.position?.start.offset ?? 0;
      defined.push({ name: node.identifier, at });
      words = blank(words, at, markdown.indexOf(']:', at) + 2);
    },
  });
  markdownToHtml(markdown, { mdastPlugins: [reader], features: { gfm: true, frontmatter: false } });
  const unused = defined
    .filter(({ name }) => !referred.has(name))
    .map(({ name, at }) => ({
      at,
      message: `"[^${name}]" does not show: no text refers to this footnote; write [^${name}] where it belongs.`,
    }));
  return { words, unused };
}

/** Line ends stay, so that places do. */
function blank(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end);
}

function quote(written: string): string {
  const line = written.trim().replace(/\s+/g, ' ');
  return `"${line.length > 40 ? `${line.slice(0, 40)}…` : line}"`;
}

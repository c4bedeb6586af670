import { defineMdastPlugin, type MdastNode, markdownToHtml } from 'satteri';
import type { Site } from '../../../core/model/site.ts';
import { applyEdits, type Edit } from '../../../core/text/text-edits.ts';
import { containerNames } from '../markup/blocks.ts';
import { measureAttributes } from '../markup/inline-markup.ts';
import { rangeOf } from '../markup/markdown-edits.ts';
import { emojiName, emojiNamed } from './emoji.ts';
import { mayBeMisread, misreadMarkup, type SilentMarkup } from './misread-markup.ts';

interface Rule {
  readonly pattern: RegExp;
  /** What to write instead; null where the match is no markup after all. */
  readonly explain: (match: RegExpExecArray, markdown: string, site: MarkupSettings) => string | null;
}

type MarkupSettings = Pick<Site, 'math' | 'emoji'>;

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

/** White space, or nothing that is visible, where Markdown needs a plain space or none. */
const odd = '[\\u00a0\\u1680\\u2000-\\u200f\\u202f\\u205f\\u2060\\u3000\\ufeff]';
const oddNames: Readonly<Record<string, string>> = {
  '\u00a0': 'a no-break space',
  '\u3000': 'an ideographic space',
  '\u200b': 'a zero-width space',
  '\ufeff': 'a byte order mark',
};
const describeOdd = (sign: string): string =>
  `${oddNames[sign] ?? 'a special character'} (U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')})`;
const plainSpace = (mark = '', sign = '') =>
  `is no heading or list: ${describeOdd(sign)} is behind "${mark}"; write a plain space.`;
/** Lines in a row that begin alike. */
const lines = (start: string, sign = '\\1') =>
  new RegExp(`^[ \\t>]*${start}.*(?:\\n[ \\t>]*${sign}.*)+`, 'gmu');

/** What begins a line and is nearly a heading, a list or a fence. */
const nearlyBlocks: readonly Rule[] = [
  {
    pattern: new RegExp(`^[ \\t>]*(#{1,6}|[-*+])(${odd})+\\S.*`, 'gmu'),
    explain: ([, mark, sign]) => plainSpace(mark, sign),
  },
  {
    pattern: lines(`(\\d{1,9}[.)])(${odd})+\\S`, `\\d{1,9}[.)]${odd}`),
    explain: ([, mark, sign]) => plainSpace(mark, sign),
  },
  {
    pattern: new RegExp(`^[ \\t>]*(${odd})+(?:(?:#{1,6}|[-*+>]|\\d{1,9}[.)])[ \\t]|\`{3}|~{3}).*`, 'gmu'),
    explain: ([, sign = '']) =>
      `is no heading, list or fence: ${describeOdd(sign)} is before it; remove that.`,
  },
  {
    pattern: /^[ \t>]*(#{2,6})[\p{L}\p{N}\p{Pi}\p{Ps}\p{Extended_Pictographic}*_].*/gmu,
    explain: ([, mark = '']) => `is no heading; write a space behind ${mark}.`,
  },
  {
    pattern: /^[ \t>]*([#＃]*＃(?:[#＃]|(?=\s))[#＃]*).+/gmu,
    explain: ([, mark = '']) => `is no heading; write ${'#'.repeat(mark.length)} and a space.`,
  },
  {
    pattern: lines('([-+*])(?=\\p{Lo}|\\p{L}{2})[^*\\n]*$', '\\1[^*\\n]*$'),
    explain: ([, mark = '']) => noList(mark),
  },
  {
    pattern: lines('([•・●○◦▪▫■□‣⁃∙–－＋＊✓✔➤►❖]|·(?=[\\t\\u00a0]| {2}))'),
    explain: ([, mark = '']) => noList(mark, '-'),
  },
  {
    pattern: lines('(?:[０-９]+[.．。、)）]|\\d+[．、])', '[\\d０-９]+[.．。、)）]'),
    explain: ([written]) => noList(/^[ \t>]*(\S+?[^\d０-９])/u.exec(written)?.[1] ?? '', '1.'),
  },
  {
    pattern: /^[ \t>]*#{7,}[ \t]+\S.*/gm,
    explain: () => 'is no heading: the deepest is ######.',
  },
  {
    pattern: /(?<above>^[ \t>]*(\d{1,9}[.)] +)\S.*\n)(?:[ \t>]*> ?)?( +)(?:[-+*]|\d{1,9}[.)]) +\S.*/gm,
    explain: ([, , mark = '', indent = '']) =>
      indent.length < mark.length
        ? `is not in the item above it; begin it with ${mark.length} spaces.`
        : null,
  },
  {
    pattern:
      /^(?:import\s+(?:[\w{*][^\n]*\sfrom\s+)?['"][^'"\n]+['"];?|export\s+(?:const|default|function|let)\s.*)$/gm,
    explain: () => 'is code of MDX, which is shown as it is written; remove it.',
  },
  {
    pattern: emojiName,
    explain([, name = ''], _markdown, { emoji }) {
      const sign = emoji ? null : emojiNamed(name);
      return sign && `is shown as it is written; write ${sign}, or set emoji: true in site.ts.`;
    },
  },
  {
    pattern: /(?<=\S[ \t])\^(?=[\w-]*\d)[\w-]{4,}[ \t]*$/gm,
    explain: () => 'is the name of a block in Obsidian, which is shown here; remove it.',
  },
];
const noList = (mark: string, instead = mark): string =>
  `is no list: write ${instead} and a space instead of ${mark}.`;

/** Brackets that Markdown takes for escaped ones, and LaTeX for a formula. */
const texBrackets: Rule = {
  pattern: /\\[([]((?:[^\\\n]|\\[^)\]([])+)\\[)\]]/g,
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
      const size = /\s=(\d*)x\d*$/.exec(address);
      if (size)
        return `is shown as it is written, since sizes do not belong there; write (${address.slice(0, size.index).trim()}){width=${size[1] || '100'}}.`;
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
    pattern: /\^\[([^[\]\n]+)\]/g,
    explain: ([, words = '']) =>
      /\p{L}/u.test(words) ? 'is no footnote here; write [^1], and a line "[^1]: …" with its words.' : null,
  },
  {
    pattern: /\[\^([\w-]+(?: [\w-]+)*)\](?!:)/g,
    explain: ([mark, label = '']) =>
      label.includes(' ')
        ? `is no footnote, since its name has a space; write [^${label.replaceAll(' ', '-')}].`
        : /^\w-\w/.test(label)
          ? null
          : `refers to a footnote that is not defined; add a line "${mark}: …".`,
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
    pattern:
      /\{\{[<%](?:(?!\{\{[<%])[\s\S])*?[%>]\}\}|\{%-?\s*\w(?:(?!\{%)[\s\S])*?%\}|\{\{-?\s*[a-z][\w.]*(?:\s*\|[^{}]*)?\s*-?\}\}/gi,
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
    pattern: /\{(?:\+\+[^{}]+\+\+|--[^{}]+--|~~[^{}~]+~>[^{}~]*~~|==[^{}]+==|>>[^{}]+<<)\}/g,
    explain: () => 'is a mark of an edit, which is published as it is written; accept or remove it.',
  },
  {
    pattern: /(?<![=\w])==(?=[^\s=])[^=\n]*[^\s=]==(?![=\w])/g,
    explain: () => 'is not highlighted here; write <mark>…</mark>.',
  },
  {
    pattern: /(?<![+\w])\+\+(?![A-Za-z]\b|[\s+])[^+\n]*(?<!\b[A-Za-z]|\s)\+\+(?![+\w])/g,
    explain: () => 'is not underlined here; write <ins>…</ins>.',
  },
  {
    // Obsidian and Discord, Reddit.
    pattern: /(?<![|\w])\|\|(?=[^\s|])[^|\n]*[^\s|]\|\|(?![|\w])|>!(?=\S)[^\n!]*\S!<(?!\w)/g,
    explain: () => 'is not hidden here; write <details>, or leave it out.',
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
    pattern: /\{:?\s*(?:[#.][a-z][\w-]*|[a-z][\w-]*=["'\w][^\s{}]*)(?:\s+(?!\s)[^{}\n]*)?\}/gi,
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

/** Documents of MDX begin with what they import; elsewhere such lines are in code. */
const beginsAsMdx = /^\s*(?:import|export)\s/;

/** Could one of {@link nearlyBlocks} find anything? */
const mayBeBlock =
  /^[ \t>]*(?:#{2,6}[^#\s]|#{7}|\d[.)] +\S.*\n {1,2}(?:[-+*]|\d+[.)]) |\d\d[.)] +\S.*\n {1,3}(?:[-+*]|\d+[.)]) |(?:[-*+#]{1,6}|\d+[.)])?[\u00a0\u1680\u2000-\u200f\u202f\u205f\u2060\u3000\ufeff]|[#＃]*＃|[•・●○◦▪▫■□‣⁃∙·–－＋＊✓✔➤►❖０-９]|\d+[．、]|[-+*]\p{L})|:[a-z+-][\w+-]*:|[ \t]\^\w/mu;

/** Could a rule find anything? Most documents have nothing of this kind, links included, and are parsed only once. */
const mayBeMarkup =
  /\$\S|:::|\]\([^()<>\s]*[ \t]+[^"'\s]|[\^~][-+−]|^[ \t>]*(?:::[a-z]|!!! |\?\?\?)|==\S|(?<![\w+])\+\+[^\s+]|\|\|[^\s|]|>!\S|\{(?:--|~~|>>)|\^\[|\[\^|\]\[|!\[[^[\]\n]*\](?![([:])|\{[{%:#.]|\{\s*(?:[#.][a-z]|[a-z][\w-]*=)|\[\[|\[[a-z][\w-]+(?:[\s/][^\]]*)?\](?![([:])|\\[([]/im;

const opening = /^[ \t>]*:{3,}([a-z]+).*$/gm;

/** Finds what an author may take for markup, outside of code, HTML and addresses. */
export function findSilentMarkup(
  markdown: string,
  site: MarkupSettings = { math: 'code', emoji: false },
): SilentMarkup[] {
  const some = mayBeBlock.test(markdown) || beginsAsMdx.test(markdown) ? nearlyBlocks : [];
  if (some.length === 0 && !mayBeMarkup.test(markdown) && !mayBeMisread(markdown)) return [];
  const { words, found } = readWords(markdown);
  let rest = words.replace(opening, (line, name: string) => (containerNames.has(name) ? blank(line) : line));
  for (const rule of [texBrackets, ...rules, ...some]) {
    const { pattern, explain } = rule;
    const known: Edit[] = [];
    for (const match of rest.matchAll(pattern)) {
      const message = explain(match as RegExpExecArray, markdown, site);
      if (message === null) continue;
      // A rule may read the line above what it finds.
      const start = match.index + (match.groups?.above?.length ?? 0);
      const end = match.index + match[0].length;
      const written = rest.slice(start, end);
      const at = start + written.search(/[^\s>]/);
      found.push({ at, message: `${quote(markdown.slice(at, end))} ${message}` });
      known.push({ start, end, text: blank(written) });
    }
    // What one rule knows is not for the next.
    rest = applyEdits(rest, known);
    if (rule === texBrackets) rest = rest.replace(escaped, '  ');
  }
  return found.sort((a, b) => a.at - b.at);
}

/** The text with blanks instead of what is markup or code; and what is wrong with that markup. */
function readWords(markdown: string): { words: string; found: SilentMarkup[] } {
  const hidden: Edit[] = [];
  const hideFrom = (start: number, end: number) =>
    void hidden.push({ start, end, text: blank(markdown.slice(start, end)) });
  const referred = new Set<string>();
  const defined: { readonly name: string; readonly at: number }[] = [];
  const hide = (node: Pick<MdastNode, 'position'>) => {
    const { start, end } = rangeOf(node);
    hideFrom(start, end);
  };
  const hideImage = (node: Pick<MdastNode, 'position'>) => {
    const { start, end } = rangeOf(node);
    hideFrom(start, end + measureAttributes(markdown, end));
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
      hideFrom(at, markdown.indexOf(']:', at) + 2);
    },
  });
  const misread: SilentMarkup[] = [];
  const mdastPlugins = [reader, misreadMarkup(markdown, misread)];
  markdownToHtml(markdown, { mdastPlugins, features: { gfm: true, frontmatter: false } });
  const seen = new Set<string>();
  const unused = defined.flatMap(({ name, at }) => {
    const isSecond = seen.size === seen.add(name).size;
    if (referred.has(name) && !isSecond) return [];
    const reason = isSecond
      ? 'a note of this name is defined above; give it another name.'
      : `no text refers to this footnote; write [^${name}] where it belongs.`;
    return [{ at, message: `"[^${name}]" does not show: ${reason}` }];
  });
  return { words: applyEdits(markdown, hidden), found: [...unused, ...misread] };
}

/** Line ends stay, so that places do. */
const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

function quote(written: string): string {
  const line = written.trim().replace(/\s+/g, ' ');
  return `"${line.length > 40 ? `${line.slice(0, 40)}…` : line}"`;
}

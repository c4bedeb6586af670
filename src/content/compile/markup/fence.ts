import { joinLineMarks, type LineMarks, readLineMarks, takeLineComments } from './code-lines.ts';

/** What a fenced block says of its code, in the notations of GitHub, VitePress, Docusaurus, Gatsby, Hugo and Pandoc. */
export interface Fence {
  readonly language: string | null;
  readonly title: string | null;
  readonly marks: LineMarks;
  readonly code: string;
  /** All but the language, in the notation of this site. */
  readonly meta: string;
  /** Words that do nothing. */
  readonly others: readonly string[];
}

/** `js`, `c++`, `vb.net`; what follows may be `{1,3}`, `:file.js`, `[file.js]` or, of Rust, `,ignore`. */
const start = /^([\p{L}\d][\p{L}\d+#./_*-]*)/u;
/** Of Pandoc, with the first class as the language: `{#own .python}`; of R Markdown: `{python}`. */
const attributes = /(?<=^\{[^{}]*)(?<=[\s{])\.([\w+#-]+)|(?<=^\{\s*)(\w[\w+#-]*)/;
const ranges = /^\{[\d\s,-]+\}/;
const titles = /\b(?:title|file|filename|name)=(?:"([^"]*)"|'([^']*)'|([^\s{}]+))/;

export function readFence(lang: string, meta: string, written: string): Fence {
  const info = `${lang} ${meta}`.replace(/[\s\u200b-\u200f\u2060\ufeff]+/g, ' ').trim();
  const named = ranges.test(info) ? null : (start.exec(info) ?? attributes.exec(info));
  const language = named?.[1] ?? named?.[2] ?? null;
  let rest = named ? info.replace(named[0], '') : info;
  let title: string | null = null;
  const take = (pattern: RegExp) => {
    const match = pattern.exec(rest);
    if (!match || title !== null) return;
    title = match.slice(1).find((part) => part !== undefined) ?? '';
    rest = rest.replace(match[0], ' ');
  };
  take(titles);
  take(/^:(?!(?:no-)?(?:line-numbers|collapsed-lines)\b)([^\s{}]+)/);
  take(/(?<![\w=])\[([^[\]]+)\]/);
  const others = rest
    .replace(/^,[\w,]+/, '')
    .replace(/(?:\w+=)?\{[\d\s,-]*\}|hl_lines=\[[^\]]*\]/g, ' ')
    .split(/[\s{},]+/)
    .filter((word) => /\w/.test(word) && !word.startsWith('#'));
  const { code, marks: commented } = takeLineComments(written);
  const marks = new Map([...readLineMarks(rest), ...commented]);
  const isPlain = language === lang && commented.size === 0;
  const own = [...(title === null ? [] : [`title="${title}"`]), ...joinLineMarks(marks), ...others].join(' ');
  return { language, title, marks, code, meta: isPlain ? meta : own, others };
}

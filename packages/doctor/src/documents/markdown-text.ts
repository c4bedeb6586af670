import { parseDocument } from 'yaml';

/** The contents of a Markdown document, as far as a line-by-line parser sees them. */
export interface MarkdownText {
  readonly hasByteOrderMark: boolean;
  readonly frontMatter: FrontMatter | null;
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  readonly links: readonly { readonly href: string; readonly text: string }[];
  /** Line of a fence that nothing closes; null when all are closed. */
  readonly openFence: number | null;
  /** Tags that are in the text outside of code. */
  readonly tags: readonly { readonly name: string; readonly line: number }[];
  /** `import … from` and `{expressions}` of MDX that were left in the text. */
  readonly leftovers: readonly { readonly text: string; readonly line: number }[];
  /** The text without the marks of Markdown and without the targets of links. */
  readonly words: string;
  readonly lines: readonly string[];
}

export type FrontMatter =
  | { readonly kind: 'data'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'broken'; readonly message: string };

const fence = /^(?:[ \t>]|[-*+] |\d{1,9}[.)] )*(`{3,}|~{3,})(.*)$/;
const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#*)?$/;
const inlineLink =
  /!?\[((?:[^[\]\\\n]|\\.|\[[^[\]\n]{0,300}\]){0,1000})\]\(\s{0,5}<?((?:[^()\s<>\\]|\\.|\([^()\s]{0,300}\)){0,2000})>?(?:\s{1,5}(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?\s{0,5}\)/g;
const definition = /^ {0,3}\[([^\]\n]{1,500})\]:\s{0,5}<?([^\s>]+)>?/;
const autolink = /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]{0,2000})>/gi;
const tag = /<\/?([a-z][a-z0-9-]{0,40})(?=[\s/>])[^<>]{0,2000}>/g;

export function readMarkdown(source: string): MarkdownText {
  const hasByteOrderMark = source.startsWith('\ufeff');
  const lines = source.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const { frontMatter, from } = readFrontMatter(lines);
  const headings: { level: number; text: string }[] = [];
  const links: { href: string; text: string }[] = [];
  const tags: { name: string; line: number }[] = [];
  const leftovers: { text: string; line: number }[] = [];
  const words: string[] = [];
  let open: { mark: string; line: number } | null = null;
  for (const [at, line] of lines.entries()) {
    if (at < from) continue;
    const [, mark, info = ''] = fence.exec(line) ?? [];
    if (open) {
      if (mark?.startsWith(open.mark) && info.trim() === '') open = null;
      else words.push(line);
      continue;
    }
    if (mark !== undefined && !(mark.startsWith('`') && info.includes('`'))) {
      open = { mark, line: at + 1 };
      continue;
    }
    const [, level, title = ''] = heading.exec(line) ?? [];
    if (level) headings.push({ level: level.length, text: plain(title) });
    const bare = dropCode(line);
    if (/^import\s.{1,200}\sfrom\s+['"]|^export\s+(?:const|default)\s/.test(line))
      leftovers.push({ text: line.slice(0, 80), line: at + 1 });
    for (const found of bare.matchAll(/<\/?[A-Z]\w{0,40}[\s/>]/g))
      leftovers.push({ text: found[0], line: at + 1 });
    for (const [, text = '', href = ''] of bare.matchAll(inlineLink))
      links.push({ text, href: dropEscapes(href) });
    for (const [, href = ''] of bare.matchAll(autolink)) links.push({ text: href, href });
    const [, label, target] = definition.exec(bare) ?? [];
    if (label !== undefined && target !== undefined && !label.startsWith('^'))
      links.push({ text: label, href: dropEscapes(target) });
    if (!/^(?: {4}|\t)/.test(line))
      for (const found of bare.replace(autolink, '').matchAll(tag))
        tags.push({ name: found[1] ?? '', line: at + 1 });
    words.push(plain(line));
  }
  return {
    hasByteOrderMark,
    frontMatter,
    headings,
    links,
    openFence: open?.line ?? null,
    tags,
    leftovers,
    words: words.join('\n'),
    lines,
  };
}

function readFrontMatter(lines: readonly string[]): { frontMatter: FrontMatter | null; from: number } {
  if (lines[0] !== '---') return { frontMatter: null, from: 0 };
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (end < 0 || end > 400) return { frontMatter: null, from: 0 };
  return { frontMatter: readYaml(lines.slice(1, end).join('\n')), from: end + 1 };
}

/** Aliases are refused: a few of them can stand for gigabytes. */
function readYaml(text: string): FrontMatter {
  try {
    const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
    const [error] = document.errors;
    if (error) return { kind: 'broken', message: error.message.split('\n')[0] ?? '' };
    const data: unknown = document.toJS({ maxAliasCount: 0 });
    if (typeof data === 'object' && data !== null && !Array.isArray(data))
      return { kind: 'data', data: data as Record<string, unknown> };
    return { kind: 'broken', message: 'it is not a list of names and values' };
  } catch (error) {
    return { kind: 'broken', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Removes code spans and escaped characters from a line. */
function dropCode(line: string): string {
  return line.includes('`') || line.includes('\\')
    ? line
        .replace(/\\[\\`<>{}[\]]/g, '  ')
        .replace(/(?<!`)(`{1,8})(?!`)(?:(?!\1(?!`)).){0,2000}?[^`]?\1(?!`)/g, ' ')
    : line;
}

/** A line as a reader sees it. */
function plain(line: string): string {
  return (
    line
      .replace(inlineLink, '$1')
      .replace(autolink, '$1')
      .replace(/<\/?[a-z][^<>]{0,2000}>/gi, ' ')
      .replace(/\\([!-/:-@[-`{-~])/g, '$1')
      // Inside of a name such as `snake_case` an underscore is no mark.
      .replace(/[*`~#>|]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
      .trim()
  );
}

function dropEscapes(target: string): string {
  return target.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

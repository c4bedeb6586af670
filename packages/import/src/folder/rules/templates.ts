import { markdownToHtml } from 'satteri';
import type { Lost } from '../../model/export-model.ts';

export interface TemplateContext {
  /** Old address of a document by its path, its name, or a part of it; null for none. */
  addressOf(name: string): string | null;
  /** Adds a tag that is in the text. */
  tag(name: string): void;
  readonly home: string;
  readonly title: string;
  /** Reports what is left out, with its line. */
  lose(what: string, line: number, fix?: string): void;
}

/** HTML comment for what Markdown cannot express: authors see it, readers don't. */
export const asComment = (written: string): string => `<!-- ${written.replaceAll('--', '- -').trim()} -->`;

export function lossAt(file: string, line: number, what: string, fix: string): Lost {
  return { code: 'shortcode-unknown', what: `${file}:${line} ${what}`, fix };
}

/** Returns line numbers for increasing offsets. */
export function createLineCounter(text: string): (at: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (at) => {
    for (; next >= 0 && next < at; next = text.indexOf('\n', next + 1)) line++;
    return line;
  };
}

/** Replaces tags in order, by the content of their brackets and their positions. A replacement that includes the content after a tag returns its end. */
export function replaceTags(
  text: string,
  pattern: RegExp,
  replace: (tag: {
    written: string;
    inside: string;
    at: number;
    end: number;
  }) => string | { text: string; end: number },
): string {
  const parts: string[] = [];
  let done = 0;
  for (const { 0: written, 1: inside = '', index: at } of text.matchAll(pattern)) {
    if (at < done) continue;
    const end = at + written.length;
    const replacement = replace({ written, inside, at, end });
    const whole = typeof replacement === 'string' ? { text: replacement, end } : replacement;
    parts.push(text.slice(done, at), apart(whole.text, text, at, whole.end));
    done = whole.end;
  }
  return parts.join('') + text.slice(done);
}

/** Adds line breaks around HTML that would otherwise turn Markdown on its line into HTML. */
function apart(html: string, text: string, at: number, end: number): string {
  const isComment = html.startsWith('<!--');
  if (!isComment && !/^<(?:iframe|figure)\b/.test(html)) return html;
  const startsLine = isEdge(text, at - 1, -1);
  const endsLine = isEdge(text, end, 1);
  if (isComment) return startsLine && !endsLine ? `${html}\n` : html;
  const after = endsLine ? (goesOn(text, end) ? '\n' : '') : '\n\n';
  return `${startsLine ? '' : '\n\n'}${html}${after}`;
}

/** Is the line after an offset a line with words? */
function goesOn(text: string, end: number): boolean {
  const next = /[ \t\r]*\n[ \t]*\S/y;
  next.lastIndex = end;
  return next.test(text);
}

/** Is there only white space between an offset and the start or end of its line? */
function isEdge(text: string, from: number, step: 1 | -1): boolean {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r') at += step;
  return text[at] === undefined || text[at] === '\n';
}

/** Parses `a="b" c='d' e`; a value without a name gets its position as its name. */
export function readParameters(written: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  let place = 0;
  for (const [, name, double, single, back, bare] of written.matchAll(
    /(?:([\w-]+)=)?(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|`([^`]*)`|([^\s"'`]+))/g,
  ))
    found[name ?? String(place++)] = (double ?? single ?? back ?? bare ?? '').replace(/\\(.)/g, '$1');
  return found;
}

export const quoted = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => `&#${mark.codePointAt(0)};`);

const inlineHtml = (words: string): string =>
  markdownToHtml(words.replaceAll('<', '&lt;'), { features: { gfm: true } })
    .html.trim()
    .replace(/^<p>|<\/p>$/g, '');

/** An image, with its caption if it has one. */
export function figure(parameters: Readonly<Record<string, string>>): string {
  const { src = '', alt = '', title = '', caption = '', link = '', attr = '', attrlink = '' } = parameters;
  const joined = (...parts: string[]) => parts.filter((text) => text !== '').join(' – ');
  const words = joined(
    title,
    caption,
    attr === '' || attrlink === '' ? attr : `[${attr}](${attrlink.replace(/[()]/g, '\\$&')})`,
  );
  const image = `<img src="${quoted(src)}" alt="${quoted(alt || joined(title, caption))}">`;
  const linked = link === '' ? image : `<a href="${quoted(link)}">${image}</a>`;
  if (words !== '') return `<figure>${linked}<figcaption>${inlineHtml(words)}</figcaption></figure>`;
  const plain = `![${alt.replace(/[[\]]/g, '\\$&')}](<${src}>)`;
  return link === '' ? plain : `[${plain}](<${link}>)`;
}

export const player = (src: string): string =>
  `<iframe src="${src}" title="Embedded player" width="500" height="281" loading="lazy" allowfullscreen></iframe>`;

export const fenced = (language: string, code: string): string => {
  const fence = '`'.repeat(Math.max(3, ...(code.match(/`+/g) ?? []).map((run) => run.length + 1)));
  return `${fence}${language}\n${code.replace(/^\n|\n$/g, '')}\n${fence}`;
};

import { markdownToHtml } from 'satteri';
import type { Lost } from '../export-model.ts';

/** What templates in a text may ask for. */
export interface TemplateContext {
  /** Address on the old site of a text that is named by its path, its name, or a part of it; null for none. */
  addressOf(name: string): string | null;
  readonly home: string;
  readonly title: string;
  /** Reports what is left out, with its line. */
  lose(what: string, line: number, fix?: string): void;
}

/** What cannot be said in Markdown stays as a comment in the source: readers do not see it, its author does. */
export const asComment = (written: string): string => `<!-- ${written.replaceAll('--', '- -').trim()} -->`;

/** A loss of a file at a line. */
export function lossAt(file: string, line: number, what: string, fix: string): Lost {
  return { code: 'shortcode-unknown', what: `${file}:${line} ${what}`, fix };
}

/** Lines, from 1, of places that are asked for in the order of the text. */
export function createLineCounter(text: string): (at: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (at) => {
    for (; next >= 0 && next < at; next = text.indexOf('\n', next + 1)) line++;
    return line;
  };
}

/** A template tag: the content of its brackets, and its position. */
interface TemplateTag {
  readonly written: string;
  readonly inside: string;
  readonly at: number;
  readonly end: number;
}

/** Replaces the tags of a text in order; a tag that `replace` takes together with what follows says where it ends. */
export function replaceTags(
  text: string,
  pattern: RegExp,
  replace: (tag: TemplateTag) => string | { text: string; end: number },
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

/**
 * A line that starts with HTML is HTML to its end, so that Markdown behind a comment, a player or a figure gets a line of
 * its own, as Markdown before a player or a figure does.
 */
function apart(html: string, text: string, at: number, end: number): string {
  const isComment = html.startsWith('<!--');
  if (!isComment && !/^<(?:iframe|figure)\b/.test(html)) return html;
  const startsLine = isEdge(text, at - 1, -1);
  const endsLine = isEdge(text, end, 1);
  if (isComment) return startsLine && !endsLine ? `${html}\n` : html;
  return `${startsLine ? '' : '\n\n'}${html}${endsLine ? '' : '\n\n'}`;
}

/** Is there nothing but blanks between a place and the start or the end of its line? */
function isEdge(text: string, from: number, step: 1 | -1): boolean {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r') at += step;
  return text[at] === undefined || text[at] === '\n';
}

/** `a="b" c='d' e` as names and values; a value without a name has its place as its name. */
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

/** Captions are Markdown. */
const inlineHtml = (words: string): string =>
  markdownToHtml(words.replaceAll('<', '&lt;'), { features: { gfm: true } })
    .html.trim()
    .replace(/^<p>|<\/p>$/g, '');

/** A image, with its caption where it has one. */
export function figure(parameters: Readonly<Record<string, string>>): string {
  const { src = '', alt = '', caption = '', link = '' } = parameters;
  const title = parameters.title ?? '';
  const words = [title, caption].filter((text) => text !== '').join(' – ');
  const image = `<img src="${quoted(src)}" alt="${quoted(alt || words)}">`;
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

import { markdownToHtml } from 'satteri';
import type { Lost } from '../export-model.ts';

/** What templates in a text may ask for. */
export interface TemplateContext {
  /** Address on the old site of a text that is named by its path, its name, or a part of it; null for none. */
  addressOf(name: string): string | null;
  readonly home: string;
  readonly title: string;
  /** Told of what is left out, with its line in the text. */
  lose(what: string, line: number, remedy?: string): void;
}

/** What cannot be said in Markdown stays as a comment in the source: readers do not see it, its author does. */
export const asComment = (written: string): string => `<!-- ${written.replaceAll('--', '- -').trim()} -->`;

/** A loss of a file at a line. */
export function lossAt(file: string, line: number, what: string, remedy: string): Lost {
  return { code: 'shortcode-unknown', what: `${file}:${line} ${what}`, remedy };
}

export const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

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

/** A picture, with its caption where it has one. */
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

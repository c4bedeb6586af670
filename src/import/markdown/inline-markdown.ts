import type { Element, ElementContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { escapeHtml } from '../../core/text/plain-text.ts';
import { keepAsHtml } from './clean-html.ts';

/** Where a line of Markdown stands decides how a break in it is written. */
export interface LineOptions {
  /** A line break: a backslash and a new line in a paragraph, a tag where there is one line only. */
  readonly lineBreak: string;
  /** In a table cell a bar separates cells. */
  readonly inCell: boolean;
  /** Names of footnotes by the marks of WordPress. */
  readonly footnotes: ReadonlyMap<string, string>;
}

/** Emphasis is written once its neighbours are known; until then private characters stand for it. */
const marks = {
  strongOpen: '\ue000',
  strongClose: '\ue001',
  emOpen: '\ue002',
  emClose: '\ue003',
  delOpen: '\ue004',
  delClose: '\ue005',
} as const;

/** Tags that Markdown has no sign for. */
const keptTags = new Set(
  'abbr bdi bdo big cite dfn ins kbd mark q rp rt ruby samp small sub sup time tt u var'.split(' '),
);

/** The content of a paragraph, heading or cell in Markdown. */
export function writeLine(nodes: readonly ElementContent[], options: LineOptions): string {
  const written = nodes.map((node) => writeInline(node, options)).join('');
  return resolveMarks(written)
    .replace(/(?<! ) *(\\\n|<br>) */g, '$1')
    .replace(/^(?:\\\n|\s)+/, '')
    .replace(/(?<!\\\n|[ \t\n])(?:\\\n|[ \t\n])+$/, '');
}

function writeInline(node: ElementContent, options: LineOptions): string {
  if (node.type === 'text') return escapeText(node.value, options.inCell);
  return node.type === 'element' ? writeElement(node, options) : '';
}

function writeElement(node: Element, options: LineOptions): string {
  const inner = () => node.children.map((child) => writeInline(child, options)).join('');
  switch (node.tagName) {
    case 'br':
      return options.lineBreak;
    case 'strong':
    case 'b':
      return emphasize(inner(), marks.strongOpen, marks.strongClose);
    case 'em':
    case 'i':
      return emphasize(inner(), marks.emOpen, marks.emClose);
    case 'del':
    case 's':
      return emphasize(inner(), marks.delOpen, marks.delClose);
    case 'code':
      return writeCode(node, options);
    case 'a':
      return writeLink(node, inner());
    case 'img':
      return writeImage(node);
    case 'sup':
      return writeFootnoteMark(node, options) ?? `<sup>${inner()}</sup>`;
    case 'span':
      if (node.properties.role === 'img')
        return `<span role="img" aria-label="${escapeHtml(String(node.properties.ariaLabel))}"></span>`;
      return hasLanguage(node) ? `${openTag(node)}${inner()}</span>` : inner();
    case 'wbr':
      return '<wbr>';
    default:
      return keptTags.has(node.tagName) ? `${openTag(node)}${inner()}</${node.tagName}>` : inner();
  }
}

export const hasLanguage = (node: Element): boolean =>
  node.properties.lang !== undefined || node.properties.dir !== undefined;

function openTag({ tagName, properties }: Element): string {
  const names: Readonly<Record<string, string>> = { dateTime: 'datetime' };
  const attributes = Object.entries(properties)
    .filter(
      ([name, value]) =>
        name !== keepAsHtml && name !== 'className' && name !== 'id' && typeof value === 'string',
    )
    .map(([name, value]) => ` ${names[name] ?? name}="${escapeHtml(String(value))}"`);
  return `<${tagName}${attributes.join('')}>`;
}

/** Space at the edges belongs outside of the signs; empty emphasis is nothing. */
function emphasize(inner: string, open: string, close: string): string {
  const { before, text, after } = splitEdges(inner, /^(?:\s|\\\n)+/, /(?<!\s)(?:\s|\\\n)+$/);
  return text === '' ? inner : `${before}${open}${text}${close}${after}`;
}

function writeCode(node: Element, options: LineOptions): string {
  if (node.children.some((child) => child.type === 'element')) {
    const inner = node.children.map((child) => writeInline(child, options)).join('');
    return `<code>${inner}</code>`;
  }
  const text = textOf(node).replace(/\n/g, ' ');
  if (text.trim() === '') return text === '' ? '' : `<code>${text}</code>`;
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padded = /^`|`$|^ .* $/.test(text) ? ` ${text} ` : text;
  return `${fence}${options.inCell ? padded.replaceAll('|', '\\|') : padded}${fence}`;
}

function writeLink(node: Element, inner: string): string {
  const { href, title, id } = node.properties;
  if (typeof href !== 'string')
    return typeof id === 'string' ? `<a id="${escapeHtml(id)}"></a>${inner}` : inner;
  if (inner.trim() === '') return inner;
  const named = typeof title === 'string' && title.trim() !== '' ? title.replace(/\s+/g, ' ').trim() : '';
  if (node.properties[keepAsHtml]) {
    return `<a href="${escapeHtml(href)}"${named ? ` title="${escapeHtml(named)}"` : ''}>${inner}</a>`;
  }
  const { before, text, after } = splitEdges(inner, /^\s+/, /(?<!\s)\s+$/);
  return `${before}[${text}](${writeTarget(href)}${named ? ` ${quoteTitle(named)}` : ''})${after}`;
}

function writeImage(node: Element): string {
  const { src, alt } = node.properties;
  if (node.properties[keepAsHtml])
    return `<img src="${escapeHtml(String(src))}" alt="${escapeHtml(String(alt ?? ''))}">`;
  return writePicture(String(src), String(alt ?? ''), '');
}

/** @param caption shown below by the build where the picture stands alone; empty for none */
export function writePicture(src: string, alt: string, caption: string): string {
  const text = escapeText(alt, false).replace(/[[\]]/g, '\\$&');
  return `![${text}](${writeTarget(src)}${caption === '' ? '' : ` ${quoteTitle(caption)}`})`;
}

function writeFootnoteMark(node: Element, { footnotes }: LineOptions): string | null {
  const name = footnotes.get(String(node.properties.dataFn ?? ''));
  return name === undefined ? null : `[^${name}]`;
}

/** An address that no blank, bracket or backslash ends too early. */
function writeTarget(url: string): string {
  return url
    .trim()
    .replace(/[\s<>()\\"`|]/g, (character) =>
      encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
    )
    .replace(/[*_~](?=.*[*_~])/g, (character) =>
      character === '_' ? character : `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
}

const quoteTitle = (text: string): string =>
  `"${text
    .replace(/[\\"]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/</g, '&lt;')}"`;

/** White space and breaks at the edges, and what is between them. */
function splitEdges(
  written: string,
  start: RegExp,
  end: RegExp,
): { before: string; text: string; after: string } {
  const before = start.exec(written)?.[0] ?? '';
  const rest = written.slice(before.length);
  const after = end.exec(rest)?.[0] ?? '';
  return { before, text: rest.slice(0, rest.length - after.length), after };
}

/**
 * Plain text in Markdown: what would be markup there gets a backslash, and nothing else does. An underscore
 * inside a word and a bracket that opens nothing are plain in Markdown too.
 */
export function escapeText(text: string, inCell: boolean): string {
  const escaped = text
    .replace(/[\t\n\f\r ]+/g, ' ')
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[`~]/g, '\\$&')
    .replace(/(?<![\s])\*|\*(?!\s)/g, '\\*')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/\[(?=\^|!|[ xX]\])|\](?=[(:[])/g, '\\$&')
    .replace(/!(?=\[|$)/g, '\\!')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?[a-z0-9]+;)/gi, '\\&')
    .replace(/\$(?=$)/g, '\\$')
    .replace(/\b(https?|ftp):\/\/(\S*)/gi, unlinked)
    .replace(/\bwww\.(?=\w)/gi, 'www\\.');
  return inCell ? escaped.replaceAll('|', '\\|') : escaped;
}

/** An address that was text stays text. */
const unlinked = (_: string, scheme: string, rest: string): string => `${scheme}\\://${rest}`;

/** Writes the signs of emphasis; tags where the neighbours would keep the signs from being read. */
function resolveMarks(text: string): string {
  if (!/[\ue000-\ue005]/.test(text)) return text;
  const unsure = unsureMarks(text);
  const signs: Readonly<Record<string, readonly [string, string]>> = {
    [marks.strongOpen]: ['**', '<strong>'],
    [marks.strongClose]: ['**', '</strong>'],
    [marks.emOpen]: ['*', '<em>'],
    [marks.emClose]: ['*', '</em>'],
    [marks.delOpen]: ['~~', '<del>'],
    [marks.delClose]: ['~~', '</del>'],
  };
  let index = 0;
  return text.replace(/[\ue000-\ue005]/g, (mark) => signs[mark]?.[unsure.has(index++) ? 1 : 0] ?? '');
}

const wordCharacter = /[\p{L}\p{N}]/u;

/** Numbers of marks whose pair cannot be written with signs: a word outside, and no word just inside. */
function unsureMarks(text: string): Set<number> {
  const places = [...text.matchAll(/[\ue000-\ue005]/g)];
  const open: number[] = [];
  const unsure = new Set<number>();
  for (const [number, place] of places.entries()) {
    const closing = (place[0].charCodeAt(0) & 1) === 1;
    if (!closing) {
      open.push(number);
      continue;
    }
    const first = open.pop();
    const start = first === undefined ? undefined : places[first];
    if (first === undefined || !start) continue;
    const inside = text.slice(start.index + 1, place.index);
    const before = text[start.index - 1] ?? ' ';
    const after = text[place.index + 1] ?? ' ';
    const firstInside = String.fromCodePoint(inside.codePointAt(0) ?? 32);
    const lastInside = [...inside.slice(-2)].at(-1) ?? ' ';
    const bad = (outer: string, inner: string) => !wordCharacter.test(inner) && !/[\s.,;:!?)(]/.test(outer);
    if (
      bad(before, firstInside) ||
      bad(after, lastInside) ||
      /[\ue000-\ue005]/.test(before) ||
      /[\ue000-\ue005]/.test(after)
    ) {
      unsure.add(first).add(number);
    }
  }
  return unsure;
}

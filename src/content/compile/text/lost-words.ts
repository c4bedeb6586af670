import { createRequire } from 'node:module';
import { decodeHTML } from 'entities';
import type { Root } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { eachTag, readAttributes } from '../../../core/text/html-tags.ts';
import { htmlToText } from '../../../core/text/plain-text.ts';

/** Words of a text that are nowhere in its HTML, and the place of the first one. */
export interface LostWords {
  readonly at: number;
  readonly words: readonly string[];
}

/** Stands for a sign of markup that separates no words. */
const joint = '\uE000';
const inlineTag = /^<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u|wbr)\b/i;

/** Markup whose words are not for readers: addresses, tags, names of containers and languages, formulas. */
const markup = new RegExp(
  [
    /<(?<tag>script|style|template)\b(?:(?!<\k<tag>\b)[\s\S])*?<\/\k<tag>>/,
    /^[ \t>]*(?<fence>`{3,}|~{3,})(?:math|mermaid)\b[\s\S]*?(?:^[ \t>]*\k<fence>|$(?![\s\S]))/,
    /^[ \t>]*(?:`{3,}|~{3,}).*$/,
    /^[ \t>]*(?:[-+*][ \t]+)*(?:\d{1,9}[.)][ \t]|[-+*][ \t]+\[[xX]\]|:{3,}[ \t]*[\w-]+|\[![^\]\n]*\][-+]?)/,
    /^[ \t>]*(?:[-+*][ \t]+|\d+[.)][ \t]+)*\[(?!\^)[^\]\n]+\]:[ \t]*(?:\n[ \t>]*)?\S*(?:[ \t]*\n?[ \t>]*(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$/,
    /^[ \t>]*<?https?:\/\/\S+>?[ \t]*$/,
    /\]\((?:<[^<>\n]*>|(?:\\.|[^()\\\s]|\((?:\\.|[^()\\\s])*\))*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)|\]\[[^\]\n]*\]|\[\^[^\]\s]+\]:?/,
    /\$`[^`]*`\$|\{[^{}\n]*\}|(?<![\w:]):[a-z][\w+-]*:(?!\w)|<\/?[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>|<[?!][^<>]*>/,
    /(?:\/\/|\/\*|#|--|;|%|")[ \t]*(?:\[!code[^\]\n]*\]|highlight-(?:next-line|line|start|end)\b)/,
    /&#?\w{1,32};/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gim',
);

/** The text with other characters instead of markup, one for each, and its line ends. */
function blankMarkup(markdown: string): string {
  return markdown.replace(markup, (part) => {
    if (part.startsWith('&')) return decodeHTML(part).padEnd(part.length, joint);
    const filler = part.startsWith('<') && !inlineTag.test(part) ? ' ' : joint;
    return part.replace(/[^\n]/g, filler);
  });
}

/** Which characters are letters, digits or marks. */
const isLetter = new Uint8Array(0x1_0000).fill(1);
const signs = [0, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0xbf, 0x2000, 0x206f, 0x2e00, 0x2e7f, 0x3000, 0x303f];
const wideSigns = [
  0xe000, 0xe000, 0xfe00, 0xfe6f, 0xff00, 0xff0f, 0xff1a, 0xff20, 0xff3b, 0xff40, 0xff5b, 0xff65,
];
for (const [index, first] of [...signs, ...wideSigns].entries())
  if (index % 2 === 0) isLetter.fill(0, first, ([...signs, ...wideSigns][index + 1] ?? first) + 1);

const joints = /[*~^`\\\u200b-\u200f\u2060\ue000]+/g;
/** Letters of scripts without spaces are words by themselves: their lines are joined without one. */
const word =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|[\ud800-\udbff][\udc00-\udfff]|[0-9A-Za-z\u00c0-\u0dff\u1100-\u177f\u1800-\u1fff\u2070-\u2dff\ua000-\uabff\ufb00-\ufdff\ufe70-\ufefc\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc]+/g;

const wordsOf = (text: string): string[] => text.replace(joints, '').normalize().match(word) ?? [];

/** Words of the source that are missing in `text`, the words of the HTML; independent of the compiler's parser. */
export function findLostWords(written: string, html: string, text: string): LostWords[] {
  const markdown = written.replaceAll('\r\n', ' \n');
  const suspects = findSuspects(markdown, text);
  if (suspects.length === 0) return [];
  const blanked = blankMarkup(markdown);
  const isShown = wordsOf(`${text} ${spokenWords(html)}`);
  const left = subtract(isShown, wordsOf(blanked));
  if (left.size === 0) return [];
  // What the patterns took for words may be none for a parser.
  const parsed = subtract(isShown, wordsOf(readBlocks(markdown, blanked, suspects)));
  for (const one of left.keys()) left.set(one, Math.max(left.get(one) ?? 0, parsed.get(one) ?? 0));
  return suspects.flatMap(({ at, line }): LostWords[] => {
    const words = wordsOf(line).filter((one) => {
      const missing = left.get(one) ?? 0;
      if (missing >= 0 || isAmong(one, line, text)) return false;
      left.set(one, missing + 1);
      return true;
    });
    return words.length > 0 ? [{ at: at + Math.max(0, line.indexOf(words[0] ?? '')), words }] : [];
  });
}

/** Is a word shown between the words that are next to it? Signs divide words in one way, and HTML in another. */
function isAmong(one: string, line: string, text: string): boolean {
  const at = line.indexOf(one);
  const near = line.slice(Math.max(0, at - longLine), at + one.length + longLine);
  return at >= 0 && near.length >= one.length + longLine && findLine(near, text, 0) >= 0;
}

/** Words that a text has more often than its HTML, with the difference as a negative number. */
function subtract(shown: readonly string[], written: readonly string[]): Map<string, number> {
  const left = new Map<string, number>();
  for (const one of shown) left.set(one, (left.get(one) ?? 0) + 1);
  for (const one of written) left.set(one, (left.get(one) ?? 0) - 1);
  for (const [one, count] of left) if (count >= 0) left.delete(one);
  return left;
}

/** Characters of a block that is parsed, and of all: a parser may take long for lines that are nested or have no end. */
const maxBlock = 4000;
const maxParsed = 40_000;

/** The text with parsed blocks where suspects are. Words of larger ones are not reported. */
function readBlocks(markdown: string, blanked: string, suspects: readonly Suspect[]): string {
  const parts: string[] = [];
  const definitions = [...markdown.matchAll(/^[ \t>]*(\[[^\]\n]+\]):.*$/gm)].slice(0, 100);
  let done = 0;
  let parsed = 0;
  for (const { at } of suspects) {
    if (at < done) continue;
    const start = Math.max(done, markdown.lastIndexOf('\n\n', at), markdown.lastIndexOf('\n \n', at));
    const next = markdown.indexOf('\n\n', at);
    const end = next < 0 ? markdown.length : next;
    const block = markdown.slice(start, end);
    const used = definitions.filter(([, label = '']) => block.toLowerCase().includes(label.toLowerCase()));
    const alone = [block, '', ...used.map(([line]) => line)].join('\n');
    parsed += alone.length;
    parts.push(blanked.slice(done, start));
    if (block.length <= maxBlock && parsed <= maxParsed) parts.push(readText(alone));
    done = end;
  }
  return [...parts, blanked.slice(done)].join('\n');
}

const require = createRequire(import.meta.url);

/** The text of a block by another parser than the one that makes its HTML; it is loaded for the first text that needs it. */
function readText(markdown: string): string {
  const { unified } = require('unified') as typeof import('unified');
  const { default: remarkParse } = require('remark-parse') as typeof import('remark-parse');
  const { default: remarkGfm } = require('remark-gfm') as typeof import('remark-gfm');
  const parts: string[] = [];
  visit(unified().use(remarkParse).use(remarkGfm).parse(markdown) as Root, (node) => {
    if (node.type === 'html') parts.push(htmlToText(node.value));
    if (/^(?:paragraph|heading|tableCell|code)$/.test(node.type))
      parts.push(textOf(node, { includeHtml: false }));
  });
  return parts.join('\n');
}

interface Suspect {
  readonly at: number;
  readonly line: string;
}

/** Length of a line that is hardly there twice by chance. */
const longLine = 24;

/** Lines that do not follow each other in the HTML as they do in the text; of most documents, there are few. */
function findSuspects(markdown: string, text: string): Suspect[] {
  const suspects: Suspect[] = [];
  let blanked: string | null = null;
  let place = 0;
  for (let at = 0; at <= markdown.length; ) {
    const end = markdown.indexOf('\n', at);
    const written = markdown.slice(at, end < 0 ? undefined : end);
    let next = follow(written, text, place);
    // Few lines have markup, and little of it goes over several.
    if (next < 0) next = follow(blankMarkup(written), text, place);
    if (next < 0) {
      blanked ??= blankMarkup(markdown);
      const line = blanked.slice(at, at + written.length);
      next = follow(line, text, place);
      if (next < 0 && line.trim().length >= longLine) next = findLine(line, text, place);
      if (next < 0) suspects.push({ at, line });
    }
    place = Math.max(place, next);
    at += written.length + 1;
  }
  return suspects;
}

/** The place behind the letters of a line, if these are next in a text; else -1. */
function follow(line: string, text: string, place: number): number {
  let at = place;
  let first = 0;
  while (first < line.length && isLetter[line.charCodeAt(first)] === 0) first++;
  while (at < text.length && isLetter[text.charCodeAt(at)] === 0) at++;
  // Most lines show as they are written.
  if (text.startsWith(line.slice(first), at)) return at + line.length - first;
  for (let index = first; index < line.length; index++) {
    const letter = line.charCodeAt(index);
    if (isLetter[letter] === 0) continue;
    while (at < text.length && isLetter[text.charCodeAt(at)] === 0) at++;
    if (text.charCodeAt(at++) !== letter) return -1;
  }
  return at;
}

/** Places of a word that are tried: beyond them, the words of a line are counted. */
const maxTries = 200;

/** The same for any later place of the text. */
function findLine(line: string, text: string, place: number): number {
  const [first = ''] = wordsOf(line);
  let tries = first === '' ? 0 : maxTries;
  for (let at = text.indexOf(first, place); tries-- > 0 && at >= 0; at = text.indexOf(first, at + 1)) {
    const next = follow(line, text, at);
    if (next >= 0) return next;
  }
  return -1;
}

const spoken: ReadonlySet<string> = new Set(['alt', 'aria-label', 'title', 'label', 'placeholder']);

function spokenWords(html: string): string {
  if (!/\s(?:alt|aria-label|title|label|placeholder)=/.test(html)) return '';
  const values: string[] = [];
  eachTag(html, (tag) => {
    if (tag.kind !== 'open') return;
    for (const { name, value } of readAttributes(html, tag))
      if (spoken.has(name)) values.push(decodeHTML(value));
  });
  return values.join(' ');
}

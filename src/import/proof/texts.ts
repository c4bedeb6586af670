import { htmlToText } from '../../core/text/plain-text.ts';

/** How a text differs from what readers of the old site saw. */
export interface TextDifference {
  /** Words of the old text, and how many of them are missing, in parts of 1. */
  readonly words: number;
  readonly missing: number;
  readonly added: number;
  readonly codeBlocks: number;
  readonly codeEqual: number;
}

/** At most this share of words may be missing, or new. */
export const wholeText = { missing: 0.005, added: 0.03 } as const;

export function compareTexts(old: string, made: string): TextDifference {
  const before = wordsOf(old);
  const after = wordsOf(made);
  const kept = commonWords(before, after);
  const codeBefore = codeOf(old);
  const codeAfter = codeOf(made);
  return {
    words: before.length,
    missing: before.length === 0 ? 0 : (before.length - kept) / before.length,
    added: before.length === 0 ? Number(after.length > 0) : (after.length - kept) / before.length,
    codeBlocks: codeBefore.length,
    codeEqual: codeBefore.filter((code) => codeAfter.includes(code)).length,
  };
}

/** Words without what WordPress sets otherwise than it was typed: quotes, dashes, marks. */
function wordsOf(html: string): string[] {
  const visible = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ');
  return htmlToText(visible)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\d)[x×](?=\d)/g, ' ')
    .replace(/https?:\/\/\S+/g, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function codeOf(html: string): string[] {
  return [...html.matchAll(/<pre\b[^>]*>([\s\S]*?)<\/pre>/gi)].map(([, inside = '']) =>
    decodeCode(
      inside
        .replace(/\r\n?/g, '\n')
        .replace(/<br\s*\/?>/gi, '\n')
        .replace(/<[^<>]+>/g, ''),
    ).replace(/(?<!\n)\n+$/, ''),
  );
}

const decodeCode = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&')
    .replace(/^\n/, '');

/** Length of the longest sequence of words that both have in this order. Long texts are compared without the order. */
function commonWords(a: readonly string[], b: readonly string[]): number {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  return start + end + (left.length * right.length > 25e6 ? sharedWords(left, right) : longest(left, right));
}

function longest(a: readonly string[], b: readonly string[]): number {
  let above = new Uint32Array(b.length + 1);
  for (const word of a) {
    const row = new Uint32Array(b.length + 1);
    for (let at = 1; at <= b.length; at++)
      row[at] = b[at - 1] === word ? (above[at - 1] ?? 0) + 1 : Math.max(row[at - 1] ?? 0, above[at] ?? 0);
    above = row;
  }
  return above[b.length] ?? 0;
}

function sharedWords(a: readonly string[], b: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of b) counts.set(word, (counts.get(word) ?? 0) + 1);
  return a.filter((word) => {
    const left = counts.get(word) ?? 0;
    counts.set(word, left - 1);
    return left > 0;
  }).length;
}

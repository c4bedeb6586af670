import { decodeHTML } from 'entities';
import { htmlToText } from '../../core/text/plain-text.ts';
import { missingFrom, wordsOfMarkdown } from '../write/missing-words.ts';

/** How content differs from what readers of the old site saw. */
export interface TextDifference {
  /** Number of old words, and the shares of missing and added ones. */
  readonly words: number;
  readonly missing: number;
  readonly added: number;
  readonly codeBlocks: number;
  readonly codeEqual: number;
}

/** Accepted shares of missing and added words. */
export const wholeText = { missing: 0.005, added: 0.03 } as const;

export function compareText(old: string, made: string): TextDifference {
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

/** Words of HTML without addresses. Adjacent links, which styles keep apart, are separate words. */
const wordsOf = (html: string): string[] =>
  wordsOfMarkdown(
    htmlToText(
      html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<\/a>(?=<a\b)/gi, '$& '),
    ).replace(/https?:\/\/\S+/g, ' '),
  );

function codeOf(html: string): string[] {
  return [...html.matchAll(/<pre\b[^>]*>([\s\S]*?)<\/pre>/gi)].map(([, inside = '']) =>
    decodeHTML(
      inside
        .replace(/\r\n?/g, '\n')
        .replace(/<br\s*\/?>/gi, '\n')
        .replace(/<[^<>]+>/g, ''),
    ).replace(/^\n|(?<!\n)\n+$/g, ''),
  );
}

/** Length of the longest common subsequence of words. Very long content is compared without order. */
function commonWords(a: readonly string[], b: readonly string[]): number {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  return (
    start +
    end +
    (left.length * right.length > 25e6 ? left.length - missingFrom(left, right).length : longest(left, right))
  );
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

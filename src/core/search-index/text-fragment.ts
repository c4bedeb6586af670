import type { Block } from './passages.ts';
import { toPlain } from './snippet.ts';

/** Words at each end that find a passage, and the most that are quoted whole. */
const atEnds = 5;
const whole = 10;

/** A word that pages show as twins have it: no quotation marks and dashes, which a site may set typographically. */
const steady = /^(?![_:])[^'"“”‘’«»„–—…\\<>&*`[\]|~^]+(?<!_)$/;

/**
 * The directive that lets browsers find, show and highlight a passage (`:~:text=start,end`); empty where it has no words
 * that are surely on the page as they are in the twin.
 */
export function textFragment(markdown: string, kind: Block['kind']): string {
  const runs = piecesOf(markdown, kind)
    .map((piece) => wordsOf(piece, kind))
    .filter((words) => words.length > 0);
  const [first = [], last = first] = [runs[0], runs.at(-1)];
  if (runs.length < 2 && first.length <= whole && first.every((word) => steady.test(word)))
    return first.length === 0 ? '' : `:~:text=${encode(first)}`;
  const start = runOf(first);
  const end = runOf(last.toReversed()).reverse();
  if (start.length === 0 || end.length === 0) return '';
  const isOne = runs.length < 2 && start.join(' ') === end.join(' ');
  return `:~:text=${encode(start)}${isOne ? '' : `,${encode(end)}`}`;
}

/** Cells of a row, lines of code, or the text in front of its example. */
function piecesOf(markdown: string, kind: Block['kind']): string[] {
  if (kind === 'row') return markdown.split(/(?<!\\)\|/);
  if (kind === 'code') return markdown.split('\n');
  return markdown.split(/\n[^\S\n]*(?:```|~~~)/).slice(0, 1);
}

/** What pages show otherwise is a word of its own, which is not steady: footnotes, code with signs of Markdown, wide gaps. */
function wordsOf(piece: string, kind: Block['kind']): string[] {
  const plain =
    kind === 'code'
      ? piece.trim().replaceAll(/\s{2,}/g, ' ~ ')
      : toPlain(piece.replaceAll(/\[\^[^\]]+\]|`[^`]*[*|\\][^`]*`/g, ' ~ '));
  return plain.split(/\s+/).filter(Boolean);
}

/** The first words in a row that are steady. */
function runOf(words: readonly string[]): string[] {
  const start = words.findIndex((word) => steady.test(word));
  if (start < 0) return [];
  const length = words.slice(start).findIndex((word) => !steady.test(word));
  return words.slice(start, length < 0 ? start + atEnds : start + Math.min(length, atEnds));
}

/** A hyphen and a comma are signs of the directive. */
const encode = (words: readonly string[]) => encodeURIComponent(words.join(' ')).replaceAll('-', '%2D');

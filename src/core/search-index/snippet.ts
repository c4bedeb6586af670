import { joinWideLines } from '../text/scripts.ts';
import { isUnspaced } from './search-text.ts';

/** Lower case without diacritics, as the index folds it: `Über` becomes `uber`. */
export function fold(text: string): string {
  if (!/\P{ASCII}/u.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

const minSnippet = 160;
const snippetsTogether = 1_000;
/** Characters of each snippet of an answer: the fewer hits there are, the more each may say. */
export const snippetLength = (hits: number): number =>
  Math.max(minSnippet, Math.floor(snippetsTogether / hits));

/** About `length` characters of plain text around the place with most of the words, or of the beginning. */
export function cutSnippet(markdown: string, words: readonly string[], length = minSnippet): string {
  const body = markdown.replace(/^---\n.*?\n---\n/s, '').replace(/^\s*# .*\n/, '');
  const { start: at, end: last } = densestPlace(body, words, length);
  const before = Math.floor(Math.max(length - (last - at), 0) / 3);
  const from = at <= before ? 0 : wordStart(body, at - before);
  // Twice the length, since it gets shorter without its Markdown.
  const plain = toPlain(body.slice(from, from + length * 2));
  const start = from > 0 ? '… ' : '';
  if (plain.length <= length)
    return start + plain + (from + length * 2 < body.length && plain !== '' ? ' …' : '');
  const end = plain.lastIndexOf(' ', length);
  return `${start}${plain.slice(0, end > length / 2 ? end : length).trimEnd()} …`;
}

const maxOccurrences = 100;

/** The first place with the most words within `length` characters; earlier words count more than later ones. */
function densestPlace(text: string, words: readonly string[], length: number) {
  const placesOf = createFinder(text);
  const found = words
    .flatMap((each, rank) => placesOf(each).map((start) => ({ start, end: start + each.length, rank })))
    .sort((a, b) => a.start - b.start);
  let best = { start: 0, end: 0, weight: 0 };
  for (const [at, { start }] of found.entries()) {
    const seen = new Set<number>();
    let [end, weight] = [start, 0];
    for (let next = at; (found[next]?.end ?? Number.POSITIVE_INFINITY) <= start + length; next++) {
      const { rank, end: wordEnd } = found[next] as (typeof found)[number];
      if (seen.size !== seen.add(rank).size) [end, weight] = [wordEnd, weight + 1 / (rank + 1)];
    }
    if (weight > best.weight) best = { start, end, weight };
  }
  return best;
}

/**
 * Where words begin that came folded. Small letters are compared as they are, which takes a tenth of the time of a
 * pattern; both move positions behind some letters, which a snippet can bear.
 */
function createFinder(text: string): (each: string) => readonly number[] {
  const small = text.toLowerCase();
  let folded: string | undefined;
  const find = (where: string, each: string) => {
    const isAnywhere = isUnspaced(each);
    const places: number[] = [];
    let at = where.indexOf(each);
    for (; at >= 0 && places.length < maxOccurrences; at = where.indexOf(each, at + each.length))
      if (isAnywhere || !endsInWord.test(where.slice(Math.max(0, at - 2), at))) places.push(at);
    return places;
  };
  return (each) => {
    if (each === '') return [];
    const direct = find(small, each);
    if (direct.length > 0) return direct;
    folded ??= fold(text);
    return find(folded, each);
  };
}

const endsInWord = /[\p{L}\p{N}]$/u;

function wordStart(text: string, near: number): number {
  const space = text.slice(near, near + 200).search(/\s/);
  return space < 0 ? near : near + space + 1;
}

/** A stretch of Markdown as plain text: good enough to read, not a parser. */
export function toPlain(markdown: string): string {
  return (
    joinWideLines(markdown)
      .replace(/!?\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, '$1')
      // What a cut left of a link, at the beginning and at the end.
      .replace(/^[^\s[\]]*\]\([^)\s]*\)|^[^\s()[\]]*\)(?=[\s.,:;]|$)/, '')
      .replace(/!?\[(?=[^\]]*(?:\]\([^)]*)?$)|\]\([^)\s]*$/g, '')
      .replace(/^\s*(?:#{1,6}\s+|>\s?(?:\[![A-Z]+\])?|[-*+]\s+|\|)/gm, '')
      .replace(/^\s*(?:```.*|[-=:| ]{3,})$/gm, '')
      .replace(/[*`|]+|\\(?=[!-/:-@[-`{-~])/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

import type { DatabaseSync } from 'node:sqlite';
import leven from 'leven';
import { isUnspaced } from '../../src/core/search-index/search-text.ts';
import { fold } from '../../src/core/search-index/snippet.ts';
import { createRankedVocabulary } from './ranked-vocabulary.ts';

/** Shorter words resemble too many others, and longer ones are no words. */
const minLength = 4;
const maxLength = 40;

/** In words of this length, two mistakes are allowed. */
const longWord = 8;

/** Max words of the index that are compared from one start. */
const maxCompared = 2_000;
const maxNear = 5;

/** Letters at the beginning by which words are looked up. */
const prefix = 3;

/** Letters without accents that some keyboards write as two. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};

/**
 * Finds words of the ranked index that differ from a word in one letter, or in two of a long one: wrong, missing, doubled
 * or swapped, or an umlaut as `ue`. Of its first letters only one may be a mistake: words are looked up by their beginnings,
 * and few are compared.
 */
export function createNearWords(index: Pick<DatabaseSync, 'prepare'>): (word: string) => readonly string[] {
  createRankedVocabulary(index);
  const wordsBetween = index.prepare(
    'SELECT term, doc FROM temp.rank_word WHERE term >= ? AND term < ? LIMIT ?',
  );
  const nextWord = index.prepare('SELECT term FROM temp.rank_word WHERE term >= ? LIMIT 1');
  let initials: readonly string[] | null = null;

  /** First letters of all words: one look-up for each. */
  function readInitials(): string[] {
    const found: string[] = [];
    for (let from = '0'; ; from = `${found.at(-1)}\u{10FFFF}`) {
      const [initial] = String(nextWord.get(from)?.term ?? '');
      if (initial === undefined) return found;
      found.push(initial);
    }
  }

  /** @returns folded words, nearest first; of equally near ones, that of more documents */
  return function nearWords(written) {
    const word = fold(written);
    if (word.length < minLength || word.length > maxLength || isUnspaced(word) || /\d/.test(word)) return [];
    initials ??= readInitials();
    const isAscii = word < '\u{80}';
    const letters = initials.filter((initial) => isAscii === initial < '\u{250}' && /\p{L}/u.test(initial));
    const allowed = word.length < longWord ? 1 : 2;
    const plain = spell(word);
    const short = plain.replaceAll(/(?<=[aou])e|(?<=a)a/g, '');
    const near = new Map<string, { readonly mistakes: number; readonly total: number }>();
    const starts = new Set([...startsOf(word, letters), ...startsOf(short, letters)]);
    for (const from of starts) {
      for (const { term, doc } of wordsBetween.all(from, `${from}\u{10FFFF}`, maxCompared)) {
        const candidate = String(term);
        if (Math.abs(candidate.length - word.length) > allowed + 2) continue;
        const other = spell(candidate);
        const mistakes = Math.min(countMistakes(plain, other, allowed), countMistakes(short, other, allowed));
        if (mistakes <= allowed) near.set(candidate, { mistakes, total: Number(doc) });
      }
    }
    return [...near]
      .sort(([, a], [, b]) => a.mistakes - b.mistakes || b.total - a.total)
      .slice(0, maxNear)
      .map(([candidate]) => candidate);
  };
}

/** How the words begin that `word` may stand for, with a mistake in one of the first letters or behind them. */
function* startsOf(word: string, letters: readonly string[]): Generator<string> {
  yield word.slice(0, prefix);
  // On a small site, some letters begin no word; there, this covers all with the same first letter.
  yield word.slice(0, 1);
  for (let at = 0; at < prefix; at++) {
    const before = word.slice(0, at);
    yield before + word.slice(at + 1, at + prefix);
    yield before + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2, prefix + 1);
    for (const letter of letters) {
      yield before + letter + word.slice(at + 1, prefix + 1);
      yield before + letter + word.slice(at, prefix);
    }
  }
}

function spell(word: string): string {
  return word.replaceAll(/[ßæœøłđı]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Two neighbouring letters that are swapped are one mistake. */
function countMistakes(word: string, other: string, allowed: number): number {
  const mistakes = leven(word, other, { maxDistance: allowed + 1 });
  if (mistakes !== 2 || word.length !== other.length) return mistakes;
  const at = [...word].findIndex((_, place) => word[place] !== other[place]);
  const swapped = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  return swapped === other ? 1 : mistakes;
}

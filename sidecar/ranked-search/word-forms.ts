import type { DatabaseSync } from 'node:sqlite';
import type { LanguageWords } from './language-words.ts';
import { createRankedVocabulary } from './ranked-vocabulary.ts';

/** Shorter words have no other forms that are worth their cost. */
const minLength = 4;

/** Words of the index that are compared with one word, and forms that one word stands for, at most. */
const maxCompared = 2_000;
const maxForms = 12;

/** Finds words of the ranked index with the same stem that do not begin with the word: a search finds those anyway. */
export function createWordForms(
  index: Pick<DatabaseSync, 'prepare'>,
  { stem, prefixes }: LanguageWords,
): (word: string) => readonly string[] {
  createRankedVocabulary(index);
  const wordsBetween = index.prepare('SELECT term FROM temp.rank_word WHERE term >= ? AND term < ? LIMIT ?');

  /** @param word folded, as the index has it */
  return function formsOf(word) {
    if (word.length < minLength) return [];
    const stemmed = stem(word);
    // A stem can differ from its words in the last letter: `city` and `cities` have the stem `citi`.
    const isStart = prefixes !== undefined || word.startsWith(stemmed);
    const start = isStart ? stemmed.slice(0, -1) : commonStart(word, stemmed);
    if (start.length < minLength - 2) return [];
    return (prefixes ?? [''])
      .map((prefix) => prefix + start)
      .flatMap((from) => wordsBetween.all(from, `${from}\u{10FFFF}`, maxCompared))
      .map(({ term }) => String(term))
      .filter((term) => !term.startsWith(word) && stem(term) === stemmed)
      .slice(0, maxForms);
  };
}

function commonStart(word: string, other: string): string {
  let length = 0;
  while (length < other.length && word[length] === other[length]) length += 1;
  return word.slice(0, length);
}

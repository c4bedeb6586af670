import type { DatabaseSync } from 'node:sqlite';
import { languagesOf } from '../../src/core/model/languages.ts';
import { memoize } from '../../src/core/model/memoize.ts';
import type { Site } from '../../src/core/model/site.ts';
import { fold } from '../../src/core/search-index/snippet.ts';
import { languageWords } from './language-words.ts';
import { createWordForms } from './word-forms.ts';

/** What a search knows of the words of one language, or of several. Words are folded. */
export interface SpokenWords {
  readonly isStopWord: (word: string) => boolean;
  readonly formsOf: (word: string) => readonly string[];
}

/** @returns the words of a language by its tag; for null those of all languages of the site together */
export function createSpokenWords(
  index: Pick<DatabaseSync, 'prepare'>,
  site: Site,
): (language: string | null) => SpokenWords {
  const views = languagesOf(site);
  const wordsIn = memoize(({ language }: Site): SpokenWords => {
    const words = languageWords(language);
    if (words === null) return { isStopWord: () => false, formsOf: () => [] };
    const stopWords = new Set(words.stopWords.map(fold));
    return { isStopWord: (word) => stopWords.has(word), formsOf: createWordForms(index, words) };
  });

  return (language) => {
    const asked = views.filter((view) => language === null || view.language === language).map(wordsIn);
    return {
      isStopWord: (word) => asked.some(({ isStopWord }) => isStopWord(word)),
      formsOf: (word) => [...new Set(asked.flatMap(({ formsOf }) => formsOf(word)))],
    };
  };
}

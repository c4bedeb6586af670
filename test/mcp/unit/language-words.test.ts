import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { type LanguageWords, languageWords } from '../../../sidecar/ranked-search/language-words.ts';
import { createWordForms } from '../../../sidecar/ranked-search/word-forms.ts';
import { contentIndexSchema } from '../../../src/core/search-index/content-index.ts';

function formsIn(language: string, text: string) {
  const words = languageWords(language);
  if (words === null) throw new Error(`no words of ${language}`);
  return formsWith(words, text);
}

function formsWith(words: LanguageWords, text: string) {
  const index = new DatabaseSync(':memory:');
  index.exec(contentIndexSchema);
  index.prepare('INSERT INTO document_rank (rowid, title, text) VALUES (1, ?, ?)').run('', text);
  return createWordForms(index, words);
}

test.each([
  ['en', 'comments', 'comments comment commented commence comma', ['comment', 'commented']],
  ['en-GB', 'cities', 'city citizen cities', ['city']],
  ['en', 'writing', 'write writes writer writ writings', ['write', 'writes']],
  ['de', 'beitrags', 'Beiträge Beitrag Beitrags Beirat', ['beitrag', 'beitrage']],
  ['fr', 'continuer', 'continue continues continent', ['continue', 'continues']],
  ['es', 'libros', 'libro libertad libros', ['libro']],
  ['ar', 'حديقتنا', 'الحديقة حديقة بالحديقة الحدائق', ['الحديقة', 'بالحديقة', 'حديقة']],
  ['ru', 'книга', 'книги книгу книжный', ['книги', 'книгу']],
])('%s: %s stands for its other forms', (language, word, text, forms) => {
  expect(formsIn(language, text)(word)).toEqual(forms);
});

test('a short word has no other forms, and a word has a bounded number of them', () => {
  expect(formsIn('en', 'way ways')('ways')).toEqual(['way']);
  expect(formsIn('en', 'way ways')('way')).toEqual([]);
  const many = Array.from({ length: 50 }, (_, number) => `comm${number}`).join(' ');
  const words = { stem: (word: string) => word.slice(0, 4), stopWords: [] };
  expect(formsWith(words, many)('comments')).toHaveLength(12);
});

test('a language without a stemmer has no words', () => {
  expect(languageWords('ja')).toBeNull();
});

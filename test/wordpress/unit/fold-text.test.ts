import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldText } from '../../../src/core/search-index/search-text.ts';

it.each([
  ['Café ÜBER', 'cafe uber'],
  ['ヒ', 'ひ'],
  ['ß 🛠️', 'ß 🛠️'.normalize('NFKD').replace(/\p{Mn}/gu, '')],
  ['Łódź, Ørsted — “quote”…', 'lodz, orsted — “quote”...'],
])('%s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

it('folds a text like the strings that it is made of, and a folded text to itself', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aÜéßøŁ—“…ヒ한가\u0301\u00a0Å') });
  fc.assert(
    fc.property(letters, letters, (one, other) => {
      expect(foldText(`${one}|${other}`)).toBe(`${foldText(one)}|${foldText(other)}`);
      expect(foldText(foldText(one))).toBe(foldText(one));
    }),
    { numRuns: 300, seed: 29 },
  );
});

import { expect, test } from 'vitest';
import { parseSearch } from '../../../src/core/wp/parameters/search-terms.ts';

const termsOf = (search: string) =>
  parseSearch(search)?.terms.map(({ text, excluded }) => (excluded ? `not ${text}` : text));

test.each([
  ['copper kettle', ['copper', 'kettle']],
  ['copper,kettle+tea', ['copper', 'kettle', 'tea']],
  ['copper;kettle', ['copper;kettle']],
  ['"copper kettle" tea', ['copper kettle', 'tea']],
  ['"copper kettle', ['copper kettle']],
  ['copper -kettle', ['copper', 'not kettle']],
  ['-"copper kettle"', ['copper kettle']],
  ['-', ['not ']],
  ['kettle -', ['kettle']],
  ['the kettle', ['kettle']],
  ['the and', ['and']],
  ['the', ['the']],
  ['a', ['a']],
  ['1 kettle', ['1', 'kettle']],
  ['0 kettle', ['kettle']],
  ['""', ['""']],
  ['" "', [' ']],
  ['Café ÜBER', ['cafe', 'uber']],
  ['a\\b', ['ab']],
  [
    'one two three four five six seven eight nine',
    ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  ],
  ['one two three four five six seven eight nine ten', ['one two three four five six seven eight nine ten']],
])('%j is read as %j', (search, expected) => {
  expect(termsOf(search)).toEqual(expected);
});

test('nothing, and far too much, searches nothing', () => {
  expect(parseSearch('')).toBeNull();
  expect(parseSearch('x'.repeat(1601))).toBeNull();
  expect(parseSearch('é'.repeat(801))).toBeNull();
  expect(parseSearch('x'.repeat(1600))).not.toBeNull();
});

test('the whole text takes part in the order, unless a word is excluded', () => {
  expect(parseSearch('The Kettle')).toMatchObject({ sentence: 'the kettle', several: true });
  expect(parseSearch('kettle')).toMatchObject({ sentence: 'kettle', several: false });
  expect(parseSearch('kettle -tea')).toMatchObject({ sentence: null, several: true });
});

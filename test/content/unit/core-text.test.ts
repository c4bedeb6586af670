import { describe, expect, it } from 'vitest';
import { createSay } from '../../../src/core/languages/say.ts';
import { memoize } from '../../../src/core/model/memoize.ts';
import { rankNames } from '../../../src/core/text/name-order.ts';
import { nearestWord } from '../../../src/core/text/nearest-word.ts';
import { cutCharacters, cutWords } from '../../../src/core/text/plain-text.ts';

describe('memoize', () => {
  it('computes a value once per object, also when it is undefined', () => {
    const calls: object[] = [];
    const read = memoize((key: object) => {
      calls.push(key);
      return undefined;
    });
    const [a, b] = [{}, {}];
    for (const key of [a, b, a, b]) expect(read(key)).toBeUndefined();
    expect(calls).toEqual([a, b]);
  });
});

describe('a sentence of the interface', () => {
  const pages = { one: '{count} page', few: '{count} strony', other: '{count} pages' };

  it('takes the plural form and the digits of its language', () => {
    expect(createSay('en')(pages, { count: 1 })).toBe('1 page');
    expect(createSay('en')(pages, { count: 2 })).toBe('2 pages');
    expect(createSay('pl')(pages, { count: 2 })).toBe('2 strony');
    expect(createSay('ar-EG')(pages, { count: 12 })).toBe('١٢ pages');
  });

  it('keeps a placeholder without a value', () => {
    expect(createSay('en')('{title}, page {number}', { number: 2 })).toBe('{title}, page 2');
  });
});

describe('the nearest word', () => {
  it('is a misspelt one, or a longer name with the same end or start', () => {
    expect(nearestWord('titel', ['title', 'date'])).toBe('title');
    expect(nearestWord('Footer', ['SiteHeader', 'SiteFooter'])).toBe('SiteFooter');
  });

  it('is null where nothing is near', () => {
    expect(nearestWord('colour', ['title', 'date'])).toBe(null);
    expect(nearestWord('a', ['b', 'c'])).toBe(null);
    expect(nearestWord('x'.repeat(101), ['x'.repeat(100)])).toBe(null);
  });
});

it('names are ranked without case and accents; punctuation, digits, letters, emoji; equal names share a rank', () => {
  expect(rankNames(['zoe', '🙂', '1', 'Zoë', '', '!', 'b'])).toEqual([4, 6, 2, 4, 0, 1, 3]);
});

describe('a text that is cut', () => {
  it('after some words has a mark, which is the one of WordPress or another', () => {
    expect(cutWords('one two three', 2)).toBe('one two […]');
    expect(cutWords('one two three', 2, '…')).toBe('one two …');
    expect(cutWords('one two', 2)).toBe('one two');
  });

  it('after some characters ends at a word, without punctuation', () => {
    expect(cutCharacters('one, two three', 9)).toBe('one, two …');
    expect(cutCharacters('one\n two', 10)).toBe('one two');
  });
});

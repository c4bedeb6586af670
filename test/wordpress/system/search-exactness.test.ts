import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openContentIndex } from '../../../sidecar/release/content-index.ts';
import { openTextSearch, type TextSearch } from '../../../sidecar/wp/collections/text-search.ts';
import { loadContentTables } from '../../../sidecar/wp/content-tables.ts';
import { hasBit, positionsIn } from '../../../src/core/search-index/bit-set.ts';
import { foldText, tokenRuns } from '../../../src/core/search-index/search-text.ts';
import { createLibrary } from '../../helpers/library.ts';
import { type ServedLibrary, serveLibrary } from './served.ts';

/** Words that are awkward in different ways: signs, accents, scripts without spaces, emoji, very long runs. */
const words = [
  'kettle',
  'Kettles',
  'copper,',
  '"quoted"',
  'café',
  'naïve',
  'Straße',
  'İstanbul',
  'the',
  'a',
  'C++',
  'snake_case',
  '100%',
  '東京から京都へ',
  'とても',
  '日本',
  'ภาษาไทย',
  '🚀',
  '👩‍💻',
  '🎈go',
  'a\u0301',
  'https://example.org/a/very/long/path/that/goes/on/and/on/index.html?x=1',
  `${'ab'.repeat(40)}🎈${'cd'.repeat(40)}`,
  `long-${'é'.repeat(60)}`,
  'tower東京tower',
  '\\d+\\.',
  '<strong>',
  '&amp;',
  '…',
  'ﬁne',
  '\u00a0',
  'ø',
];
const gaps = [' ', ' ', ' ', '\n', '\n\n', '  ', '\t', '\u3000', '\u00a0'];
const text = fc
  .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...gaps)), { maxLength: 30 })
  .map((pairs) => pairs.flat().join(''));

const bodies = fc.sample(text, { seed: 11, numRuns: 120 });
const titles = fc.sample(text, { seed: 12, numRuns: 120 }).map((title) => title.slice(0, 80).toWellFormed());
let served: ServedLibrary;
let search: TextSearch;
let close: () => void;

beforeAll(async () => {
  const documents = bodies.map((markdown, at) => ({
    title: titles[at] || 'untitled',
    slug: `s${at}`,
    markdown,
    html: '',
    text: '',
  }));
  served = await serveLibrary(createLibrary({ documents }));
  const index = openContentIndex(served.file);
  search = openTextSearch(index, loadContentTables(index).size);
  close = () => index.close();
});
afterAll(async () => {
  close();
  await served.close();
});

/** The same question, asked of every text in turn. */
function lookThrough(term: string, given: readonly string[]): number[] {
  return given.flatMap((one, at) => (foldText(one).includes(term) ? [at + 1] : []));
}

const whole = bodies.join(' ');
const piece = fc
  .tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 70 }))
  .map(([from, length]) => foldText(whole.slice(from, from + length).toWellFormed()));
const term = fc.oneof(
  piece,
  fc.constantFrom(...words).map(foldText),
  fc.string({ minLength: 1, maxLength: 5 }).map(foldText),
);

test('a term is found in exactly the documents whose text contains it, whatever its length and script', () => {
  fc.assert(
    fc.property(term, (wanted) => {
      const found = search.find(wanted);
      const likely = search.findLikely(wanted, 'content');
      expect([...positionsIn(found.content)].filter((at) => likely && !hasBit(likely, at))).toEqual([]);
      expect([...positionsIn(found.content)]).toEqual(lookThrough(wanted, bodies));
      expect([...positionsIn(found.title)]).toEqual(
        lookThrough(
          wanted,
          titles.map((title) => title || 'untitled'),
        ),
      );
    }),
    { numRuns: 1500, seed: 13 },
  );
});

test('of a phrase, only documents are compared that have its first word at an end and its last at a start', () => {
  const likely = (phrase: string) => [
    ...positionsIn(search.findLikely(phrase, 'content') ?? search.find('').any),
  ];
  const both = [...positionsIn(search.find('copper').content)].filter((at) =>
    hasBit(search.find('kettle').content, at),
  );
  expect(both).not.toEqual([]);
  expect(likely('opper, kettle')).toEqual(both);
  expect(likely('copper, ettle')).toEqual([]);
  expect(likely('coppe, kettle')).toEqual([]);
});

/** Random characters of all scripts of the first two planes, and every letter that `tokenRuns` names. */
test('a letter of any script is found in exactly the documents that have it', async () => {
  const characters = Array.from({ length: 0x20000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  const bodies = Array.from({ length: Math.ceil(characters.length / 256) }, (_, at) =>
    characters
      .slice(at * 256, at * 256 + 256)
      // Alone, and inside a word.
      .map((character, place) => (place % 2 ? `x${character}y` : character))
      .join(' '),
  );
  const documents = bodies.map((markdown, at) => ({
    title: 't',
    slug: `c${at}`,
    markdown,
    html: '',
    text: '',
  }));
  const library = await serveLibrary(createLibrary({ documents }));
  const index = openContentIndex(library.file);
  const everything = openTextSearch(index, loadContentTables(index).size);
  const letters = characters.map(foldText).filter((one) => one.length > 0 && !/\s/.test(one));
  const inRuns = [...new Set(letters.flatMap((one) => one.match(tokenRuns) ?? []))];
  const others = letters.filter((_, at) => at % 397 === 0);
  expect(inRuns.length).toBeGreaterThan(150);
  const folded = bodies.map(foldText);
  for (const wanted of [...inRuns, ...inRuns.map((one) => `x${one}`), ...others]) {
    const expected = folded.flatMap((one, at) => (one.includes(wanted) ? [at + 1] : []));
    expect([...positionsIn(everything.find(wanted).content)], wanted).toEqual(expected);
  }
  index.close();
  await library.close();
});

test('terms that many words have, or many documents, are found as well', () => {
  for (const wanted of ['a', 't', 'e ', 'ab', '. ', '']) {
    const found = search.find(foldText(wanted));
    expect([...positionsIn(found.content)], wanted).toEqual(
      lookThrough(foldText(wanted), bodies).filter((position) => bodies[position - 1] !== ''),
    );
  }
});

test('a part of more words than the index is asked for is found in exactly the documents that have it', async () => {
  const written = Array.from({ length: 300 }, (_, at) => {
    if (at % 100 === 7) return `wool zka${at}lo`;
    const rare = at < 9 ? Array.from({ length: 30 }, (_, number) => `qu${at}x${number}`).join(' ') : '';
    return at % 100 === 8 ? 'wool alone' : `kaolin, okapi, mokka, ka${at}lo ${rare}`;
  });
  const documents = written.map((markdown, at) => ({
    title: `ka ${at}`,
    slug: `k${at}`,
    markdown,
    html: '',
    text: '',
  }));
  const library = await serveLibrary(createLibrary({ documents }));
  const index = openContentIndex(library.file);
  const { find } = openTextSearch(index, 300);
  const found = find('ka');
  expect([...positionsIn(found.content)]).toEqual(lookThrough('ka', written));
  expect([...positionsIn(found.title)]).toHaveLength(300);
  expect([...positionsIn(find('qu').content)]).toEqual(lookThrough('qu', written));
  index.close();
  await library.close();
});

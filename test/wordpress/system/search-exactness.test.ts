import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openContentIndex } from '../../../sidecar/release/content-index.ts';
import { loadCatalog } from '../../../sidecar/wp/catalog.ts';
import { TextSearch } from '../../../sidecar/wp/collections/text-search.ts';
import { positionsIn } from '../../../src/core/search-index/bit-set.ts';
import { foldText } from '../../../src/core/search-index/search-text.ts';
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

const texts = fc.sample(text, { seed: 11, numRuns: 120 });
const titles = fc.sample(text, { seed: 12, numRuns: 120 }).map((title) => title.slice(0, 80).toWellFormed());
let served: ServedLibrary;
let search: TextSearch;
let close: () => void;

beforeAll(async () => {
  const documents = texts.map((markdown, at) => ({
    title: titles[at] || 'untitled',
    slug: `s${at}`,
    markdown,
    html: '',
    text: '',
  }));
  served = await serveLibrary(createLibrary({ documents }));
  const index = openContentIndex(served.file);
  search = new TextSearch(index, loadCatalog(index).size);
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

const whole = texts.join(' ');
const piece = fc
  .tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 70 }))
  .map(([from, length]) => foldText(whole.slice(from, from + length).toWellFormed()));
const term = fc.oneof(
  piece,
  fc.constantFrom(...words).map(foldText),
  fc.string({ minLength: 1, maxLength: 5 }).map(foldText),
);

test('a term is found in exactly the documents whose text holds it, whatever its length and script', () => {
  fc.assert(
    fc.property(term, (wanted) => {
      const found = search.find(wanted);
      expect([...positionsIn(found.content)]).toEqual(lookThrough(wanted, texts));
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

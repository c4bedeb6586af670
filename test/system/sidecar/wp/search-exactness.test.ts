import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openContentIndex } from '../../../../sidecar/release/content-index.ts';
import { loadCatalog } from '../../../../sidecar/wp/catalog.ts';
import { markedPositions } from '../../../../sidecar/wp/marks.ts';
import { TextSearch } from '../../../../sidecar/wp/text-search.ts';
import { foldText, visitTokens } from '../../../../src/core/search-index/search-text.ts';
import { TokenTable } from '../../../../src/publish/token-table.ts';
import { createLibrary } from '../../../helpers/library.ts';
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
function lookThrough(term: string, lines: readonly string[], oneLine: boolean): number[] {
  return lines.flatMap((line, at) => {
    const folded = oneLine ? foldText(line).replace(/[\r\n]/g, ' ') : foldText(line);
    return folded.includes(term) ? [at + 1] : [];
  });
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
      expect([...markedPositions(found.content)]).toEqual(lookThrough(wanted, texts, false));
      expect([...markedPositions(found.title)]).toEqual(
        lookThrough(
          wanted,
          titles.map((title) => title || 'untitled'),
          true,
        ),
      );
    }),
    { numRuns: 1500, seed: 13 },
  );
});

test('the fast tokenizer of bytes numbers the tokens that the definition names', () => {
  fc.assert(
    fc.property(text, (given) => {
      const folded = foldText(given);
      const defined: string[] = [];
      visitTokens(folded, (token) => defined.push(token));
      const table = new TokenTable();
      const numbers: number[] = [];
      table.visit(folded, Buffer.from(folded), (number) => numbers.push(number));
      const list = Buffer.from(table.list).toString().split('\n');
      expect(numbers.map((number) => list[number])).toEqual(defined);
    }),
    { numRuns: 500, seed: 14 },
  );
});

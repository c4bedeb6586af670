import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kindNamed } from '../../../src/core/model/kinds.ts';
import { parseWpDate } from '../../../src/core/wp/date.ts';
import { documentArguments } from '../../../src/core/wp/parameters/document-arguments.ts';
import { normalizeSlug, sanitizeText, stripSlashes } from '../../../src/core/wp/parameters/sanitize.ts';
import type { WpSchema } from '../../../src/core/wp/parameters/schema.ts';
import { isInteger, sanitizeValue, validateValue } from '../../../src/core/wp/parameters/validate-value.ts';
import { buildPhpQuery, isPhpArray, type PhpValue, parsePhpQuery } from '../../../src/core/wp/php-query.ts';
import { createSite } from '../../helpers/library.ts';

const site = createSite();
const posts = documentArguments(kindNamed(site, 'post'), site);
const givenIn = (query: string, name: string) => parsePhpQuery(query).get(name) as PhpValue;
const problem = (schema: WpSchema, query: string, name: string) =>
  validateValue(givenIn(query, name), schema, name);

function plain(value: PhpValue | undefined): unknown {
  return isPhpArray(value as PhpValue)
    ? Object.fromEntries(
        [...(value as ReadonlyMap<string, PhpValue>)].map(([key, item]) => [key, plain(item)]),
      )
    : value;
}

test.each([
  ['a=1&a=2', { a: '2' }],
  ['a[]=1&a[]=2', { a: { 0: '1', 1: '2' } }],
  ['a[b]=1&a[]=2&a[c][d]=3', { a: { b: '1', 0: '2', c: { d: '3' } } }],
  ['a[5]=x&a[]=y', { a: { 5: 'x', 6: 'y' } }],
  ['a=1&a[b]=2', { a: { b: '2' } }],
  ['a.b=1&c d=2&e+f=3', { a_b: '1', c_d: '2', e_f: '3' }],
  ['a[b=1', { a_b: '1' }],
  ['a&b=&=c', { a: '', b: '' }],
  ['x=%41+%zz', { x: 'A %zz' }],
  ['__proto__[a]=1', { ['__proto__']: { a: '1' } }],
])('the query %j is read as PHP reads it', (query, expected) => {
  const read = parsePhpQuery(query);
  expect([...read.keys()]).toEqual(Object.keys(expected));
  for (const [name, value] of read)
    expect(plain(value)).toEqual(Object.entries(expected).find(([key]) => key === name)?.[1]);
});

test('bytes that are no text are kept apart from text', () => {
  expect((givenIn('s=%ff%fe', 's') as string).isWellFormed()).toBe(false);
  expect(sanitizeText(givenIn('s=%ff%fe', 's') as string)).toBe('');
});

test('a query is written as add_query_arg writes it', () => {
  const query = new Map(parsePhpQuery('_embed&_fields=id,slug&q=a b~é&sticky=1')).set('none', new Map());
  expect(buildPhpQuery(query)).toBe('_embed&_fields=id%2Cslug&q=a+b%7E%C3%A9&sticky=1');
  expect(buildPhpQuery(parsePhpQuery('categories[]=2&categories[]=3'))).toBe(
    'categories%5B0%5D=2&categories%5B1%5D=3',
  );
});

test.each([' 10', '10.0', '1e1', '007', '+5', '-3', '99999999999999999999'])('%j is an integer', (text) => {
  expect(isInteger(text)).toBe(true);
});
test.each(['', 'abc', '1.5', '0x10', '1e', '--1', '1 2', 'NaN', 'Infinity'])('%j is not', (text) => {
  expect(isInteger(text)).toBe(false);
});

test.each([
  [
    'per_page=0',
    'per_page',
    'rest_out_of_bounds',
    'per_page must be between 1 (inclusive) and 100 (inclusive)',
  ],
  ['page=0', 'page', 'rest_out_of_bounds', 'page must be greater than or equal to 1'],
  ['per_page[]=5', 'per_page', 'rest_invalid_type', 'per_page is not of type integer.'],
  ['order=ASC', 'order', 'rest_not_in_enum', 'order is not one of asc and desc.'],
  ['include=1,abc', 'include', 'rest_invalid_type', 'include[1] is not of type integer.'],
  ['include[a]=1', 'include', 'rest_invalid_type', 'include is not of type array.'],
  ['sticky=', 'sticky', 'rest_invalid_type', 'sticky is not of type boolean.'],
  ['after=2023-04-10', 'after', 'rest_invalid_date', 'Invalid date.'],
  ['search[]=x', 'search', 'rest_invalid_type', 'search is not of type string.'],
  [
    'categories=5,abc',
    'categories',
    'rest_no_matching_schema',
    'categories is not a valid Term ID List. Reason: categories[1] is not of type integer.',
  ],
  [
    'categories[]=abc',
    'categories',
    'rest_no_matching_schema',
    'categories is not a valid Term ID List and Term ID Taxonomy Query.',
  ],
  [
    'categories[bogus]=1',
    'categories',
    'rest_no_matching_schema',
    'categories is not a valid Term ID Taxonomy Query. Reason: bogus is not a valid property of Object.',
  ],
  [
    'categories[operator]=XOR',
    'categories',
    'rest_no_matching_schema',
    'categories is not a valid Term ID Taxonomy Query. Reason: categories[operator] is not one of AND and OR.',
  ],
  [
    'categories=',
    'categories',
    'rest_one_of_multiple_matches',
    'categories matches Term ID List and Term ID Taxonomy Query, but should match only one.',
  ],
])('%j is refused in WordPress’s words', (query, name, code, message) => {
  const schema = (posts as Record<string, WpSchema>)[name]!;
  expect(problem(schema, query, name)).toMatchObject({ code, message });
});

test.each([
  ['include=', 'include', []],
  ['include=101, 102,,', 'include', [101, 102]],
  ['include[3]=7', 'include', [7]],
  ['categories=,', 'categories', []],
  [
    'categories[terms]=6,7&categories[include_children]=1',
    'categories',
    { terms: [6, 7], include_children: true },
  ],
  ['sticky=TRUE', 'sticky', true],
  ['offset=1e1', 'offset', 10],
])('%j is converted', (query, name, expected) => {
  const schema = (posts as Record<string, WpSchema>)[name]!;
  expect(problem(schema, query, name)).toBeNull();
  expect(sanitizeValue(givenIn(query, name), schema, name)).toEqual(expected);
});

test('dates are read with and without a zone, and only with a time', () => {
  expect(parseWpDate('2023-04-10T00:00:00')).toEqual({ seconds: Date.UTC(2023, 3, 10) / 1000, zoned: false });
  expect(parseWpDate('2023-04-10 02:00:00.9+02:00')).toEqual({
    seconds: Date.UTC(2023, 3, 10) / 1000,
    zoned: true,
  });
  expect(parseWpDate('2023-02-30T00:00:00Z')?.seconds).toBe(Date.UTC(2023, 2, 2) / 1000);
  for (const text of ['2023-04-10', '', 'now', '2023-13-01T00:00:00', '2023-04-10T00:00:00 02:00']) {
    expect(parseWpDate(text)).toBeNull();
  }
});

test('a line of text is cleaned as WordPress cleans it', () => {
  expect(sanitizeText('  a <b>bold</b>\n\tword  ')).toBe('a bold word');
  expect(sanitizeText('<strong>')).toBe('');
  expect(sanitizeText('a < b')).toBe('a &lt; b');
  expect(sanitizeText('50%41 off')).toBe('50 off');
  expect(sanitizeText('%%%252525')).toBe('');
  expect(sanitizeText('%%4142 x %G1 %4')).toBe('x %G1 %4');
  expect(stripSlashes('C:\\\\Temp\\n')).toBe('C:\\Tempn');
});

test('slugs are compared in the form in which they are stored', () => {
  expect(normalizeSlug('Hello-Workshop/')).toBe('hello-workshop');
  expect(normalizeSlug('東京')).toBe('%e6%9d%b1%e4%ba%ac');
  expect(normalizeSlug('%e6%9d%b1%E4%BA%AC')).toBe('%e6%9d%b1%e4%ba%ac');
});

test('encoded bytes go as if they were removed again and again, in one pass', () => {
  const piece = fc.constantFrom('%', '2', '5', 'a', 'G', ' ', '%2', 'x');
  const again = (text: string): string => {
    const less = text.replace(/%[a-f0-9]{2}/gi, '');
    return less === text ? text : again(less);
  };
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = `x${pieces.join('')}x`;
      expect(sanitizeText(text).replace(/ +/g, ' ')).toBe(
        again(text.replace(/ +/g, ' ')).replace(/ +/g, ' '),
      );
    }),
    { numRuns: 2000, seed: 3 },
  );
});

test('a text that no address could hold is taken for none, before any cleaning', () => {
  expect(sanitizeText('a'.repeat(8_192))).toHaveLength(8_192);
  expect(sanitizeText('a'.repeat(8_193))).toBe('');
});

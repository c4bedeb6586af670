import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeValue, pageKey } from '../../../src/build/plan/page-key.ts';
import type { Page } from '../../../src/core/pages/page.ts';

it('values of plain data have equal descriptions when they are equal, and others when they are not', () => {
  const word = fc.constantFrom('', 'a', '1', 'null', '"1:a', '{', 'a=', '[1:', ';', '\u0001');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      word,
      fc.constantFrom(null, true, false, 0, 1),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), tie('value')), { maxLength: 3 }).map((all) => {
        return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
      }),
    ),
  }));
  fc.assert(
    fc.property(value, value, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(describeValue(one) === describeValue(other)).toBe(isSame);
      expect(describeValue(structuredClone(one))).toBe(describeValue(one));
    }),
    { numRuns: 5000 },
  );
});

it('the key of a page changes with its data and with the digest of its document', () => {
  const page = (fields: object) =>
    ({ view: 'document', path: '/a/', document: { digest: 'x' }, ...fields }) as Page;
  const keys = [
    page({}),
    page({ author: { title: 'B', path: '/b/' } }),
    page({ view: 'archive' }),
    page({ view: 'archive', path: '/b/' }),
    page({ document: { digest: 'y' } }),
    page({ next: { path: '/c/' } }),
  ];
  expect(new Set(keys.map(pageKey)).size).toBe(keys.length);
  expect(pageKey(page({ document: { digest: 'x', title: 'Elsewhere' } }))).toBe(pageKey(page({})));
});

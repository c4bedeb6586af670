import { expect, it } from 'vitest';
import { pageKey } from '../../../src/build/plan/page-key.ts';
import type { Page } from '../../../src/core/pages/page.ts';

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

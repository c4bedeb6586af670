import { expect, it } from 'vitest';
import { findNearPages } from '../../../src/core/front/near-pages.ts';

const paths = [
  '/',
  '/about/',
  '/manual/',
  '/manual/programs/twins/',
  '/manual/programs/mcp-server/',
  '/one-address-two-forms/',
  '/über-uhren/',
  '/電子計算機/',
  '/category/guides/',
];
const near = (path: string) => findNearPages(path, paths);

it.each([
  ['/about.md', '/about/'],
  ['/About/', '/about/'],
  ['/abuot/', '/about/'],
  ['/twins.md', '/manual/programs/twins/'],
  ['/docs/twins/', '/manual/programs/twins/'],
  ['/manual/programs/twin.md', '/manual/programs/twins/'],
  ['/mcp/', '/manual/programs/mcp-server/'],
  ['/2026/08/one-address-two-forms/', '/one-address-two-forms/'],
  ['/one-adress-two-form', '/one-address-two-forms/'],
  ['/uber-uhren.html', '/über-uhren/'],
  ['/電子計算器/', '/電子計算機/'],
  ['/category/guide/', '/category/guides/'],
])('%s is near %s', (asked, expected) => {
  expect(near(asked)[0]).toBe(expected);
});

it.each(['/', '', '/wp-login.php', '/.env', '/x', '/\ud800', `/${'about'.repeat(1000)}`])(
  'nothing is near %j',
  (asked) => {
    expect(near(asked)).toEqual([]);
  },
);

it('names five pages at most, the best first', () => {
  const many = Array.from({ length: 40 }, (_, index) => `/note-${index}/`);
  const found = findNearPages('/note-7/', many);
  expect(found).toHaveLength(5);
  expect(found[0]).toBe('/note-7/');
});

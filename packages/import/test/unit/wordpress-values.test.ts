import { describe, expect, it } from 'vitest';
import { ClosingTags, replaceElements } from '../../src/model/closing-tags.ts';
import { fillPermalink, inferPermalink } from '../../src/plan/plan-permalink.ts';
import { closedFolderOf } from '../../src/wordpress/closed-folders.ts';
import { readPhpValue } from '../../src/wordpress/php-values.ts';
import { inferTimeZone, writeDate, zoneOfOffset } from '../../src/wordpress/time-zone.ts';

const post = (path: string, more: object = {}) => ({
  ...{ path, slug: 'tea', id: 7, date: '2020-03-04 05:06:07', category: 'food/hot', author: 'ada' },
  ...more,
});

describe('the pattern of addresses', () => {
  it.each([
    ['/2020/03/tea/', '/{year}/{month}/{slug}/'],
    ['/food/hot/tea/', '/{category}/{slug}/'],
    ['/archives/7/', '/archives/{id}/'],
    ['/ada/tea/', '/{author}/{slug}/'],
  ])('of %s is %s', (path, pattern) => {
    expect(inferPermalink([post(path)])).toBe(pattern);
    expect(fillPermalink(pattern, post(path))).toBe(path);
  });

  it('is the one of most posts, and unknown if none explains half of them', () => {
    const others = ['/x/', '/y/', '/z/'].map((path) => post(path, { slug: 'q' }));
    expect(inferPermalink([post('/tea/'), ...others])).toBeNull();
    expect(inferPermalink([post('/tea/'), post('/tea/'), ...others.slice(1)])).toBe('/{slug}/');
  });
});

describe('values of PHP', () => {
  it.each([
    ['a:2:{i:0;s:1:"x";i:1;b:1;}', ['x', true]],
    ['a:1:{s:3:"a b";d:1.5;}', { 'a b': 1.5 }],
    ['s:3:"é!";', 'é!'],
    ['N;', null],
  ])('%s', (stored, value) => {
    expect(readPhpValue(stored)).toEqual(value);
  });

  it.each(['O:8:"stdClass":0:{}', 'a:1:{i:0;O:1:"X":0:{}}', 'a:1:{i:0;', 'hello'])('not %s', (stored) => {
    expect(readPhpValue(stored)).toBeUndefined();
  });
});

describe('time zones', () => {
  const summer = { date: '2020-07-01 12:00:00', dateGmt: '2020-07-01 10:00:00' };
  const winter = { date: '2020-01-01 12:00:00', dateGmt: '2020-01-01 11:00:00' };

  it('are inferred from both clocks', () => {
    expect(writeDate(summer, inferTimeZone([summer, winter]) ?? '')).toBe('2020-07-01T12:00:00');
    expect(inferTimeZone([])).toBeNull();
    expect(zoneOfOffset(-5)).toBe('Etc/GMT+5');
  });

  it('that contradict a date leave it its own offset', () => {
    expect(writeDate(summer, 'America/New_York')).toBe('2020-07-01T12:00:00+02:00');
  });
});

describe('elements', () => {
  it('are replaced up to their first end tag, and unclosed ones stay', () => {
    expect(replaceElements('<b>x</b><i>y<b>z</b><i>', ['b', 'i'], (html) => `[${html.length}]`)).toBe(
      '[8]<i>y[8]<i>',
    );
  });

  it('have end tags that are searched for in one pass', () => {
    const closings = new ClosingTags('</a></b></A>', /<\/(\w)>/g);
    expect([closings.after('a', 1)?.at, closings.after('b', 0)?.at, closings.after('c', 0)]).toEqual([
      8,
      4,
      undefined,
    ]);
  });
});

it.each([
  ['2020/01/a.jpg', null],
  ['woocommerce_uploads/a.pdf', 'woocommerce_uploads/'],
  ['x/secret-backups/a.zip', 'x/secret-backups/'],
  ['closed/a/b.pdf', 'closed/'],
])('%s is in the closed folder %s', (path, folder) => {
  expect(closedFolderOf(path, new Set(['closed']))).toBe(folder);
});

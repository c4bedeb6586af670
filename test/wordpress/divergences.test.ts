import { describe, expect, test } from 'vitest';
import type { Corpus, Exchange } from './corpus.ts';
import { type Difference, findDifferences } from './differences.ts';
import { divergences } from './divergences.ts';
import { leavesOutWords, sameWords } from './same-words.ts';

const corpus: Corpus = {
  site: { name: 'A', description: 'B', timezone_string: 'UTC' },
  users: [],
  categories: [],
  tags: [],
  pages: [],
  media: [],
  posts: [
    { id: 1, status: 'publish', date: '2026-01-01T00:00:00' },
    { id: 2, status: 'publish', date: '2026-01-01T00:00:00' },
    { id: 3, status: 'publish', date: '2025-01-01T00:00:00' },
    { id: 9, status: 'draft', date: '2025-01-01T00:00:00' },
  ] as unknown as Corpus['posts'],
};
const list: Exchange = {
  request: { method: 'GET', path: '/wp-json/wp/v2/posts' },
  status: 200,
  headers: { 'x-wp-total': '3', link: '<a>; rel="next"' },
  body: [
    { id: 1, slug: 'a' },
    { id: 2, slug: 'b' },
    { id: 3, slug: 'c' },
  ],
};
const answer = (body: unknown, changes: { status?: number; headers?: Record<string, string> } = {}) => ({
  status: changes.status ?? 200,
  headers: changes.headers ?? { 'x-wp-total': '3', link: '<a>; rel="next"' },
  text: JSON.stringify(body),
});
const unexcused = (exchange: Exchange, differences: readonly Difference[]) =>
  differences.filter((difference) => !divergences.some((one) => one.covers(difference, exchange, corpus)));

describe('what is compared', () => {
  test('an equal answer has no differences, also where only equal dates are in another order', () => {
    const swapped = [
      { id: 2, slug: 'b' },
      { id: 1, slug: 'a' },
      { id: 3, slug: 'c' },
    ];
    expect(findDifferences(list, answer(list.body), corpus)).toEqual([]);
    expect(findDifferences(list, answer(swapped), corpus)).toEqual([]);
  });

  test.each([
    [
      'another order',
      answer([
        { id: 3, slug: 'c' },
        { id: 1, slug: 'a' },
        { id: 2, slug: 'b' },
      ]),
    ],
    [
      'another field',
      answer([
        { id: 1, slug: 'x' },
        { id: 2, slug: 'b' },
        { id: 3, slug: 'c' },
      ]),
    ],
    [
      'members in another order',
      answer([
        { slug: 'a', id: 1 },
        { id: 2, slug: 'b' },
        { id: 3, slug: 'c' },
      ]),
    ],
    [
      'one object less',
      answer([
        { id: 1, slug: 'a' },
        { id: 2, slug: 'b' },
      ]),
    ],
    ['another status', answer(list.body, { status: 404 })],
    ['another total', answer(list.body, { headers: { 'x-wp-total': '4', link: '<a>; rel="next"' } })],
    ['another link', answer(list.body, { headers: { 'x-wp-total': '3', link: '<b>; rel="next"' } })],
  ])('%s is a difference that no divergence excuses', (_name, given) => {
    const differences = findDifferences(list, given, corpus);
    expect(unexcused(list, differences).length).toBeGreaterThan(0);
  });
});

describe('what is excused', () => {
  test('a draft is not there, but a published post must be', () => {
    const draft = (id: number): Exchange => ({
      request: { method: 'GET', path: `/wp-json/wp/v2/posts/${id}` },
      status: 401,
      headers: {},
      body: { code: 'rest_forbidden' },
    });
    const difference = { where: 'status', expected: 401, actual: 404 };
    expect(unexcused(draft(9), [difference])).toEqual([]);
    expect(unexcused(draft(1), [difference])).toEqual([difference]);
  });

  test('texts may be rendered otherwise, with the same words', () => {
    const text = (actual: string) => ({
      where: 'body[0].title.rendered',
      expected: 'It&#8217;s <em>R&amp;D</em>',
      actual,
    });
    expect(unexcused(list, [text("It's R&#038;D")])).toEqual([]);
    expect(unexcused(list, [text("It's R and D")])).toHaveLength(1);
    expect(sameWords('<p>a<br />\nb &#8230;</p>', 'a b ...')).toBe(true);
    expect(sameWords('a b', 'a c')).toBe(false);
    expect(leavesOutWords('a c', 'a b c')).toBe(true);
    expect(leavesOutWords('c a', 'a b c')).toBe(false);
  });

  test('each divergence says why', () => {
    for (const { name, reason } of divergences) expect(`${name}: ${reason}`).toMatch(/^[\w ,]+: .{40,}\.$/);
  });
});

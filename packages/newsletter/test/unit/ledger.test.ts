import { expect, test } from 'vitest';
import { planEditions, weekOf } from '../../src/ledger.ts';
import type { Post } from '../../src/post-list.ts';

const post = (name: string, date: string, keys: readonly string[] = []): Post => ({
  ...{ file: name, date, title: name, summary: '', language: 'en', topics: ['posts'] },
  keys: [`id-${name}`, ...keys],
  url: `https://notes.example.org/${name}/`,
  path: `/${name}/`,
});
const listOf = (...posts: readonly Post[]) => ({ posts: [...posts], older: [] });
const first = post('first', '2026-11-20T08:00:00');
const start = () => planEditions(null, listOf(first), '2026-11-21T08:00:00').ledger;

test('what is there at the first run is the archive', () => {
  const { opened, ledger, notes } = planEditions(null, listOf(first), '2026-11-21T08:00:00');
  expect([opened, notes]).toEqual([[], ['Posts in the archive, of which nothing is sent: 1.']]);
  expect(planEditions(ledger, listOf(first), '2026-11-21T08:01:00').opened).toEqual([]);
});

test('a post is sent once, whatever part of it changes, and whatever the clock does', () => {
  const next = post('next', '2026-11-22T08:00:00', ['text-a', 'title-a']);
  const { opened, ledger } = planEditions(start(), listOf(next, first), '2026-11-22T09:00:00');
  expect(opened.map(({ title }) => title)).toEqual(['next']);
  const renamed = post('renamed', '2026-11-22T08:00:00', ['text-a']);
  const edited = post('next', '2026-11-25T08:00:00', ['text-b', 'title-b']);
  for (const later of [next, renamed, edited])
    for (const time of ['2026-11-22T09:01:00', '2026-10-01T00:00:00', '2027-01-01T00:00:00'])
      expect(
        planEditions(ledger, listOf(later, first), time).opened.filter(
          ({ frequency }) => frequency === 'each',
        ),
      ).toEqual([]);
});

test('a post from before the last edition is sent if it is named, and once', () => {
  const late = post('late', '2026-11-02T08:00:00');
  const list = listOf(first, late);
  const { opened, notes, ledger } = planEditions(start(), list, '2026-11-22T09:00:00');
  expect([opened, notes.length]).toEqual([[], 1]);
  const named = planEditions(ledger, list, '2026-11-22T09:00:00', '/late/');
  expect(named.opened).toHaveLength(1);
  expect(planEditions(named.ledger, list, '2026-11-22T09:00:00', '/late/').notes).toEqual([
    '/late/ has been sent.',
  ]);
  expect(planEditions(named.ledger, list, '2026-11-22T09:00:00', '/none/').notes).toEqual([
    'No post that can be sent is at /none/.',
  ]);
});

test('digests have the posts of the week and month that ended, once, also when the clock is set back', () => {
  const next = post('next', '2026-11-22T08:00:00');
  const list = listOf(next, first);
  const sunday = planEditions(start(), list, '2026-11-22T09:00:00').ledger;
  const monday = planEditions(sunday, list, '2026-11-23T00:10:00');
  expect(monday.opened.map(({ frequency, posts }) => [frequency, ...posts])).toEqual([['weekly', 'id-next']]);
  expect(planEditions(monday.ledger, list, '2026-11-16T00:10:00').opened).toEqual([]);
  expect(planEditions(monday.ledger, list, '2026-11-30T00:10:00').opened).toEqual([]);
  const december = planEditions(monday.ledger, list, '2026-12-01T00:10:00');
  expect(december.opened.map(({ frequency }) => frequency)).toEqual(['monthly']);
});

test.each([
  ['2026-01-01', '2026-W01'],
  ['2027-01-01', '2026-W53'],
  ['2026-11-23', '2026-W48'],
  ['2026-11-22', '2026-W47'],
])('%s is in the week %s', (day, week) => {
  expect(weekOf(`${day}T12:00:00`)).toBe(week);
});

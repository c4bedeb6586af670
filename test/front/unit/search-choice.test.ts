import { DatabaseSync } from 'node:sqlite';
import type { Request, Response } from 'express';
import { afterAll, expect, it, vi } from 'vitest';
import type { ContentIndex } from '../../../sidecar/release/content-index.ts';
import { createNarrowing } from '../../../sidecar/search/search-choice.ts';
import { createSearchPage } from '../../../sidecar/search/search-page.ts';
import { createSite } from '../../helpers/library.ts';

const database = new DatabaseSync(':memory:');
database.exec(`
  CREATE TABLE document (kind TEXT, date TEXT, language TEXT);
  CREATE TABLE term (taxonomy TEXT, slug TEXT, name TEXT, count INTEGER, language TEXT);
  INSERT INTO document VALUES ('post', '2025-01-01T00:00:00', ''), ('post', '2026-01-01T00:00:00', ''), ('page', '1999-01-01T00:00:00', '');
  INSERT INTO term VALUES ('category', 'guides', 'Guides', 2, ''), ('category', 'notes', 'Notes', 1, ''), ('category', 'empty', 'Empty', 0, '');
`);
afterAll(() => database.close());
const index: ContentIndex = {
  file: '',
  site: createSite(),
  digest: '',
  modified: '',
  prepare: (sql) => database.prepare(sql),
  close: () => undefined,
};

it('offers what documents have: kinds, categories with posts, and the years of dated documents', () => {
  const { filters } = createNarrowing(index, index.site);
  expect(filters.map(({ name, options }) => [name, options.map(({ value }) => value)])).toEqual([
    ['kind', ['post', 'page']],
    ['category', ['guides', 'notes']],
    ['year', ['2026', '2025']],
  ]);
});

it('reads known values of a request, and leaves out all others', () => {
  const { read } = createNarrowing(index, index.site);
  expect(read({ kind: 'post', category: 'empty', year: ['2026'], other: '1' })).toEqual({ kind: 'post' });
});

it.each([
  ['water', 0],
  ['water wheel', 0],
  ['"the old water wheel" mill', 0],
  ['old water wheel', 1],
  ['how does the wheel turn?', 1],
  ['水車はいつ回りますか', 1],
])('%s is asked for %i times as a question', async (q, times) => {
  const askSearch = async () => ({ busy: false, answer: { hits: [], total: 0 } }) as const;
  const askPassages = vi.fn(async () => ({ busy: false, answer: { passages: [] } }) as const);
  const render = vi.fn();
  const answer = createSearchPage(index, { askSearch, askPassages }, () => '', render);
  const request = { path: '/search/', method: 'GET', query: { q } };
  await answer(request as unknown as Request, { set: () => {} } as unknown as Response, () => {});
  expect(render).toHaveBeenCalledOnce();
  expect(askPassages).toHaveBeenCalledTimes(times);
});

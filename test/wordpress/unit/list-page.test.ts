import { describe, expect, it } from 'vitest';
import { inPages, listPage, type Paging } from '../../../sidecar/wp/list-page.ts';

const refs = Array.from({ length: 7 }, (_, index) => ({ kind: 'user', id: index + 1 }));
const ask = (paging: Paging, given: Record<string, number | string>, all = refs) => {
  const values = { page: 1, per_page: 3, ...given };
  const query = new Map(Object.entries(given).map(([name, value]) => [name, String(value)]));
  const outcome = listPage('https://x.org', 'users', paging, { values, query }, inPages(all));
  if (outcome.kind === 'error') return outcome.error.code;
  if (outcome.kind !== 'list') throw new Error('Not a list');
  const ids = outcome.refs.map((ref) => ('id' in ref ? ref.id : 0));
  const pages = [...(outcome.link ?? '').matchAll(/[?&]page=(\d+).*?rel="(\w+)"/g)].map(
    ([, page, relation]) => `${relation} ${page}`,
  );
  return { ids, total: outcome.total, pages: outcome.pages, form: outcome.form, links: pages };
};

describe('a page of a collection', () => {
  it.each(['posts', 'objects', 'search'] as const)(
    'has its objects and links to its neighbours: %s',
    (paging) => {
      const form = paging === 'search' ? 'hit' : 'view';
      expect(ask(paging, { page: 2 })).toEqual({
        ids: [4, 5, 6],
        total: 7,
        pages: 3,
        form,
        links: ['prev 1', 'next 3'],
      });
      expect(ask(paging, { page: 3 })).toMatchObject({ ids: [7], links: ['prev 2'] });
    },
  );

  it('past the end is an error for posts and searches, and empty for other objects', () => {
    expect(ask('posts', { page: 4 })).toBe('rest_post_invalid_page_number');
    expect(ask('search', { page: 4 })).toBe('rest_search_invalid_page_number');
    expect(ask('objects', { page: 9 })).toMatchObject({ ids: [], total: 7, links: ['prev 3'] });
  });

  it('of an empty collection is empty, and links back to the last page, in a search to the page before', () => {
    expect(ask('posts', { page: 4 }, [])).toMatchObject({ ids: [], total: 0, links: ['prev 0'] });
    expect(ask('search', { page: 4 }, [])).toMatchObject({ ids: [], total: 0, links: ['prev 3'] });
  });

  it('begins at an offset, by the rules of its controller', () => {
    expect(ask('posts', { offset: 5, page: 2 })).toMatchObject({
      ids: [6, 7],
      total: 7,
      links: ['prev 1', 'next 3'],
    });
    expect(ask('posts', { offset: 0, page: 2 })).toMatchObject({ ids: [1, 2, 3] });
    expect(ask('posts', { offset: 9 })).toMatchObject({ ids: [], total: 0, links: [] });
    expect(ask('objects', { offset: 0, page: 2 })).toMatchObject({ ids: [4, 5, 6] });
    expect(ask('objects', { offset: 3 })).toMatchObject({ ids: [4, 5, 6], links: ['prev 1', 'next 3'] });
    expect(ask('objects', { offset: 9 })).toMatchObject({ ids: [], total: 7 });
  });

  it('has the short form where the context asks for it', () => {
    expect(ask('posts', { context: 'embed' })).toMatchObject({ form: 'embed' });
  });
});

import { describe, expect, it } from 'vitest';
import { describeFront } from '../../../../src/core/front/front-table.ts';
import { describeHostRedirects } from '../../../../src/core/front/host-redirects.ts';
import { findByQuery, findOldAddress } from '../../../../src/core/front/old-addresses.ts';
import type { Redirect } from '../../../../src/core/model/document.ts';
import { createLibrary, createSite } from '../../../helpers/library.ts';

const redirects: readonly Redirect[] = [
  { from: '/gardening/', to: '/hello/', status: 301 },
  { from: '/shop/', to: 'https://shop.example/a?b=1', status: 301 },
  { from: '/for-now/', to: '/hello/', status: 302 },
  { from: '/sale/', to: null, status: 410 },
  { from: '/archives/{id:number}', to: '/?p={id}', status: 301 },
  { from: '/blog/{slug}.html', to: '/{slug}/', status: 308 },
  { from: '/files/{rest*}', to: 'https://files.example/{rest}', status: 301 },
  { from: '/?p=99', to: '/media/a.jpg', status: 301 },
];
const site = createSite({ permalinks: { post: '/{year}/{slug}/' } });
const library = {
  ...createLibrary({
    site,
    documents: [{ title: 'Hello', id: 7, path: '/hello/', redirectFrom: ['/old/'] }],
    categories: [{ slug: 'garden', name: 'Garden', id: 3 }],
    tags: [{ slug: 'soil', name: 'Soil' }],
  }),
  redirects,
};
const { old, redirects: table } = describeFront(library);
const there = new Set(['/hello/', '/tag/soil/', '/tag/soil/feed.xml', '/posts/page/2/']);
const find = (path: string) => findOldAddress(path, old, (at) => there.has(at));

describe('redirects of single paths', () => {
  it('hold with and without the last slash, to any address or host', () => {
    expect(table).toMatchObject({
      '/gardening/': '/hello/',
      '/gardening': '/hello/',
      '/shop': 'https://shop.example/a?b=1',
    });
    expect(table).toMatchObject({ '/old/': '/hello/', '/old': '/hello/' });
  });
});

describe('queries of the home page', () => {
  it.each([
    ['p=7', '/hello/'],
    ['page_id=7&preview=true', '/hello/'],
    ['attachment_id=99', '/media/a.jpg'],
    ['cat=3', '/category/garden/'],
    ['tag=soil', '/tag/soil/'],
    ['author=1', '/author/keeper/'],
    ['m=201903', '/posts/'],
    ['p=8', 'missing'],
    ['author=44', 'missing'],
    ['p=campaign', null],
    ['utm_source=x', null],
  ])('%s', (query, location) => {
    const found = findByQuery('/', query, old);
    expect(typeof found === 'object' ? (found?.location ?? null) : found).toBe(location);
    expect(findByQuery('/hello/', query, old)).toBeNull();
  });
});

describe('guesses, as WordPress makes them', () => {
  const documents = ['compost-in-ninety-days', 'compost-heaps', 'tea', 'team', 'team', 'contact'].map(
    (slug, index) => ({
      title: slug,
      slug,
      id: index + 20,
      path: `/2019/03/${slug}-${index}/`,
    }),
  );
  const guessing = describeFront(
    createLibrary({ site: createSite({ guessAddresses: true }), documents }),
  ).old;
  const guess = (path: string) => findOldAddress(path, guessing, () => false);

  it.each([
    ['/compost-in-ninety-days/', '/2019/03/compost-in-ninety-days-0/'],
    ['/any/folder/compost-heaps', '/2019/03/compost-heaps-1/'],
    ['/2019/03/compost-in-nin/', '/2019/03/compost-in-ninety-days-0/'],
    ['/tea/', '/2019/03/tea-2/'],
    ['/compost-/', null],
    ['/comp/', null],
    ['/team/', null],
    ['/te/', null],
    ['/team/9/', null],
    ['/zebra-crossing/', null],
    ['/contact/', null],
  ])('%s', (path, location) => {
    expect(guess(path)).toEqual(location === null ? null : { kind: 'moved', location, status: 301 });
  });

  it('are made where the settings ask for them only', () => {
    expect(find('/any/hello/')).toBeNull();
  });
});

describe('patterns', () => {
  it.each([
    ['/archives/7', '/hello/', 301],
    ['/archives/7/', '/hello/', 301],
    ['/blog/compost.html', '/compost/', 308],
    ['/files/a/b.pdf', 'https://files.example/a/b.pdf', 301],
    ['/for-now', '/hello/', 302],
  ])('%s', (path, location, status) => {
    expect(find(path)).toEqual({ kind: 'moved', location, status });
  });

  it('what is gone stays gone; what they do not name stays missing', () => {
    expect(find('/sale/')).toEqual({ kind: 'gone' });
    expect(find('/archives/abc')).toBeNull();
    expect(find('/archives/8')).toBeNull();
  });

  it('static hosts get those that they can follow', () => {
    const lines = describeHostRedirects(library).lines;
    expect(lines).toContain('/for-now/ /hello/ 302');
    expect(lines).toContain('/files/* https://files.example/:rest 301'.replace(':rest', ':splat'));
    expect(lines.join('\n')).not.toMatch(/410|\?p=/);
  });
});

describe('addresses that WordPress has below every page', () => {
  it.each([
    ['/tag/soil/feed/', '/tag/soil/feed.xml'],
    ['/hello/feed', '/feed.xml'],
    ['/hello/feed/atom/', '/feed.xml'],
    ['/comments/feed/', '/feed.xml'],
    ['/2019/feed/', '/feed.xml'],
    ['/hello/embed/', '/hello/'],
    ['/hello/2/', '/hello/'],
    ['/hello/comment-page-3/', '/hello/'],
    ['/tag/soil/page/9/', '/tag/soil/'],
    ['/2019/', '/posts/'],
    ['/2019/03', '/posts/'],
    ['/2019/03/10/', '/posts/'],
    ['/type/aside/', '/posts/'],
    ['/page/2/', '/posts/page/2/'],
    ['/index.php', '/'],
    ['/wp-sitemap-posts-post-1.xml', '/sitemap.xml'],
  ])('%s leads to %s', (path, location) => {
    expect(find(path)).toEqual({ kind: 'moved', location, status: 301 });
  });

  it.each(['/nothing/', '/nothing/feed/', '/nothing/embed/', '/wp-login.php'])(
    '%s is not made up',
    (path) => {
      expect(find(path)).toBeNull();
    },
  );

  it('years lead nowhere on a site whose addresses have none', () => {
    const plain = describeFront({ ...library, site: createSite() }).old;
    expect(findOldAddress('/2019/', plain, () => false)).toBeNull();
  });
});

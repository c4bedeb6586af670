import { describe, expect, it } from 'vitest';
import { describeFront } from '../../../src/core/front/front-table.ts';
import { findOldAddress } from '../../../src/core/front/old-addresses.ts';
import { findByQuery } from '../../../src/core/front/old-queries.ts';
import { describeHostRedirects } from '../../../src/core/front/servers/host-redirects.ts';
import type { Redirect } from '../../../src/core/model/document.ts';
import { siteSchema } from '../../../src/core/model/site.ts';
import { ContentProject, post, testSite } from '../../helpers/content-project.ts';
import { createLibrary, createSite } from '../../helpers/library.ts';

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
    documents: [
      { title: 'Hello', id: 7, path: '/hello/', date: '2019-03-10T10:00:00', redirectFrom: ['/old/'] },
      { title: 'On redirects', kind: 'talk', id: 8000, slug: 'on-redirects', path: '/talks/on-redirects/' },
    ],
    categories: [{ slug: 'garden', name: 'Garden', id: 3 }],
    tags: [{ slug: 'soil', name: 'Soil' }],
  }),
  redirects,
};
const { old, redirects: table } = describeFront(library);
const there = new Set(['/hello/', '/tag/soil/', '/tag/soil/feed.xml', '/posts/page/2/', '/2019/']);
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
    ['m=201903', '/2019/'],
    ['p=8', 'missing'],
    ['author=44', 'missing'],
    ['p=campaign', null],
    ['utm_source=x', null],
    ['talk=on-redirects', '/talks/on-redirects/'],
    ['talk=on-redirects&post_type=talk', '/talks/on-redirects/'],
    ['post_type=talk&p=8000', '/talks/on-redirects/'],
    ['post_type=talk', '/talks/'],
    ['talk=another', null],
    ['constructor=1&__proto__=2', null],
    ['m=20190310', '/2019/'],
    ['year=2019&monthnum=03&day=10', '/2019/'],
    ['m=20190', null],
    ['category_name=garden', '/category/garden/'],
    ['s=two+words%20%26%C3%BC', '/search/?q=two%20words%20%26%C3%BC'],
    ['s=soup&post_type=talk', '/search/?q=soup'],
    ['s=', null],
  ])('%s', (query, location) => {
    const found = findByQuery('/', query, true, old);
    expect(Array.isArray(found) ? found[0] : found).toBe(location);
    expect(findByQuery('/index.php', query, false, old)).toEqual(found);
    expect(findByQuery('/hello/', query, true, old)).toBeNull();
  });

  it.each([
    ['/wp/', 'p=7', ['/hello/']],
    ['/wp/index.php', 'page_id=7', ['/hello/']],
    ['/wp/', 'feed=rss2', ['/feed.xml', '/feed.xml']],
    ['/wp/', 'p=8', null],
    ['/wp/more/', 'p=7', null],
    ['/wp/file', 'p=7', null],
  ])('a folder that WordPress was in: %s?%s', (path, query, locations) => {
    expect(findByQuery(path, query, false, old)).toEqual(locations);
  });
});

describe('feeds that a query names', () => {
  it.each([
    ['/', 'feed=rss2', ['/feed.xml', '/feed.xml']],
    ['/', 'feed=feed', ['/feed.xml', '/feed.xml']],
    ['/', 'feed=rss', ['/feed.xml', '/feed.xml']],
    ['/', 'feed=rdf', ['/feed.xml', '/feed.xml']],
    ['/', 'feed=atom', ['/atom.xml', '/atom.xml']],
    ['/', 'feed=json', ['/feed.json', '/feed.json']],
    ['/', 'feed=comments-rss2', ['/feed.xml', '/feed.xml']],
    ['/', 'feed=comments-atom', ['/atom.xml', '/atom.xml']],
    ['/', 'feed=rss2&withcomments=1', ['/feed.xml', '/feed.xml']],
    ['/index.php', 'feed=rss2', ['/feed.xml', '/feed.xml']],
    ['/', 'feed=rss2&cat=3', ['/category/garden/feed.xml', '/feed.xml']],
    ['/', 'cat=3&feed=atom', ['/category/garden/atom.xml', '/atom.xml']],
    ['/', 'tag=soil&feed=rss2', ['/tag/soil/feed.xml', '/feed.xml']],
    ['/', 'author=1&feed=rss2', ['/author/keeper/feed.xml', '/feed.xml']],
    ['/', 'p=7&feed=rss2', ['/hello/feed.xml', '/feed.xml']],
    ['/', 'm=201903&feed=rss2', ['/2019/feed.xml', '/feed.xml']],
    ['/', 'cat=99&feed=rss2', 'missing'],
    ['/', 'feed=', null],
    ['/', 'feed=constructor', null],
    ['/', 'feed=podcast', null],
    ['/hello/', 'feed=rss2', ['/hello/feed.xml', '/feed.xml']],
    ['/hello/', 'p=8&feed=rss2', ['/hello/feed.xml', '/feed.xml']],
    ['/hello.html', 'feed=rss2', null],
  ])('%s?%s', (path, query, locations) => {
    expect(findByQuery(path, query, true, old)).toEqual(locations);
  });

  it('those of a page that is missing are missing', () => {
    expect(findByQuery('/deep/nothing/', 'feed=rss2', false, old)).toBeNull();
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
    const { lines, dropped } = describeHostRedirects({
      ...library,
      redirects: [...redirects, { from: '/tag/{x}', to: '/?download={x}', status: 301 }],
    });
    expect(dropped.map(({ from }) => from)).toEqual(['/sale/', '/blog/{slug}.html', '/tag/{x}']);
    expect(lines).toContain('/for-now/ /hello/ 302');
    expect(lines).toContain('/files/* https://files.example/:rest 301'.replace(':rest', ':splat'));
    expect(lines).toContain('/archives/:p1 /?p=:p1 301');
    expect(lines.join('\n')).not.toMatch(/410|^\/\?/m);
  });
});

describe('addresses that WordPress has below every page', () => {
  it.each([
    ['/tag/soil/feed/', '/tag/soil/feed.xml'],
    ['/hello/feed', '/feed.xml'],
    ['/tag/soil/rss/', '/tag/soil/feed.xml'],
    ['/hello/feed/atom/', '/feed.xml'],
    ['/comments/feed/', '/feed.xml'],
    ['/2019/feed/', '/feed.xml'],
    ['/hello/embed/', '/hello/'],
    ['/hello/2/', '/hello/'],
    ['/hello/comment-page-3/', '/hello/'],
    ['/tag/soil/page/9/', '/tag/soil/'],
    ['/2019/03', '/2019/'],
    ['/2019/03/10/', '/2019/'],
    ['/2019/page/9/', '/2019/'],
    ['/type/aside/', '/posts/'],
    ['/page/2/', '/posts/page/2/'],
    ['/index.php', '/'],
    ['/wp-sitemap-posts-post-1.xml', '/sitemap.xml'],
  ])('%s links to %s', (path, location) => {
    expect(find(path)).toEqual({ kind: 'moved', location, status: 301 });
  });

  it.each(['/nothing/', '/nothing/feed/', '/nothing/embed/', '/wp-login.php'])(
    '%s is not made up',
    (path) => {
      expect(find(path)).toBeNull();
    },
  );

  it('archives of days, months and years redirect where posts are, below the start of their addresses', () => {
    const below = describeFront({
      ...library,
      site: createSite({ permalinks: { post: '/blog/{slug}/' } }),
    }).old;
    const at = (path: string) => findOldAddress(path, below, (page) => page === '/2019/');
    for (const path of [
      '/blog/2019/',
      '/blog/2019/03/10',
      '/blog/2019/3/4/page/2/',
      '/blog/2019/03/10/feed/',
    ])
      expect(at(path), path).not.toBeNull();
    for (const path of ['/blog/1999/', '/2019/', '/blog/2019/03/10/11/', '/blog/20190/'])
      expect(at(path), path).toBeNull();
  });
});

describe('the list of posts at another address', () => {
  it('is where its usual address, its parts and its twin redirect to', async () => {
    const project = new ContentProject({ 'content/posts/a.md': post('Text.') });
    const settings = siteSchema.parse({ ...testSite, permalinks: { archive: '/blog/' } });
    const loaded = await project.load(undefined, settings);
    loaded.close();
    project.remove();
    const front = describeFront(loaded.library);
    expect(front.redirects).toMatchObject({
      '/posts/': '/blog/',
      '/posts': '/blog/',
      '/posts.md': '/blog.md',
    });
    const moved = (path: string) => findOldAddress(path, front.old, () => false);
    expect(moved('/posts/page/3/')).toEqual({ kind: 'moved', location: '/blog/page/3/', status: 301 });
    // What WordPress has at the top leads there at once.
    const there = (path: string) => findOldAddress(path, front.old, (page) => page === '/blog/page/2/');
    expect(there('/page/2/')).toMatchObject({ location: '/blog/page/2/' });
    expect(there('/page/3/')).toMatchObject({ location: '/blog/' });
    expect(there('/type/aside/')).toMatchObject({ location: '/blog/' });
    expect(findByQuery('/', 'm=2019', true, front.old)).toEqual(['/2019/', '/blog/']);
    expect(describeFront(library).redirects).not.toHaveProperty('/posts/');
  });
});

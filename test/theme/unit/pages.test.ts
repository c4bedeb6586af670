import { describe, expect, it } from 'vitest';
import { groupByYear, listPageLinks } from '../../../src/core/pages/entry-groups.ts';
import type { ArchivePage, DocumentPage, HomePage } from '../../../src/core/pages/page.ts';
import { describePages, describeSearch, isContinuation, listPages } from '../../../src/core/pages/pages.ts';
import { createLibrary, createSite, type DocumentFields, lockedBody } from '../../helpers/library.ts';

const day = (date: string) => ({
  date: `${date}T09:00:00`,
  dateGmt: `${date}T07:00:00`,
  modifiedGmt: `${date}T07:00:00`,
});
const library = createLibrary({
  site: createSite({ postsPerPage: 2 }),
  documents: [
    { title: 'Five', ...day('2026-05-01'), categories: ['guides'], tags: ['http', 'urls'], wordCount: 700 },
    { title: 'Four', ...day('2026-04-01'), tags: ['css'], series: 'A & B' },
    { title: 'Three', ...day('2026-03-01'), categories: ['guides'], tags: ['http'] },
    { title: 'Two', ...day('2025-02-01'), tags: ['http', 'urls'], series: 'A & B', sticky: true },
    { title: 'Secret', ...day('2025-01-02'), categories: ['guides'], locked: lockedBody },
    {
      title: 'Engines',
      ...day('2025-01-01'),
      kind: 'talk',
      facts: { event: 'Conf', location: 'Rome' },
    },
    {
      title: 'Plug',
      ...day('2025-01-01'),
      kind: 'plugin',
      facts: { version: '2.1' },
    },
    { title: 'Manual', ...day('2024-01-01'), kind: 'page', categories: ['combs'] },
    { title: 'B chapter', ...day('2024-01-01'), kind: 'page', parent: '/manual/', order: 2 },
    { title: 'A chapter', ...day('2024-01-01'), kind: 'page', parent: '/manual/', order: 3 },
  ],
  categories: [
    { slug: 'guides', name: 'Guides', description: 'How to.' },
    { slug: 'looms', name: 'Looms', parent: 'guides' },
    { slug: 'combs', name: 'Combs', parent: 'looms' },
    { slug: 'unused', name: 'Unused' },
  ],
  tags: [
    { slug: 'http', name: 'HTTP' },
    { slug: 'urls', name: 'URLs' },
    { slug: 'css', name: 'CSS' },
  ],
});
const pages = describePages(library);
const at = (path: string) => pages.find((page) => page.path === path);
const document = (path: string) => at(path) as DocumentPage;
const archive = (path: string) => at(path) as ArchivePage;
const titles = (links: readonly { readonly title: string }[]) => links.map((link) => link.title);

describe('a post', () => {
  it('offers posts that share terms, the most alike first, and says what they share', () => {
    expect(document('/five/').related).toEqual([
      { title: 'Two', path: '/two/', shared: ['HTTP', 'URLs'] },
      { title: 'Three', path: '/three/', shared: ['HTTP', 'Guides'] },
      { title: 'Secret', path: '/secret/', locked: true, shared: ['Guides'] },
    ]);
  });

  it('does not offer what its neighbours and its series offer anyway', () => {
    expect(titles(document('/three/').related)).toEqual(['Five', 'Secret']);
    expect(titles(document('/two/').related)).toEqual(['Five']);
    expect(titles(document('/four/').related)).toEqual([]);
  });

  it('knows the time it takes, its series from the first part on, and its neighbours', () => {
    expect(document('/five/').minutes).toBe(3);
    expect(document('/secret/').minutes).toBe(0);
    expect(document('/four/').series).toEqual({
      name: 'A & B',
      path: '/series/a-b/',
      parts: [
        { title: 'Two', path: '/two/' },
        { title: 'Four', path: '/four/' },
      ],
    });
    expect(document('/four/').previous).toEqual({ title: 'Three', path: '/three/' });
    expect(document('/four/').next).toEqual({ title: 'Five', path: '/five/' });
    expect(document('/five/').next).toBeNull();
  });
});

describe('a page in a folder', () => {
  it('leads up, down and to the pages next to it, in their order', () => {
    expect(titles(document('/manual/b-chapter/').breadcrumbs)).toEqual(['Field notes', 'Manual']);
    expect(titles(document('/manual/').children)).toEqual(['B chapter', 'A chapter']);
    expect(document('/manual/b-chapter/').previous).toEqual({ title: 'Manual', path: '/manual/' });
    expect(document('/manual/b-chapter/').next).toEqual({ title: 'A chapter', path: '/manual/a-chapter/' });
    expect(document('/manual/').next).toEqual({ title: 'B chapter', path: '/manual/b-chapter/' });
    expect(document('/manual/a-chapter/').next).toBeNull();
  });

  it('shows the tree of its folder, open where the page is, and one that is alone shows none', () => {
    const chapters = ['B chapter', 'A chapter'].map((title) => expect.objectContaining({ title }));
    expect(document('/manual/a-chapter/').tree).toEqual({
      title: 'Manual',
      path: '/manual/',
      below: chapters,
    });
    expect(document('/five/').tree).toBeUndefined();
  });
});

describe('lists', () => {
  it('are cut into pages that know the way', () => {
    expect(titles(archive('/posts/').entries)).toEqual(['Five', 'Four']);
    expect(archive('/posts/')).toMatchObject({ total: 5, number: 1, pages: 3, previous: null });
    expect(archive('/posts/page/3/')).toMatchObject({
      title: 'Writing, page 3',
      previous: { path: '/posts/page/2/' },
      next: null,
      children: [],
    });
    expect(titles(archive('/posts/page/2/').breadcrumbs)).toEqual(['Field notes', 'Writing']);
  });

  it('exist for years, terms, series, authors, and for the lists of terms and series', () => {
    expect(archive('/posts/').children).toEqual([
      { title: '2026', path: '/2026/', count: 3 },
      { title: '2025', path: '/2025/', count: 2 },
    ]);
    expect(titles(archive('/2026/').entries)).toEqual(['Five', 'Four', 'Three']);
    expect(titles(archive('/series/a-b/').entries)).toEqual(['Two', 'Four']);
    expect(archive('/category/').children).toEqual([
      { title: 'Guides', path: '/category/guides/', count: 3, description: 'How to.' },
      { title: 'Looms', path: '/category/guides/looms/', count: 0, description: '', depth: 1 },
      { title: 'Combs', path: '/category/looms/combs/', count: 1, description: '', depth: 2 },
    ]);
    expect(archive('/category/unused/')).toMatchObject({ total: 0, children: [] });
    expect(titles(archive('/tag/').children)).toEqual(['HTTP', 'URLs', 'CSS']);
    expect(titles(archive('/series/').children)).toEqual(['A & B']);
    expect(archive('/author/keeper/').total).toBe(5);
  });

  it('show a talk with its event and a plugin entry with its version', () => {
    expect(archive('/talks/').entries[0]?.detail).toBe('Conf, Rome');
    expect(archive('/plugins/').entries[0]?.detail).toBe('2.1');
    expect(archive('/posts/').entries[0]?.detail).toBeNull();
  });

  it('give way to a document at their address', () => {
    const documents: DocumentFields[] = [
      { title: 'Post', ...day('2026-01-01') },
      { title: '2026', kind: 'page', ...day('2026-01-01') },
    ];
    const views = describePages(createLibrary({ documents })).filter((page) => page.path === '/2026/');
    expect(views.map((page) => page.view)).toEqual(['document']);
  });
});

describe('all pages', () => {
  it('have addresses of their own, the form included and the search left out', () => {
    const paths = listPages(library).map((page) => page.path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toContain('/contact/');
    expect(paths).not.toContain('/search/');
    expect(paths.filter(isContinuation)).toContain('/posts/page/2/');
  });

  it('change only where a change of one document shows', () => {
    const many = (edited: boolean): DocumentFields[] =>
      Array.from({ length: 300 }, (_, index) => ({
        title: edited && index === 150 ? 'Edited' : `Post ${index}`,
        slug: `post-${index}`,
        id: index + 1,
        tags: [`t${index % 4}`],
        categories: [`c${index % 3}`],
      }));
    const terms = {
      tags: [0, 1, 2, 3].map((n) => ({ slug: `t${n}` })),
      categories: [0, 1, 2].map((n) => ({ slug: `c${n}` })),
    };
    const describeAll = (edited: boolean) =>
      new Map(
        describePages(createLibrary({ documents: many(edited), ...terms })).map((page) => [
          page.path,
          JSON.stringify(page),
        ]),
      );
    const before = describeAll(false);
    const changed = [...describeAll(true)].filter(([path, json]) => before.get(path) !== json);
    expect(changed.map(([path]) => path)).toContain('/post-150/');
    expect(changed.length).toBeLessThan(30);
  });
});

describe('the search page', () => {
  it('is the form alone, or contains what the sidecar found', () => {
    expect(describeSearch(library.site, []).found).toBeNull();
    const found = { query: 'x', choice: {}, hits: [], total: 0 };
    expect(describeSearch(library.site, [], found)).toMatchObject({
      view: 'search',
      path: '/search/',
      found,
    });
  });
});

describe('the home page', () => {
  const homeOf = (fields: Parameters<typeof createSite>[0]) =>
    describePages(createLibrary({ site: createSite(fields), documents: library.documents })).find(
      (page) => page.view === 'home',
    ) as HomePage;
  const shown = (page: HomePage) => page.sections.map(({ name, entries }) => [name, titles(entries)]);

  it('shows what is featured and what is new without settings, and nothing twice', () => {
    expect(shown(homeOf({}))).toEqual([
      ['featured', ['Two']],
      ['latest', ['Five', 'Four', 'Three', 'Secret']],
    ]);
    expect(homeOf({}).profile).toBeUndefined();
  });

  it('has the sections of the settings in their order, and a portrait once there is one', () => {
    const home = homeOf({
      home: {
        sections: ['pages', 'talks', 'latest'],
        talks: 1,
        pages: ['/manual/'],
        posts: 1,
        latest: 'cards',
      },
      owner: { name: 'The keeper', slug: 'keeper', description: 'Keeps.', image: '/me.jpg' },
      permalinks: { archive: '/blog/' },
    });
    expect(shown(home)).toEqual([
      ['pages', ['Manual']],
      ['talks', ['Engines']],
      ['latest', ['Five']],
    ]);
    expect(home.sections[2]).toMatchObject({ layout: 'cards', more: { path: '/blog/' } });
    expect(home.sections[0]?.layout).toBe('list');
  });
});

describe('a list in parts', () => {
  it('links to the first part, the last and those around the current one', () => {
    const numbers = (number: number, pages: number) =>
      listPageLinks({ path: number === 1 ? '/posts/' : `/posts/page/${number}/`, number, pages }).map(
        (link) => link?.path ?? null,
      );
    expect(numbers(1, 2)).toEqual(['/posts/', '/posts/page/2/']);
    expect(numbers(5, 9)).toEqual([
      '/posts/',
      null,
      '/posts/page/4/',
      '/posts/page/5/',
      '/posts/page/6/',
      null,
      '/posts/page/9/',
    ]);
  });

  it('is divided by year where its entries are of several', () => {
    const entries = archive('/posts/page/2/').entries;
    expect(groupByYear(entries).map(({ year }) => year)).toEqual(['2026', '2025']);
    expect(groupByYear(entries.slice(0, 1)).map(({ year }) => year)).toEqual(['']);
  });

  it('is at the address of the settings', () => {
    const site = createSite({ permalinks: { archive: '/blog/' }, postsPerPage: 2 });
    const paths = describePages(createLibrary({ site, documents: library.documents })).map(
      ({ path }) => path,
    );
    expect(paths).toEqual(expect.arrayContaining(['/blog/', '/blog/page/2/']));
    expect(paths).not.toContain('/posts/');
  });
});

describe('the page about feeds', () => {
  it('names the feeds of posts, categories and series with their addresses, and none of tags or of one author', () => {
    const { children, prose } = archive('/feeds/');
    expect(prose).toContain('feed reader');
    expect(children.map(({ title, path, count }) => [title, path, count])).toEqual([
      ['Writing', '/feed.xml', 5],
      ['Guides', '/category/guides/feed.xml', 3],
      ['Combs', '/category/looms/combs/feed.xml', 1],
      ['A & B', '/series/a-b/feed.xml', 2],
    ]);
    expect(children[0]?.description).toBe('https://notes.example.org/feed.xml');
  });

  it('is not there without posts, or where the owner has a page', () => {
    const none = describePages(createLibrary({ documents: [{ title: 'About', kind: 'page' }] }));
    expect(none.filter(({ path }) => path === '/feeds/')).toEqual([]);
    const own = describePages(
      createLibrary({ documents: [{ title: 'A' }, { title: 'Feeds', kind: 'page' }] }),
    );
    expect(own.filter(({ path }) => path === '/feeds/').map(({ view }) => view)).toEqual(['document']);
  });
});

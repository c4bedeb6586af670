import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Renamed,
  type RenamedSite,
  renameAuthor,
  renameDocument,
  renameSeries,
  renameTerm,
} from '../../../src/cli/keep/renaming.ts';
import { describeFront } from '../../../src/core/front/front-table.ts';
import { kindNamed, taxonomyNamed } from '../../../src/core/model/kinds.ts';
import { type Site, siteSchema } from '../../../src/core/model/site.ts';
import { ContentProject, post, testSite } from '../../helpers/content-project.ts';

let project: ContentProject;
afterEach(() => project.remove());

/** Renames, and loads the site again: its redirects, and IDs of terms, authors and documents before and after. */
async function run(
  files: Readonly<Record<string, string>>,
  rename: (given: RenamedSite) => Renamed,
  site: Site = testSite,
) {
  project = new ContentProject(files);
  const loaded = await project.load(undefined, site);
  const idsOf = ({ library }: typeof loaded) =>
    [...library.terms, ...library.authors, ...library.documents].map(({ id }) => id).sort();
  const renamed = rename({ root: project.root, site, loaded });
  const before = idsOf(loaded);
  loaded.close();
  if (!renamed.ok) return { message: renamed.message };
  project.write(Object.fromEntries(renamed.files));
  const again = await project.load(undefined, site);
  const { redirects, old } = describeFront(again.library);
  again.close();
  return {
    moved: [...renamed.moved],
    redirects,
    queries: old.queries,
    before,
    after: idsOf(again),
    files: [...renamed.files.keys()].sort(),
  };
}

const read = (file: string) => readFileSync(join(project.root, file), 'utf8');
const category = (given: RenamedSite) =>
  renameTerm(given, taxonomyNamed(given.site, 'category'), 'garden', 'yard');

describe('a category', () => {
  const files = {
    'content/categories.yaml':
      '# Ours\r\n- slug: garden # green\r\n  name: "Garden"\r\n\r\n- slug: trees\r\n  name: Trees\r\n  parent: garden\r\n- { slug: tools, name: Tools, parent: garden }\r\n',
    'content/posts/a.md': post(
      'See [all](/category/garden/) and [trees](/category/garden/trees/#top). `/category/garden/`',
      'categories: [ "garden", tools ] # two\n',
    ),
    'content/posts/b.md': post('[as text](/category/garden.md)', "categories:\n  - 'trees'\n  - garden\n"),
    'content/posts/draft.md': post('Words', 'categories: [garden]\ndraft: true\n'),
    'content/posts/other.md': post('Words', 'tags: [garden]\n'),
    'content/tags.yaml': '- { slug: garden, name: A tag }\n',
  };

  it('changes in its list, below it, in documents and in links, and no other byte does', async () => {
    const { moved, before, after, files: changed } = await run(files, category);
    expect(moved).toEqual([
      ['/category/garden/', '/category/yard/'],
      ['/category/garden/trees/', '/category/yard/trees/'],
      ['/category/garden/tools/', '/category/yard/tools/'],
    ]);
    expect(after).toEqual(before);
    expect(changed).toEqual([
      'content/categories.yaml',
      'content/posts/a.md',
      'content/posts/b.md',
      'content/posts/draft.md',
    ]);
    expect(read('content/categories.yaml').replace(/id: \d+/, 'id: 1')).toBe(
      '# Ours\r\n- slug: yard # green\r\n  name: "Garden"\r\n  id: 1\r\n  redirectFrom: [/category/garden/]\r\n\r\n- slug: trees\r\n  name: Trees\r\n  parent: yard\r\n  redirectFrom: [/category/garden/trees/]\r\n- { slug: tools, name: Tools, parent: yard, redirectFrom: [/category/garden/tools/] }\r\n',
    );
    expect(read('content/posts/a.md')).toBe(
      post(
        'See [all](/category/yard/) and [trees](/category/yard/trees/#top). `/category/garden/`',
        'categories: [ yard, tools ] # two\n',
      ),
    );
    expect(read('content/posts/b.md')).toBe(
      post('[as text](/category/yard.md)', "categories:\n  - 'trees'\n  - yard\n"),
    );
  });

  it('redirects its page, twin, feeds and the query of WordPress, and those below it', async () => {
    const { redirects, queries } = await run(files, category);
    expect(redirects).toMatchObject({
      '/category/garden/': '/category/yard/',
      '/category/garden': '/category/yard/',
      '/category/garden.md': '/category/yard.md',
      '/category/garden/feed.xml': '/category/yard/feed.xml',
      '/category/garden/atom.xml': '/category/yard/atom.xml',
      '/category/garden/feed.json': '/category/yard/feed.json',
      '/category/garden/trees/feed.xml': '/category/yard/trees/feed.xml',
    });
    expect(queries).toMatchObject({ 'category_name=garden': '/category/yard/' });
  });

  it('is renamed in every language, or in one', async () => {
    const site = siteSchema.parse({ ...testSite, languages: { de: {}, fr: {} } });
    const spoken = {
      'content/categories.yaml':
        '- slug: garden\n  name: Garden\n  translations:\n    de: { name: Garten, slug: garten }\n',
      'content/posts/a.de.md': post('[x](/de/category/garten/)', 'categories: [garten]\n'),
      'content/posts/b.md': post('Words', 'categories: [garden]\n'),
    };
    const all = await run(spoken, category, site);
    expect(all.moved).toEqual([
      ['/category/garden/', '/category/yard/'],
      ['/fr/category/garden/', '/fr/category/yard/'],
    ]);
    project.remove();
    const one = await run(
      spoken,
      (given) => renameTerm(given, taxonomyNamed(site, 'category'), 'garten', 'hof'),
      site,
    );
    expect(one.moved).toEqual([['/de/category/garten/', '/de/category/hof/']]);
    expect(one.after).toEqual(one.before);
    expect(one.redirects?.['/de/category/garten/feed.xml']).toBe('/de/category/hof/feed.xml');
    expect(read('content/posts/a.de.md')).toBe(post('[x](/de/category/hof/)', 'categories: [hof]\n'));
  });

  it('takes no slug of another, and must be there', async () => {
    expect(
      await run(files, (given) => renameTerm(given, taxonomyNamed(testSite, 'category'), 'garden', 'trees')),
    ).toEqual({
      message: 'There is a category "trees" in content/categories.yaml already; two can\'t become one.',
    });
    project.remove();
    expect(
      await run(files, (given) => renameTerm(given, taxonomyNamed(testSite, 'category'), 'gardn', 'x')),
    ).toEqual({
      message: 'There is no category "gardn" in content/categories.yaml.',
    });
  });

  it('that is renamed back redirects from the other name only', async () => {
    await run(files, category);
    const loaded = await project.load();
    const back = renameTerm(
      { root: project.root, site: testSite, loaded },
      taxonomyNamed(testSite, 'category'),
      'yard',
      'garden',
    );
    loaded.close();
    if (back.ok) project.write(Object.fromEntries(back.files));
    expect(read('content/categories.yaml')).toContain('redirectFrom: [/category/yard/]');
    expect(await project.problems()).toEqual([]);
  });
});

it('an author keeps ID and page', async () => {
  const files = {
    'content/authors.yaml': '- slug: zoe\n  name: Zoë\n',
    'content/posts/a.md': post('[me](/author/zoe/)', 'author: zoe\n'),
  };
  const { moved, before, after, redirects } = await run(files, (given) =>
    renameAuthor(given, 'zoe', 'zoe-m'),
  );
  expect(moved).toEqual([['/author/zoe/', '/author/zoe-m/']]);
  expect(after).toEqual(before);
  expect(redirects?.['/author/zoe/feed.xml']).toBe('/author/zoe-m/feed.xml');
  expect(read('content/posts/a.md')).toBe(post('[me](/author/zoe-m/)', 'author: zoe-m\n'));
});

it('a series redirects by redirects.yaml, its feeds too', async () => {
  const files = {
    'content/posts/a.md': post('[all](/series/walks/)', 'series: Walks\n'),
    'content/redirects.yaml': '- { from: /x/, to: /a/ }\n',
  };
  const { moved, redirects } = await run(files, (given) => renameSeries(given, 'Walks', 'Long walks'));
  expect(moved).toEqual([['/series/walks/', '/series/long-walks/']]);
  expect(redirects).toMatchObject({
    '/series/walks/': '/series/long-walks/',
    '/series/walks.md': '/series/long-walks.md',
    '/series/walks/feed.xml': '/series/long-walks/feed.xml',
    '/x/': '/a/',
  });
  expect(read('content/posts/a.md')).toBe(post('[all](/series/long-walks/)', 'series: Long walks\n'));
});

it('a document keeps its ID and what feed readers know it by', async () => {
  const files = {
    'content/posts/a.md': post('Words'),
    'content/posts/b.md': post('[a](/a/) and [file](a.md)'),
  };
  const { moved, before, after, redirects } = await run(files, (given) =>
    renameDocument(given, kindNamed(given.site, 'post'), 'a', 'one'),
  );
  expect(moved).toEqual([['/a/', '/one/']]);
  expect(after).toEqual(before);
  expect(redirects).toMatchObject({ '/a/': '/one/', '/a.md': '/one.md' });
  expect(read('content/posts/a.md')).toContain('slug: one\n');
  expect(read('content/posts/a.md')).toContain('guid: https://notes.example.org/a/\n');
  expect(read('content/posts/b.md')).toBe(post('[a](/one/) and [file](a.md)'));
});

it('the documents below a page move along, and keep their IDs', async () => {
  const page = (text: string, more = '') => `---\ntitle: T\n${more}---\n\n${text}\n`;
  const files = {
    'content/pages/manual.md': page('[below](/manual/sowing/#deep) and [file](manual/sowing.md)'),
    'content/pages/manual/sowing.md': page('Words\n\n## Deep', 'redirectFrom: [/sow/]\n'),
    'content/pages/manual/sowing/peas.md': page('Words'),
    'content/pages/manual/own.md': page('Words', 'path: /manual/elsewhere/\n'),
    'content/posts/b.md': post('[peas](/manual/sowing/peas/)'),
  };
  const { moved, before, after, redirects } = await run(files, (given) =>
    renameDocument(given, kindNamed(given.site, 'page'), 'manual', 'guide'),
  );
  expect(new Map(moved)).toEqual(
    new Map([
      ['/manual/', '/guide/'],
      ['/manual/sowing/', '/guide/sowing/'],
      ['/manual/sowing/peas/', '/guide/sowing/peas/'],
    ]),
  );
  expect(after).toEqual(before);
  expect(redirects).toMatchObject({
    '/manual/sowing/peas/': '/guide/sowing/peas/',
    '/manual/sowing.md': '/guide/sowing.md',
    '/sow/': '/guide/sowing/',
  });
  expect(read('content/posts/b.md')).toBe(post('[peas](/guide/sowing/peas/)'));
  expect(read('content/pages/manual.md')).toContain(
    '[below](/guide/sowing/#deep) and [file](manual/sowing.md)',
  );
});

it('one of several translations is named by its file', async () => {
  const site = siteSchema.parse({ ...testSite, languages: { de: { title: 'Notizen' } } });
  const files = { 'content/posts/a.md': post('Words'), 'content/posts/a.de.md': post('Worte') };
  const rename = (old: string) => (given: RenamedSite) =>
    renameDocument(given, kindNamed(given.site, 'post'), old, 'one');
  expect(await run(files, rename('a'), site)).toEqual({
    message: 'Write content/posts/a.md or content/posts/a.de.md instead of "a".',
  });
  project.remove();
  const { moved, before, after } = await run(files, rename('content/posts/a.de.md'), site);
  expect(moved).toEqual([['/de/a/', '/de/one/']]);
  expect(after).toEqual(before);
});

it('a term or author may not take the address of a page by redirectFrom', async () => {
  project = new ContentProject({
    'content/posts/a.md': post('Words'),
    'content/tags.yaml': '- { slug: soil, name: Soil, redirectFrom: [/a/, /tag/earth/, /posts/] }\n',
  });
  expect(await project.problems()).toEqual([
    'content/tags.yaml:1:1 redirectFrom: /a/ is the address of content/posts/a.md, so nothing can be redirected from it.',
    expect.stringMatching(/^content\/tags.yaml:1:1 redirectFrom: \/posts\/ is the address of the list/),
  ]);
});

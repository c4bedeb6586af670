import { afterEach, describe, expect, it } from 'vitest';
import { type Site, siteSchema } from '../../../src/core/model/site.ts';
import { ContentProject, testSite } from '../../helpers/content-project.ts';

let project: ContentProject;
afterEach(() => project.remove());

const withPattern = (post: string): Site => ({ ...testSite, permalinks: { ...testSite.permalinks, post } });

const files = {
  'content/categories.yaml':
    '- { slug: garden, name: Garden, id: 9 }\n- { slug: beds, name: Beds, id: 2, parent: garden }\n',
  'content/posts/2019-03-10-hello.md':
    '---\ntitle: Hello\ndate: 2019-03-10T02:30:05\nid: 137\ncategories: [garden, beds]\n---\n\n[two](two.md)\n',
  'content/posts/two.md': '---\ntitle: Two\ndate: 2020-11-01\nid: 138\n---\n\nWords.\n',
};

async function pathsBy(pattern: string): Promise<string[]> {
  project = new ContentProject(files);
  const loaded = await project.load(undefined, withPattern(pattern));
  const paths = loaded.library.documents.map(({ path }) => path).sort();
  loaded.close();
  return paths;
}

describe('patterns of addresses', () => {
  it.each([
    ['/{year}/{month}/{slug}/', '/2019/03/hello/', '/2020/11/two/'],
    [
      '/{year}/{month}/{day}/{hour}{minute}{second}/{id}/',
      '/2019/03/10/023005/137/',
      '/2020/11/01/000000/138/',
    ],
    ['/archives/{id}/', '/archives/137/', '/archives/138/'],
    ['/{author}/{slug}/', '/owner/hello/', '/owner/two/'],
    // WordPress takes the category with the lowest number, below those above it.
    ['/{category}/{slug}/', '/garden/beds/hello/', '/two/'],
  ])('%s', async (pattern, first, second) => {
    expect(await pathsBy(pattern)).toEqual([first, second].sort());
  });

  it('need a slug or a number, and know no other words', () => {
    const site = (post: string) => siteSchema.safeParse({ ...testSite, permalinks: { post } });
    expect(site('/{year}/').error?.issues[0]?.message).toBe('must contain {slug} or {id}');
    expect(site('/{slug}/{colour}/').error?.issues[0]?.message).toMatch(
      /may contain .* no other word in braces/,
    );
  });

  it('of authors link to their pages', async () => {
    project = new ContentProject(files);
    const loaded = await project.load(undefined, {
      ...testSite,
      permalinks: { ...testSite.permalinks, author: '/people/{slug}/' },
    });
    expect(loaded.library.authors[0]?.path).toBe('/people/owner/');
    loaded.close();
  });
});

describe('a document', () => {
  it('may say its own path, which those below it follow', async () => {
    project = new ContentProject({
      'content/pages/plans.md': '---\ntitle: Plans\npath: /our/plans/\n---\n\n[below](plans/one.md)\n',
      'content/pages/plans/one.md': '---\ntitle: One\n---\n\nWords.\n',
    });
    const first = await project.load();
    expect(first.library.documents.map(({ path }) => path).sort()).toEqual([
      '/our/plans/',
      '/our/plans/one/',
    ]);
    first.close();
    project.write({ 'content/pages/plans.md': '---\ntitle: Plans\npath: /their/plans/\n---\n\nWords.\n' });
    const moved = await project.load();
    expect(moved.library.documents.map(({ path }) => path).sort()).toEqual([
      '/their/plans/',
      '/their/plans/one/',
    ]);
    moved.close();
  });

  it('may not say a path that is none', async () => {
    project = new ContentProject({ 'content/pages/a.md': '---\ntitle: A\npath: /../a\n---\n\nWords.\n' });
    expect((await project.problems())[0]).toMatch(/path: must be an address such as "\/notes\/a-plan\/"/);
  });

  it('has fields of its own; those of a locked one stay unsaid', async () => {
    project = new ContentProject({
      'content/pages/open.md': '---\ntitle: Open\nfields: { mood: glad, steps: [1, 2] }\n---\n\nWords.\n',
      'content/pages/locked.md':
        '---\ntitle: Locked\npassword: sesame\nfields: { mood: glad }\n---\n\nWords.\n',
    });
    const loaded = await project.load();
    expect(Object.fromEntries(loaded.library.documents.map(({ slug, fields }) => [slug, fields]))).toEqual({
      open: { mood: 'glad', steps: [1, 2] },
      locked: undefined,
    });
    loaded.close();
  });

  it('may be linked to at any place that its HTML names', async () => {
    project = new ContentProject({
      'content/pages/a.md':
        '---\ntitle: A\n---\n\n<span id="end">The end</span>. [There](#end), [nowhere](#start).\n',
    });
    expect(await project.problems()).toEqual([
      'content/pages/a.md:5:47 link: "#start" links to no heading of /a/.',
    ]);
  });
});

describe('content/redirects.yaml', () => {
  it('is read with paths, patterns, hosts and what is gone', async () => {
    project = new ContentProject({
      'content/redirects.yaml':
        '- { from: /a/, to: /b/ }\n- { from: "/x/{id:number}", to: "https://b.example/{id}", status: 302 }\n- { from: /c/, status: 410 }\n',
    });
    const loaded = await project.load();
    expect(loaded.library.redirects).toEqual([
      { from: '/a/', to: '/b/', status: 301 },
      { from: '/x/{id:number}', to: 'https://b.example/{id}', status: 302 },
      { from: '/c/', to: null, status: 410 },
    ]);
    loaded.close();
  });

  it('says where it cannot be understood', async () => {
    project = new ContentProject({
      'content/redirects.yaml':
        '- { from: a, to: /b/ }\n- { from: /c/ }\n- { from: /d/, to: "/{id}/" }\n- { from: /e/, to: /b/, status: 418 }\n',
    });
    const problems = (await project.problems()).join('\n');
    expect(problems).toMatch(/redirects.yaml:1:\d+ 0\.from: must be an old path/);
    expect(problems).toMatch(/redirects.yaml:2:\d+ 1\.to: must say where the address leads/);
    expect(problems).toMatch(/redirects.yaml:3:\d+ 2\.to: may use only the names in braces/);
    expect(problems).toMatch(/redirects.yaml:4:/);
  });

  it('does not let a client choose the host of a target', async () => {
    project = new ContentProject({
      'content/redirects.yaml':
        '- { from: "/a{rest*}", to: "https://new.example{rest}" }\n- { from: "/b/{h}", to: "/\\\\{h}" }\n',
    });
    const problems = (await project.problems()).join('\n');
    expect(problems).toMatch(
      /redirects.yaml:1:\d+ 0\.to: must name its host in full and have a slash after it/,
    );
    expect(problems).toMatch(/redirects.yaml:2:\d+ 1\.to: may have no backslash/);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkContent } from '../../src/content-problems.ts';
import { importSite } from '../../src/import-site.ts';
import { exitCode, type ImportReport, renderReport } from '../../src/write/report.ts';
import { type ExportedItem, exportedMeta, exportFile } from '../helpers/export-file.ts';
import { FolderImport, lossesOf } from '../helpers/folder-import.ts';
import { plainImport } from '../helpers/plain-import.ts';

const now = '2026-11-28T12:00:00Z';

async function importExport(items: readonly ExportedItem[]) {
  const root = mkdtempSync(join(tmpdir(), 'agentsite-builds-'));
  try {
    writeFileSync(join(root, 'export.xml'), exportFile(items));
    const into = join(root, 'site');
    const report = await importSite(
      { ...plainImport, files: [join(root, 'export.xml')], into },
      () => undefined,
    );
    return { report, problems: await checkContent(into, now) };
  } finally {
    rmSync(root, { recursive: true });
  }
}

const hugo = 'baseURL = "https://old.example/"\ntitle = "Shed"\ntimeZone = "UTC"\n';
const post = (title: string, more = '', body = 'Words.') =>
  `---\ntitle: ${title}\ndate: 2021-03-04\n${more}---\n${body}\n`;

async function importFolder(files: Record<string, string>, read: string[] = []) {
  using folder = new FolderImport();
  folder.write(files);
  const report = await folder.run();
  const bodies = read.map((file) => folder.read(file));
  return { report, bodies, problems: await checkContent(join(folder.root, 'site'), now) };
}

describe('an export of WordPress', () => {
  it('whose documents claim the same old slugs: the first one gets the address', async () => {
    const old = exportedMeta('_wp_old_slug', 'ladder');
    const { report, problems } = await importExport([
      { id: 1, slug: 'rungs', link: 'https://old.example/2020/rungs/', more: old },
      {
        id: 2,
        slug: 'steps',
        link: 'https://old.example/2020/steps/',
        more: old + exportedMeta('_wp_old_slug', 'rungs'),
      },
      { id: 3, slug: 'stairs', status: 'draft', more: old },
    ]);
    expect(problems).toEqual([]);
    expect(lossesOf(report, 'redirect-not-kept')).toEqual(['/2020/ladder/']);
  });

  it('whose dates are not dates: they are reported, and nothing crashes', async () => {
    const { report, problems } = await importExport([
      { id: 1, date: '2020-0507:08:09' },
      { id: 2, slug: 'b', type: 'page', date: '2020-05-06 27:08:09', dateGmt: 'soon' },
      { id: 3, slug: 'c', link: 'https://old.example/2020/05/c/', dateGmt: '2020-13-06 07:08:09' },
    ]);
    expect(problems).toEqual([]);
    expect(lossesOf(report, 'date-unreadable')).toEqual(['date "2020-0507:08:09"']);
  });

  it('whose posts have no title: they keep their addresses', async () => {
    const link = (slug: string) => `https://old.example/${slug}/`;
    const { problems } = await importExport([
      { id: 1, title: '', slug: '1234', link: link('1234'), content: `<a href="${link('b')}">b</a>` },
      { id: 2, title: '', slug: 'b', link: link('b'), content: `<a href="${link('1234')}">a</a>` },
    ]);
    expect(problems).toEqual([]);
  });

  it('with an episode whose file is not there', async () => {
    const more = exportedMeta('enclosure', 'https://old.example/wp-content/uploads/1.mp3\n9\naudio/mpeg');
    const { report, problems } = await importExport([{ id: 1, more }]);
    expect(problems).toEqual([]);
    expect(lossesOf(report, 'media-not-given')).toEqual(['/wp-content/uploads/1.mp3']);
  });
});

describe('a folder of Markdown', () => {
  it('with the same slug in two years and two sections', async () => {
    const { problems } = await importFolder({
      'hugo.toml': `${hugo}[permalinks]\nposts = "/:year/:slug/"\n`,
      'content/posts/a.md': post('A', 'slug: same\n'),
      'content/posts/b.md': post('B', 'slug: same\n').replace('2021', '2020'),
      'content/notes/same.md': post('C'),
    });
    expect(problems).toEqual([]);
  });

  it('whose aliases are claimed twice, reserved, or patterns', async () => {
    const { report, problems } = await importFolder({
      'hugo.toml': `${hugo}defaultContentLanguage = "en"\n[languages.en]\ntitle = "Shed"\n[languages.da]\ntitle = "Skur"\n`,
      'content/a.md': '---\ntitle: A\naliases: [/both/, /page/x/, /all/*/, /a b/]\n---\nA.\n',
      'content/b.md': '---\ntitle: B\naliases: [/both/, /a/]\n---\nB.\n',
      'content/a.da.md': '---\ntitle: C\naliases: [/da/search/]\n---\nC.\n',
    });
    expect(problems).toEqual([]);
    expect(lossesOf(report, 'redirect-not-kept').sort()).toEqual([
      '/all/*/',
      '/both/',
      '/da/search/',
      '/page/x/',
    ]);
  });

  it('with a page at the address of a tag', async () => {
    const { report, problems } = await importFolder({
      'hugo.toml': hugo,
      'content/a.md': post('A', 'url: /tags/wood/\n'),
      'content/posts/b.md': post('B', 'tags: [wood]\n'),
    });
    expect(problems).toEqual([]);
    expect(lossesOf(report, 'address-changed')).toHaveLength(1);
  });

  it('with links to nothing, whatever their form: their words stay, and each is named', async () => {
    const body =
      'See <https://old.example/gone/1/>, https://old.example/gone/2/ and [three][x], [x], [four](/gone/4/), ![nail][p] <a href="/gone/5/">five</a>.\n\n<audio controls src="/gone.mp3"></audio>\n\n> [six]: /gone/6/\n> [six]\n\n[x]: https://old.example/gone/3/\n[p]: /gone.png "Nail"\n\n[live]: /posts/a/\n[live] <https://old.example/posts/a/>';
    const { report, bodies, problems } = await importFolder(
      { 'hugo.toml': hugo, 'content/posts/a.md': post('A', '', body) },
      ['content/posts/2021-03-04-a.md'],
    );
    expect(problems).toEqual([]);
    const [text = ''] = bodies;
    expect(text).toContain(
      'See old.example/gone/1/, old.example/gone/2/ and three, x, four, <span role="img" aria-label="nail"></span>',
    );
    expect(text).toContain('[old.example/posts/a/](/posts/a/)');
    expect(lossesOf(report, 'link-dead')).toHaveLength(6);
    expect(lossesOf(report, 'file-missing').sort()).toEqual(['/gone.mp3', '/gone.png']);
  });

  it('with links to places that another generator named', async () => {
    const body =
      '[1](#2.-saw-it) [2](#h-oil) [3](#дерево) [4](#plane-v1-2) [5](#nowhere) [6](#oil-1) [7](#%zz)\n\n## 2. Saw it\n\n## Oil\n\n## Дерево и лак {#дерево}\n\n## Plane v1.2\n\n## Oil';
    const { report, bodies, problems } = await importFolder(
      { 'hugo.toml': hugo, 'content/posts/a.md': post('A', '', body) },
      ['content/posts/2021-03-04-a.md'],
    );
    expect(problems).toEqual([]);
    expect(bodies[0]).toContain(
      '[1](#2-saw-it) [2](#oil) [3](#дерево-и-лак) [4](#plane-v12) 5 [6](#oil-1) 7\n',
    );
    expect(bodies[0]).not.toContain('{#');
    expect(lossesOf(report, 'link-dead')).toHaveLength(2);
  });

  it('with form fields in HTML that goes on in another block, and no scripts', async () => {
    const body =
      '<div>\n<input type="radio" name="a" onclick="x()">\n<label>\n\nPick **one**.\n\n</label>\n</div>\n\n<div>\n<button>\n\n</button><p onclick="x()">\n\nText\n\n</p></div>';
    const { bodies, problems } = await importFolder(
      { 'hugo.toml': hugo, 'content/posts/a.md': post('A', '', body) },
      ['content/posts/2021-03-04-a.md'],
    );
    expect(problems).toEqual([]);
    expect(bodies[0]).toContain('Pick **one**.');
    expect(bodies[0]).not.toMatch(/onclick|<input|<button/);
  });

  it('whose quoted values go on at the start of a line, and dates have short zones', async () => {
    const { report, bodies } = await importFolder(
      {
        'hugo.toml': hugo,
        'content/posts/a.md':
          '---\ntitle: \'A long\ntitle\'\ndate: 2021-03-04 10:00:00 -5\nsummary: "One\ntwo\n\nthree"\n---\nA.\n',
        'content/posts/b.md': '---\ntitle: B: c\n---\nB.\n',
      },
      ['content/posts/2021-03-04-a.md'],
    );
    expect(bodies[0]).toContain('title: A long title');
    expect(bodies[0]).toContain('description: One two three');
    expect(bodies[0]).toContain('2021-03-04T10:00:00-05:00');
    expect(lossesOf(report, 'unreadable')).toEqual([
      expect.stringMatching(/^content\/posts\/b\.md: .* at line 2/),
    ]);
  });
});

it('a report of a site that does not build begins with its problems, and has its own status', () => {
  const report: ImportReport = {
    source: [],
    stopped: null,
    tallies: [],
    proof: null,
    losses: [],
    next: [],
    problems: ['content/a.md:1:1 id: is used twice'],
  };
  expect(exitCode(report)).toBe(3);
  expect(renderReport(report)).toMatch(
    /^# Import report\n\n\*\*The site does not build yet: 1 problem needs/,
  );
});

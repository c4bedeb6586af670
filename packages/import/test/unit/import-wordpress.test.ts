import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync, strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Term } from '../../../../src/core/model/document.ts';
import { siteSchema } from '../../../../src/core/model/site.ts';
import { ContentProject } from '../../../../test/helpers/content-project.ts';
import { importSite } from '../../src/import-site.ts';
import { isLoss, type LossCode, lossCodes } from '../../src/model/losses.ts';
import { exitCode, type ImportReport, renderReport } from '../../src/write/report.ts';
import { type ExportedItem, exportedComment, exportedMeta, exportFile } from '../helpers/export-file.ts';
import { plainImport } from '../helpers/plain-import.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agentsite-import-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Given {
  readonly head?: string;
  readonly rest?: readonly object[];
  readonly media?: readonly string[] | undefined;
  /** Rows of the Redirection plugin. */
  readonly redirects?: readonly object[];
  readonly dryRun?: boolean;
  readonly files?: readonly string[];
}

/** Imports into `site`, below the test's folder; media are files of one byte. */
async function bring(items: readonly ExportedItem[], given: Given = {}): Promise<ImportReport> {
  const exports = given.files ?? [exportFile(items, given.head)];
  const files = exports.map((text, index) => {
    writeFileSync(join(folder, `export-${index}.xml`), text);
    return join(folder, `export-${index}.xml`);
  });
  if (given.rest)
    writeFileSync(join(folder, 'rest.jsonl'), given.rest.map((line) => JSON.stringify(line)).join('\n'));
  if (given.redirects)
    writeFileSync(join(folder, 'redirects.json'), JSON.stringify({ redirects: given.redirects }));
  if (given.media) mkdirSync(join(folder, 'media'));
  for (const file of given.media ?? []) {
    mkdirSync(join(folder, 'media', file, '..'), { recursive: true });
    writeFileSync(join(folder, 'media', file), 'x');
  }
  return importSite(
    {
      ...plainImport,
      files,
      into: join(folder, 'site'),
      rest: given.rest ? join(folder, 'rest.jsonl') : null,
      media: given.media ? join(folder, 'media') : null,
      redirects: given.redirects ? join(folder, 'redirects.json') : null,
      dryRun: given.dryRun ?? false,
    },
    () => undefined,
  );
}

const read = (file: string): string => readFileSync(join(folder, 'site', file), 'utf8');
const codesOf = (report: ImportReport): LossCode[] => report.losses.map(({ code }) => code);

function bytesOfSite(): Record<string, string> {
  const root = join(folder, 'site');
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    entries
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(root, path), readFileSync(path, 'utf8')]),
  );
}

/** The library of what was imported, with the settings that were written. */
async function load() {
  const settings = /export const site = ([\s\S]*);\n$/.exec(read('site.ts'))?.[1] ?? '{}';
  const project = new ContentProject();
  const files = Object.entries(bytesOfSite()).filter(([file]) => /^(?:content|public)\//.test(file));
  project.write(Object.fromEntries(files));
  try {
    const loaded = await project.load('2026-11-21T12:00:00', siteSchema.parse(JSON.parse(settings)));
    const { documents, terms, redirects } = loaded.library;
    const [categories, tags] = ['category', 'post_tag'].map((name) =>
      terms.filter(({ taxonomy }) => taxonomy === name),
    ) as [Term[], Term[]];
    loaded.close();
    return { documents, categories, tags, redirects };
  } finally {
    project.remove();
  }
}

const dated = (id: number, slug: string, more: Partial<ExportedItem> = {}): ExportedItem => ({
  id,
  slug,
  date: `2019-03-${String(id + 10)} 10:00:00`,
  dateGmt: `2019-03-${String(id + 10)} 14:00:00`,
  link: `https://old.example/2019/03/${slug}/`,
  ...more,
});

describe('what was there is there again', () => {
  it('comments with their numbers and threads, as Markdown; held ones stay out', async () => {
    const more = [
      exportedComment({
        id: 7,
        author: 'Ada &amp; Bo',
        url: 'https://ada.example/',
        content: 'Is it <em>so</em>?\n\nI *wonder*.',
      }),
      exportedComment({
        id: 8,
        parent: 7,
        userId: 1,
        content: '<p onclick="x()">Yes: <code>2 x 2</code></p><script>alert(1)</script>',
      }),
      exportedComment({ id: 9, approved: '0', content: 'HELD' }),
      exportedComment({ id: 10, parent: 9, url: 'javascript:alert(1)', content: 'One & two' }),
    ].join('');
    await bring([{ id: 3, more }]);
    const [document] = (await load()).documents;
    expect(document?.comments).toMatchObject([
      {
        id: 7,
        parent: 0,
        name: 'Ada & Bo',
        url: 'https://ada.example/',
        markdown: 'Is it *so*?\n\nI \\*wonder\\*.',
      },
      {
        id: 8,
        parent: 7,
        author: 'ed',
        html: expect.stringMatching(/^<p>Yes: <code>2 x 2<\/code><\/p>\n?$/),
      },
      { id: 10, parent: 0, url: '' },
    ]);
    expect(read('content/comments/3.yaml')).not.toContain('HELD');
    expect(read('import/comments.jsonl')).toContain('HELD');
  });

  it('numbers, addresses, dates, terms, states and the tree of pages, checked like any content', async () => {
    const head = `<wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>garden</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[Garden &amp; soil]]></wp:cat_name></wp:category>
<wp:category><wp:term_id>5</wp:term_id><wp:category_nicename>beds</wp:category_nicename><wp:category_parent>garden</wp:category_parent><wp:cat_name>Beds</wp:cat_name></wp:category>`;
    const term =
      '<category domain="category" nicename="beds"><![CDATA[Beds]]></category><category domain="post_format" nicename="post-format-aside">Aside</category>';
    await bring(
      [
        dated(1, 'first', { content: 'See <a href="https://old.example/?p=2">two</a>.', more: term }),
        dated(2, 'second', { content: 'And <a href="http://www.old.example/about/team/">the team</a>.' }),
        dated(3, 'hidden', { status: 'private' }),
        dated(4, 'later', {
          status: 'future',
          date: '2090-01-01 10:00:00',
          dateGmt: '2090-01-01 15:00:00',
          link: 'https://old.example/?p=4',
        }),
        dated(5, 'binned', { status: 'trash' }),
        { id: 11, type: 'page', slug: 'team', parent: 10, link: 'https://old.example/about/team/' },
        { id: 10, type: 'page', slug: 'about', link: 'https://old.example/about/' },
      ],
      { head },
    );
    const { documents, categories } = await load();
    const shown = documents.map(({ id, path, dateGmt, terms, format, parentId }) => ({
      id,
      path,
      dateGmt,
      own: terms.category,
      format,
      parentId,
    }));
    expect(shown).toContainEqual({
      id: 1,
      path: '/2019/03/first/',
      dateGmt: '2019-03-11T14:00:00',
      own: ['beds'],
      format: 'aside',
      parentId: undefined,
    });
    expect(shown).toContainEqual(expect.objectContaining({ id: 11, path: '/about/team/', parentId: 10 }));
    expect(documents.map(({ id }) => id).sort((a, b) => a - b)).toEqual([1, 2, 10, 11]);
    expect(categories.find(({ slug }) => slug === 'garden')).toMatchObject({ id: 4, name: 'Garden & soil' });
    expect(categories.find(({ slug }) => slug === 'beds')).toMatchObject({
      id: 5,
      parent: 'garden',
      count: 1,
    });
  });

  it('kinds and taxonomies of plugins that wp/v2 knows, under their names and addresses', async () => {
    const head = `<wp:term><wp:term_id>21</wp:term_id><wp:term_taxonomy>cuisine</wp:term_taxonomy><wp:term_slug>italian</wp:term_slug><wp:term_name>Italian</wp:term_name></wp:term>
<wp:term><wp:term_id>22</wp:term_id><wp:term_taxonomy>cuisine</wp:term_taxonomy><wp:term_slug>sicilian</wp:term_slug><wp:term_parent>italian</wp:term_parent><wp:term_name>Sicilian</wp:term_name></wp:term>`;
    const term = (id: number, slug: string) => ({
      route: `/wp/v2/cuisine/${id}`,
      body: { id, slug, taxonomy: 'cuisine', link: `https://old.example/cuisine/${slug}/` },
    });
    const rest = [
      {
        route: '/wp/v2/types',
        body: {
          recipe: {
            name: 'Recipes',
            rest_base: 'recipes',
            has_archive: 'recipes',
            taxonomies: ['post_tag', 'cuisine'],
          },
          project: { name: 'Projects', rest_base: 'project', hierarchical: true },
        },
      },
      {
        route: '/wp/v2/taxonomies',
        body: { cuisine: { name: 'Cuisines', rest_base: 'cuisine', hierarchical: true, types: ['recipe'] } },
      },
      term(21, 'italian'),
      term(22, 'sicilian'),
    ];
    const more =
      '<category domain="cuisine" nicename="sicilian">Sicilian</category><category domain="post_tag" nicename="fish">Fish</category>';
    const report = await bring(
      [
        { id: 1, type: 'recipe', slug: 'pasta', link: 'https://old.example/recipe/pasta/', more },
        { id: 2, type: 'project', slug: 'oven', link: 'https://old.example/project/oven/' },
        { id: 3, type: 'project', slug: 'door', parent: 2, link: 'https://old.example/project/oven/door/' },
        { id: 5, type: 'page', slug: 'recipes' },
        {
          id: 4,
          type: 'nav_menu_item',
          title: '',
          more:
            exportedMeta('_menu_item_type', 'post_type_archive') +
            exportedMeta('_menu_item_object', 'recipe'),
        },
      ],
      { head, rest },
    );
    const { documents } = await load();
    expect(documents.map(({ kind, id, path }) => [kind, id, path])).toEqual(
      expect.arrayContaining([
        ['recipe', 1, '/recipe/pasta/'],
        ['project', 2, '/project/oven/'],
        ['project', 3, '/project/oven/door/'],
        // The list of recipes is at the address of this page.
        ['page', 5, '/recipes-page/'],
      ]),
    );
    expect(read('content/recipes/pasta.md')).toMatch(
      /cuisine:\n {2}- sicilian[\s\S]*tags:\n {2}- fish|tags:\n {2}- fish[\s\S]*cuisine:\n {2}- sicilian/,
    );
    expect(parse(read('content/cuisine.yaml'))).toContainEqual({
      slug: 'sicilian',
      name: 'Sicilian',
      parent: 'italian',
      id: 22,
    });
    expect(read('site.ts')).toContain('/cuisine/{slug}/');
    expect(read('site.ts')).toMatch(/"navigation": \[\s*\{\s*"label": "Recipes",\s*"path": "\/recipes\/"/);
    expect(codesOf(report)).not.toContain('type-mapped');
  });

  it('a title, a summary and fields that look like YAML are text', async () => {
    const more =
      exportedMeta('mood', 'a:1:{i:0;s:4:"glad";}') +
      exportedMeta('yes', 'no') +
      exportedMeta('_hidden', 'x');
    await bring([
      {
        id: 1,
        title: 'yes: no # - {{ x }} <em>&amp;</em>',
        excerpt: '---\n- 2024-01-01',
        content: '---\nid: 9\n---\n\nText.',
        more,
      },
    ]);
    const [document] = (await load()).documents;
    expect(document).toMatchObject({
      id: 1,
      title: 'yes: no # - {{ x }} &',
      description: '--- - 2024-01-01',
      fields: { mood: ['glad'], yes: 'no' },
    });
  });

  it('images are where they were, and what a text shows of them is the whole file', async () => {
    const media = ['2020/01/bench.jpg', '2020/01/bench-300x200.jpg', 'shell.php'];
    const attachment = {
      id: 9,
      type: 'attachment',
      status: 'inherit',
      slug: 'bench',
      more: `<wp:attachment_url>https://old.example/wp-content/uploads/2020/01/bench.jpg</wp:attachment_url>${exportedMeta('_wp_attached_file', '2020/01/bench.jpg')}`,
    };
    const content =
      '<img src="http://www.old.example/wp-content/uploads/2020/01/bench-300x200.jpg?w=300" alt="Bench" /> <img src="https://i0.wp.com/old.example/wp-content/uploads/2020/01/gone.jpg" alt="Gone" />';
    const report = await bring([{ id: 1, content, more: exportedMeta('_thumbnail_id', '9') }, attachment], {
      media,
    });
    expect(read('content/posts/2020-05-06-item-1.md')).toMatch(
      /image: \/wp-content\/uploads\/2020\/01\/bench\.jpg[\s\S]*!\[Bench\]\(\/wp-content\/uploads\/2020\/01\/bench\.jpg\) <span role="img" aria-label="Gone"><\/span>/,
    );
    expect(
      Object.keys(bytesOfSite())
        .filter((file) => file.startsWith('public'))
        .sort(),
    ).toEqual([
      'public/wp-content/uploads/2020/01/bench-300x200.jpg',
      'public/wp-content/uploads/2020/01/bench.jpg',
    ]);
    expect(codesOf(report)).toEqual(expect.arrayContaining(['file-refused', 'file-missing']));
  });

  it('what plugins showed is taken from the recording, by number', async () => {
    const rest = [
      { route: '/', body: { timezone_string: 'Europe/Berlin' } },
      { route: '/wp/v2/users/1', body: { id: 1, name: 'Ed', slug: 'the-editor' } },
      {
        route: '/wp/v2/posts/1',
        body: {
          id: 1,
          content: { rendered: '<p>Seven <b>beans</b></p>', protected: false },
          meta: { pods: 3, ripe: true },
        },
      },
    ];
    const more = exportedMeta('pods', '3') + exportedMeta('ripe', '1') + exportedMeta('row', '3');
    const report = await bring(
      [{ id: 1, content: '[beans count="7"]', dateGmt: '2020-05-06 05:08:09', more }],
      { rest },
    );
    expect(read('content/posts/2020-05-06-item-1.md')).toMatch(/pods: 3\n\s+ripe: true\n\s+row: "3"/);
    expect(read('content/posts/2020-05-06-item-1.md')).toContain('\nSeven **beans**\n');
    expect(read('site.ts')).toContain('"timezone": "Europe/Berlin"');
    expect(read('content/authors.yaml')).toContain('slug: the-editor');
    expect(codesOf(report)).toEqual([]);
    expect(exitCode(report)).toBe(0);
  });
});

describe('dates whose offset contradicts the time zone', () => {
  const rest = [{ route: '/', body: { timezone_string: 'Europe/Berlin' } }];
  const dates: readonly [string, string, string, string][] = [
    ['the owner moved', '2019-03-10 23:30:00', '2019-03-11 04:30:00', '2019-03-10T23:30:00-05:00'],
    [
      'from the other side of the day',
      '2019-03-10 00:30:00',
      '2019-03-09 15:30:00',
      '2019-03-10T00:30:00+09:00',
    ],
    ['half an hour', '2019-03-10 04:00:00', '2019-03-09 22:30:00', '2019-03-10T04:00:00+05:30'],
    [
      'an older history, imported without a zone',
      '2019-03-10 00:10:00',
      '2019-03-10 00:10:00',
      '2019-03-10T00:10:00+00:00',
    ],
    ['more than a day apart', '2019-03-10 00:10:00', '2019-03-12 00:10:00', '2019-03-10T00:10:00'],
  ];

  it.each(dates)('keep both clocks, the day and the address: %s', async (_, date, dateGmt, written) => {
    const usual = { date: '2020-01-01 12:00:00', dateGmt: '2020-01-01 11:00:00' };
    const report = await bring(
      [
        { id: 1, slug: 'far', link: 'https://old.example/2019/03/10/far/', date, dateGmt },
        { id: 2, slug: 'near', link: 'https://old.example/2020/01/01/near/', ...usual },
      ],
      { rest },
    );
    const file = 'content/posts/2019-03-10-far.md';
    expect(parse(read(file).split('---')[1] ?? '').date).toBe(written);
    const { documents } = await load();
    expect(documents.find(({ id }) => id === 1)).toMatchObject({
      path: '/2019/03/10/far/',
      date: `2019-03-10T${date.slice(11)}`,
      ...(written.length > 19 ? { dateGmt: dateGmt.replace(' ', 'T') } : {}),
    });
    const found = report.losses.filter(({ code }) => code === 'clock-differs');
    expect(found.map(({ place, what }) => [place?.id, what])).toEqual([[1, written]]);
    expect(exitCode(report)).toBe(0);
  });

  it('keep both clocks in comments and media, and name the zone that explains most', async () => {
    const report = await bring([
      {
        id: 1,
        date: '2020-01-01 12:00:00',
        dateGmt: '2020-01-01 11:00:00',
        more: exportedComment({ id: 7 }),
      },
      { id: 2, date: '2020-07-01 12:00:00', dateGmt: '2020-07-01 10:00:00' },
      { id: 3, date: '2015-07-01 22:00:00', dateGmt: '2015-07-02 02:00:00' },
    ]);
    expect(report.losses.find(({ code }) => code === 'time-zone-guessed')?.what).toBe('Europe/Berlin');
    expect(parse(read('content/comments/1.yaml'))[0].date).toBe('2019-03-17T10:00:00+00:00');
    expect(report.losses.filter(({ code }) => code === 'clock-differs').map(({ what }) => what)).toEqual([
      '1 of its comments',
      '2015-07-01T22:00:00-04:00',
    ]);
  });
});

it('a redirect plugin’s rules, and pages of media files, become content/redirects.yaml; links follow WordPress’s guesses', async () => {
  const rule = (url: string, to: string | null, more: object = {}) => ({
    url,
    action_type: to === null ? 'error' : 'url',
    action_code: to === null ? 410 : 301,
    action_data: to === null ? null : { url: to },
    match_type: 'url',
    ...more,
  });
  const redirects = [
    rule('/gardening/', '/old-name/'),
    rule('/shop/', 'https://shop.example/a'),
    rule('^/archives/(\\d+)$', '/?p=$1', { regex: true }),
    rule('/sale/', null),
    rule('/off/', '/x/', { enabled: false }),
    rule('^/(a|b)+$', '/x/', { regex: true }),
  ];
  const attachment = {
    id: 9,
    type: 'attachment',
    status: 'inherit',
    slug: 'a',
    link: 'https://old.example/item-1/a/',
    more: `<wp:attachment_url>https://old.example/wp-content/uploads/2020/01/å 1.png</wp:attachment_url>${exportedMeta('_wp_attached_file', '2020/01/å 1.png')}`,
  };
  const content = '<a href="https://old.example/any/item-1/">one</a>';
  const report = await bring(
    [{ id: 1, content, more: exportedMeta('_wp_old_slug', 'old-name') }, attachment],
    {
      redirects,
      media: ['2020/01/å 1.png'],
    },
  );
  expect(parse(read('content/redirects.yaml'))).toEqual([
    { from: '/gardening/', to: '/item-1/' },
    { from: '/shop/', to: 'https://shop.example/a' },
    { from: '/archives/{part1:number}', to: '/?p={part1}' },
    { from: '/sale/', status: 410 },
    { from: '/item-1/a/', to: '/wp-content/uploads/2020/01/å 1.png' },
    { from: '/?p=9', to: '/wp-content/uploads/2020/01/å 1.png' },
  ]);
  expect(codesOf(report).filter((code) => code === 'redirect-not-kept')).toHaveLength(2);
  expect(read('content/posts/2020-05-06-item-1.md')).toContain('[one](/item-1/)');
  expect((await load()).documents[0]?.redirectFrom).toEqual(['/old-name/']);
});

it('rules of a redirect plugin let clients choose no host, and are read by the build', async () => {
  const rule = (url: string, to: string, regex = true) => ({
    url,
    action_type: 'url',
    action_code: 301,
    action_data: { url: to },
    match_type: 'url',
    regex,
  });
  const report = await bring([{ id: 1 }], {
    redirects: [
      rule('^/moved/(.*)$', '/$1'),
      rule('^/glued(.*)$', 'https://new.example$1'),
      rule('^/own(.*)$', 'https://old.example$1'),
      rule('^/port/(.*)$', 'https://new.example:$1/'),
      rule('^/host/([^/]+)/(.*)$', 'https://$1/$2'),
      rule('^/part/([^/]+)$', 'https://$1.example/'),
      rule('^/middle/([^/]+)$', 'https://shop$1.example/'),
      rule('^/user/(.*)$', 'https://me@$1/'),
      rule('^/back/(.*)$', '/\\\\$1'),
      rule('^/slashes/(.*)$', '//$1'),
      rule('/twice/', 'https://old.example//evil.example/', false),
      rule('^/([^/]+)-([^/]+)-([^/]+)/$', '/$3/$2/$1/'),
      rule(`^/${'([^/]+)/'.repeat(10)}$`, '/$1/'),
    ],
  });
  expect(parse(read('content/redirects.yaml'))).toEqual([
    { from: '/moved/{part1*}', to: '/{part1}' },
    { from: '/glued{part1*}', to: 'https://new.example/{part1}' },
    { from: '/own{part1*}', to: '/{part1}/' },
    { from: '/{part1}-{part2}-{part3}', to: '/{part3}/{part2}/{part1}/' },
  ]);
  expect(codesOf(report).filter((code) => code === 'redirect-not-kept')).toHaveLength(9);
  expect((await load()).redirects).toHaveLength(4);
});

it('files keep their numbers and words, but not those of a text that readers could not see', async () => {
  const attachment = (id: number, parent: number, file: string): ExportedItem => ({
    id,
    type: 'attachment',
    status: 'inherit',
    slug: 'plan',
    title: 'Plan &amp; bench',
    parent,
    content: 'What it <em>shows</em>.',
    more: `<wp:attachment_url>https://old.example/wp-content/uploads/${file}</wp:attachment_url>${exportedMeta('_wp_attached_file', file)}${exportedMeta('_wp_attachment_image_alt', 'A bench')}`,
  });
  const media = ['a.pdf', 'b.pdf', 'c.png'].map((name) => `2020/01/${name}`);
  const report = await bring(
    [
      { id: 1 },
      { id: 2, status: 'draft' },
      ...media.map((file, index) => attachment(7 + index, file.includes('b.pdf') ? 2 : 1, file)),
    ],
    { media },
  );
  expect(parse(read('content/media.yaml'))).toEqual([
    {
      file: '/wp-content/uploads/2020/01/a.pdf',
      id: 7,
      slug: 'plan',
      title: 'Plan & bench',
      alt: 'A bench',
      description: 'What it shows.',
      date: '2020-05-06T07:08:09',
      author: 'ed',
      attachedTo: 1,
    },
  ]);
  expect(report.losses.filter(({ code }) => code === 'file-refused')).toMatchObject([
    { what: '/wp-content/uploads/2020/01/c.png' },
  ]);
  expect((await load()).documents).toHaveLength(1);
});

it('a refused file of the library is named once, and is not missing', async () => {
  const attachment = (id: number, file: string): ExportedItem => ({
    id,
    type: 'attachment',
    status: 'inherit',
    more: `<wp:attachment_url>https://old.example/wp-content/uploads/${file}</wp:attachment_url>${exportedMeta('_wp_attached_file', file)}`,
  });
  const media = ['2020/01/run.php', '2020/01/broken.svg'];
  const report = await bring([{ id: 1 }, ...media.map((file, index) => attachment(7 + index, file))], {
    media,
  });
  expect(codesOf(report).filter((code) => code.startsWith('file-'))).toEqual([
    'file-refused',
    'file-refused',
  ]);
});

it('an image without an alternative text has none, whatever a document that shows it says', async () => {
  const file = '2020/01/bench.png';
  mkdirSync(join(folder, 'uploads/2020/01'), { recursive: true });
  const pixel = { width: 1, height: 1, channels: 3, background: 'red' } as const;
  writeFileSync(join(folder, 'uploads', file), await sharp({ create: pixel }).png().toBuffer());
  const address = `https://old.example/wp-content/uploads/${file}`;
  const more = `<wp:attachment_url>${address}</wp:attachment_url>${exportedMeta('_wp_attached_file', file)}`;
  const items = [
    { id: 1, content: `<img src="${address}" alt="Said here">` },
    { id: 2, type: 'attachment', status: 'inherit', more },
  ];
  writeFileSync(join(folder, 'export.xml'), exportFile(items));
  const options = {
    files: [join(folder, 'export.xml')],
    into: join(folder, 'site'),
    media: join(folder, 'uploads'),
  };
  await importSite({ ...plainImport, ...options }, () => undefined);
  expect(parse(read('content/media.yaml'))).toMatchObject([{ id: 2, alt: '' }]);
  expect(read('content/posts/2020-05-06-item-1.md')).toContain('![Said here]');
});

it('settings keep where the site is published, and how its types are checked', async () => {
  const types = "import type { SiteSettings } from 'agentsite';";
  mkdirSync(join(folder, 'site'));
  writeFileSync(
    join(folder, 'site/site.ts'),
    `${types}\nexport const site = { url: 'http://localhost:4321', deploy: 'netlify' } satisfies SiteSettings;`,
  );
  await bring([{ id: 1 }]);
  const written = read('site.ts');
  expect(written.startsWith(types)).toBe(true);
  expect(written).toMatch(/deploy: 'netlify'[\s\S]*\} satisfies SiteSettings;$/);
  await bring([{ id: 1 }]);
  expect(read('site.ts')).toBe(written);
});

it('settings that still name this machine give way to those of the old site, others stay', async () => {
  const write = (url: string) => {
    mkdirSync(join(folder, 'site/src'), { recursive: true });
    writeFileSync(join(folder, 'site/src/site.ts'), `export const site = { url: '${url}' };`);
  };
  write('http://localhost:4321');
  await bring([{ id: 1 }]);
  expect(read('src/site.ts')).toContain('url: "https://old.example"');
  write('https://mine.example');
  const report = await bring([{ id: 1 }]);
  expect(read('src/site.ts')).toContain('https://mine.example');
  expect(read('import/site.ts')).toContain('url: "https://old.example"');
  expect(codesOf(report)).toContain('file-edited');
});

describe('what exports that others made taught', () => {
  it('a file of the hosted service has its place by year and month, and is missing, not refused', async () => {
    const url = 'https://old.files.wordpress.com/2008/06/leaf.jpg';
    const more = `<wp:attachment_url>${url}</wp:attachment_url>`;
    const report = await bring([{ id: 9, type: 'attachment', status: 'inherit', more }], { media: [] });
    expect(codesOf(report)).not.toContain('file-refused');
    expect(report.losses.find(({ code }) => code === 'file-missing')?.what).toBe(
      '/wp-content/uploads/2008/06/leaf.jpg',
    );
  });

  it('logins are the same whatever their case', async () => {
    const report = await bring([{ id: 1, slug: 'a', creator: 'ED' }]);
    expect(codesOf(report)).not.toContain('ref-missing');
  });

  it('a link to a place that the text does not have is its words, and named', async () => {
    const content =
      '<h2>Where it is</h2><p><a href="#where-it-is">there</a> <a href="#spot">here</a> <a href="#3fgh">nowhere</a></p><p><a id="spot"></a>Spot</p>';
    const report = await bring([{ id: 1, slug: 'a', content }]);
    expect(report.losses.filter(({ code }) => code === 'link-dead').map(({ what }) => what)).toEqual([
      '#3fgh (nowhere)',
    ]);
  });

  it('words instead of the address of a source go: a build would look for them', async () => {
    await bring([{ id: 1, slug: 'a', content: '<p>An <ins cite="by me">added</ins> word</p>' }]);
    const [file = ''] = Object.keys(bytesOfSite()).filter((name) => name.includes('posts/'));
    expect(read(file)).toContain('<ins>added</ins>');
  });
});

describe('what other owners’ sites hold', () => {
  it('documents that all start in one line of the file are distinguished', async () => {
    const text = exportFile([dated(1, 'one'), dated(2, 'two', { content: 'Second words.' })]);
    await bring([], { files: [text.replaceAll('\n', '')] });
    expect(read('content/posts/2019-03-11-one.md')).toContain('\nWords.');
    expect(read('content/posts/2019-03-12-two.md')).toContain('\nSecond words.');
  });

  it('writers whom the file names on documents only are authors, and equal slugs are hasIds', async () => {
    const head =
      '<wp:author><wp:author_id>4</wp:author_id><wp:author_login>a.b</wp:author_login></wp:author>';
    const report = await bring([dated(1, 'one', { creator: 'a.b' }), dated(2, 'two', { creator: 'A-b' })], {
      head,
    });
    expect(parse(read('content/authors.yaml'))).toMatchObject([
      { slug: 'ed' },
      { slug: 'a-b' },
      { slug: 'a-b-2', name: 'A-b' },
    ]);
    expect(read('content/posts/2019-03-12-two.md')).toContain('author: a-b-2');
    expect(report.losses.find(({ code }) => code === 'ref-missing')?.what).toContain('author "A-b"');
  });

  it('a place that links point to stays, whatever element had the name; one that is nowhere is named', async () => {
    const one =
      '<p id="why">Because.</p>\n\n<div id="box"><ul><li id="third">Item</li></ul></div>\n\n<table id="t"><tr><td>Cell</td></tr></table>';
    const two =
      '<a href="/2019/03/one/#why">why</a> <a href="/2019/03/one/#box">box</a> <a href="/2019/03/one/#third">third</a> <a href="/2019/03/one/#t">t</a> <a href="/2019/03/one/#gone">gone</a>';
    const report = await bring([dated(1, 'one', { content: one }), dated(2, 'two', { content: two })]);
    const text = read('content/posts/2019-03-11-one.md');
    for (const place of ['why', 'box', 'third', 't']) expect(text).toContain(`<a id="${place}"></a>`);
    expect(read('content/posts/2019-03-12-two.md')).toContain(
      '[why](/2019/03/one/#why) [box](/2019/03/one/#box) [third](/2019/03/one/#third) [t](/2019/03/one/#t) [gone](/2019/03/one/)',
    );
    expect(report.losses.map(({ what }) => what)).toContain('/2019/03/one/#gone (gone)');
  });

  it('of two documents at one address the first is what old links meant; pages of a text link to the text', async () => {
    const link = 'https://old.example/2019/03/one/';
    await bring([
      dated(1, 'one'),
      dated(2, 'one', { link }),
      dated(3, 'three', {
        content: '<a href="/2019/03/one/">one</a> <a href="/2019/03/one/2/">its second page</a>',
      }),
    ]);
    expect(read('content/posts/2019-03-13-three.md')).toContain(
      '[one](/2019/03/one/) [its second page](/2019/03/one/)',
    );
    expect(read('content/posts/2019-03-12-one.md')).not.toContain('redirectFrom');
  });

  it('a post without an address of its own does not take that of the home page', async () => {
    await bring([
      dated(1, 'one'),
      dated(2, 'two', { link: '' }),
      dated(3, 'three', { link: 'https://old.example' }),
    ]);
    for (const name of ['2019-03-12-two', '2019-03-13-three'])
      expect(read(`content/posts/${name}.md`)).not.toContain('redirectFrom');
  });

  it('a term that is named twice, once without a slug, is one', async () => {
    const more =
      '<category><![CDATA[Notes]]></category><category domain="category" nicename="my-notes"><![CDATA[Notes]]></category>';
    await bring([dated(1, 'one', { more })]);
    expect(parse(read('content/categories.yaml')).map(({ slug }: Term) => slug)).toEqual(['my-notes']);
  });

  it('terms that the first exports named by their names only are those that the file declares', async () => {
    const head =
      '<wp:category><wp:category_nicename>views</wp:category_nicename><wp:cat_name>News &amp; views</wp:cat_name></wp:category>';
    const more =
      '<category><![CDATA[News & views]]></category><category><![CDATA[Other]]></category><category domain="tag"><![CDATA[Red tea]]></category>';
    const version = /<wp:wxr_version>.*\n/;
    await bring([], { files: [exportFile([dated(1, 'one', { more })], head).replace(version, '')] });
    expect(parse(read('content/categories.yaml')).map(({ slug }: Term) => slug)).toEqual(['other', 'views']);
    expect(parse(read('content/tags.yaml'))).toEqual([{ slug: 'red-tea', name: 'Red tea' }]);
    expect(read('content/posts/2019-03-11-one.md')).toContain('categories:\n  - views\n  - other\ntags:');
  });

  it('a text that a program for pages kept elsewhere is what readers saw, or named', async () => {
    const more = exportedMeta('_elementor_data', '[{"settings":{"editor":"Words"}}]');
    const body = { id: 1, content: { rendered: '<div><h2>Seen</h2></div>', protected: false } };
    const items = [dated(1, 'one', { content: '', more }), dated(2, 'two', { content: '', more })];
    const report = await bring(items, { rest: [{ route: '/wp/v2/posts/1', body }] });
    expect(read('content/posts/2019-03-11-one.md')).toContain('\n## Seen\n');
    const lost = report.losses.filter(({ code }) => code === 'field-not-kept');
    expect(lost.map(({ place, fix }) => [place?.id, /document has no content/.test(fix)])).toContainEqual([
      2,
      true,
    ]);
  });

  it('terms that shared a number have one each', async () => {
    const term = (element: string, rest: string) =>
      `<wp:${element}><wp:term_id>7</wp:term_id>${rest}</wp:${element}>`;
    const head =
      term('category', '<wp:category_nicename>a</wp:category_nicename>') +
      term('tag', '<wp:tag_slug>a</wp:tag_slug>');
    const report = await bring([dated(1, 'one')], { head });
    expect(parse(read('content/categories.yaml'))[0].id).toBe(7);
    expect(parse(read('content/tags.yaml'))[0].id).toBeUndefined();
    expect(codesOf(report)).toContain('id-changed');
  });

  it('what a plugin kept in hidden fields is named, and not quoted', async () => {
    const more =
      exportedMeta('_sku', 'RP-1') + exportedMeta('_edit_last', '1') + exportedMeta('_part', 'field_5f');
    const report = await bring([dated(1, 'one', { more })]);
    expect(report.losses.filter(({ code }) => code === 'field-not-kept').map(({ what }) => what)).toEqual([
      '_sku',
    ]);
  });

  it('elements without end in each other leave their words', async () => {
    const report = await bring([dated(1, 'one', { content: `${'<div>'.repeat(3000)}Deep words.` })]);
    expect(read('content/posts/2019-03-11-one.md')).toContain('\nDeep words.');
    expect(codesOf(report)).toContain('html-removed');
  });
});

describe('a second run', () => {
  const items = [dated(1, 'first'), dated(2, 'second')];

  it('changes no byte', async () => {
    await bring(items);
    const before = bytesOfSite();
    await bring(items);
    expect(bytesOfSite()).toEqual(before);
  });

  it('leaves a file that its author edited, and shows what it would write', async () => {
    await bring(items);
    const file = 'content/posts/2019-03-11-first.md';
    writeFileSync(join(folder, 'site', file), 'mine');
    const report = await bring([dated(1, 'first', { content: 'New words.' }), items[1] as ExportedItem]);
    expect(read(file)).toBe('mine');
    expect(read(`import/other-version/${file}`)).toContain('New words.');
    expect(report.losses.find(({ code }) => code === 'file-edited')?.what).toBe(file);
  });

  it('brings what changed on the old site to a file that no one edited', async () => {
    await bring(items);
    await bring([dated(1, 'first', { content: 'New words.' }), items[1] as ExportedItem]);
    expect(read('content/posts/2019-03-11-first.md')).toContain('New words.');
  });
});

it('a dry run writes nothing, and gives the same report', async () => {
  const items = [dated(1, 'first', { content: '[beans count="7"]' })];
  const dry = await bring(items, { dryRun: true });
  expect(readdirSync(folder).includes('site')).toBe(false);
  expect({ ...(await bring(items)), next: [] }).toEqual({ ...dry, next: [] });
});

describe('each loss is in the report', () => {
  const attachment = (file: string): ExportedItem => ({
    id: 9,
    type: 'attachment',
    status: 'inherit',
    more: `<wp:attachment_url>https://old.example/wp-content/uploads/${file}</wp:attachment_url>${exportedMeta('_wp_attached_file', file)}`,
  });
  const planted: readonly [LossCode, readonly ExportedItem[], string?][] = [
    ['access-restricted', [{ id: 1, more: exportedMeta('_members_access_role', 'editor') }]],
    ['address-changed', [{ id: 1, type: 'page', slug: 'contact', link: 'https://old.example/contact/' }]],
    [
      'address-twice',
      [
        { id: 1, slug: 'same' },
        { id: 2, slug: 'same' },
      ],
    ],
    ['author-slug-guessed', [{ id: 1 }]],
    ['block-dynamic', [{ id: 1, content: '<!-- wp:latest-posts /-->' }]],
    [
      'clock-differs',
      [
        { id: 1, dateGmt: '2020-05-06 05:08:09' },
        { id: 2, date: '2020-01-01 12:00:00', dateGmt: '2020-01-01 11:00:00' },
        { id: 3, date: '2019-01-01 12:00:00', dateGmt: '2019-01-01 03:00:00' },
      ],
    ],
    ['comment-held', [{ id: 1, more: exportedComment({ id: 1, approved: '0' }) }]],
    ['comment-not-kept', [{ id: 1, more: exportedComment({ id: 1, type: 'order_note' }) }]],
    ['control-characters', [{ id: 1, content: 'A\u0008B' }]],
    [
      'conversion-as-html',
      [{ id: 1, content: '<table><thead><tr><th><abbr title="a|b">a</abbr></th></tr></thead></table>' }],
    ],
    ['date-unreadable', [{ id: 1, date: 'soon', dateGmt: '' }]],
    ['embed-as-link', [{ id: 1, content: '<iframe src="https://maps.example/"></iframe>' }]],
    ['field-kept', [{ id: 1, more: exportedMeta('episode_file', 'https://old.example/1.mp3') }]],
    ['field-not-kept', [{ id: 1, more: exportedMeta('box', 'O:8:"stdClass":0:{}') }]],
    ['file-missing', [attachment('2020/01/a.png')]],
    ['media-not-given', [attachment('2020/01/a.png')]],
    ['file-refused', [attachment('../../evil.png')]],
    ['html-removed', [{ id: 1, content: '<form>Name</form>' }]],
    ['id-changed', [{ id: 1 }, { id: 1, slug: 'other' }]],
    ['link-dead', [{ id: 1, content: '<a href="https://old.example/gone/">gone</a>' }]],
    ['markup-mended', [{ id: 1, link: 'https://old.example/a/', more: '<wp:note>this & that</wp:note>' }]],
    [
      'menu-item-dropped',
      [{ id: 1, type: 'nav_menu_item', more: exportedMeta('_menu_item_type', 'post_type') }],
    ],
    ['parent-changed', [{ id: 1, type: 'page', parent: 99 }]],
    ['ref-missing', [{ id: 1, more: exportedMeta('_thumbnail_id', '77') }]],
    ['shortcode-unknown', [{ id: 1, content: '[beans count="7"]' }]],
    ['site-part-dropped', [{ id: 1, type: 'wp_template' }]],
    ['slug-changed', [{ id: 1, slug: '../../up' }]],
    ['status-mapped', [{ id: 1, status: 'archived' }]],
    [
      'term-changed',
      [{ id: 1, more: '<category domain="category" nicename="undeclared">Undeclared</category>' }],
    ],
    ['time-zone-guessed', [{ id: 1 }]],
    ['title-made', [{ id: 1, title: '', content: '<!-- wp:spacer /-->' }]],
    ['personal-left', [{ id: 1, type: 'feedback' }]],
    ['trash-left', [{ id: 1, status: 'trash' }]],
    ['type-mapped', [{ id: 1, type: 'recipe', link: 'https://old.example/recipe/a/' }]],
  ];

  /** Their examples come from folders of files, archives, redirect files and second runs, in other tests. */
  const elsewhere: readonly LossCode[] = [
    'cut-off',
    'file-edited',
    'file-removed',
    'file-unpublished',
    'list-made',
    'recording-differs',
    'image-elsewhere',
    'setting-replaced',
    'redirect-not-kept',
    'translation-left',
    'unreadable',
  ];

  it('each code has an example', () => {
    const shown = [...planted.map(([code]) => code), ...elsewhere];
    expect(Object.keys(lossCodes).filter((code) => !shown.includes(code as LossCode))).toEqual([]);
  });

  it.each(planted)('%s', async (code, items) => {
    const report = await bring(items, { media: code === 'file-missing' ? [] : undefined });
    expect(codesOf(report)).toContain(code);
    expect(renderReport(report)).toContain(`(\`${code}\`)`);
    expect(exitCode(report)).toBe(report.losses.some(isLoss) ? 1 : 0);
  });

  it('what is guessed, or comes with another run, is named and is not a loss', async () => {
    const report = await bring([{ id: 1 }, attachment('2020/01/a.png')]);
    expect(codesOf(report).sort()).toEqual(['author-slug-guessed', 'media-not-given', 'time-zone-guessed']);
    expect(exitCode(report)).toBe(0);
  });

  it('each file that was not given is named, and what to do is said once', async () => {
    const paths = ['a', 'b', 'c', 'd', 'e'].map((name) => `2020/01/${name}.png`);
    const report = await bring(paths.map((path, index) => ({ ...attachment(path), id: index + 1 })));
    const notes = report.losses.filter(({ code }) => code === 'media-not-given');
    expect(notes.map(({ what }) => what)).toEqual(paths.map((path) => `/wp-content/uploads/${path}`));
    expect(notes.filter(({ fix }) => fix !== '').length).toBe(1);
  });

  it('pages and categories that are below each other are taken apart', async () => {
    const head =
      '<wp:category><wp:category_nicename>a</wp:category_nicename><wp:category_parent>b</wp:category_parent><wp:cat_name>A</wp:cat_name></wp:category><wp:category><wp:category_nicename>b</wp:category_nicename><wp:category_parent>a</wp:category_parent><wp:cat_name>B</wp:cat_name></wp:category>';
    const ring = [
      { id: 4, type: 'page', parent: 5 },
      { id: 5, type: 'page', parent: 4 },
    ];
    const report = await bring(ring, { head });
    expect(codesOf(report).filter((code) => code === 'parent-changed')).toHaveLength(2);
    expect((await load()).documents).toHaveLength(2);
  });
});

it('files that only a program gave out, or no one, are not published', async () => {
  const closed = [
    'woocommerce_uploads/2020/book.pdf',
    'wpcf7_uploads/123/letter.pdf',
    'gravity_forms/1-abc/letter.pdf',
    'wc-logs/fatal.txt',
    'backupbuddy_backups/site.zip',
    '2020/members/talk.pdf',
    'deep/require/a/b/talk.pdf',
    'wp-personal-data-exports/export.zip',
    'pmpro-8f3a/talk.pdf',
    'wpallimport/uploads/users.csv',
  ];
  const open = ['2020/01/log.txt', '2020/02/a.pdf', 'private-label.pdf', 'slider/backup-a.jpg'];
  const rules = {
    '2020/members/.htaccess': 'Order deny,allow\n  Deny from all\n',
    'deep/require/.htaccess': '<IfModule x>\nRequire all denied\n</IfModule>\n',
    '2020/02/.htaccess': '<FilesMatch "\\.php$">\ndeny from all\n</FilesMatch>\nOptions -Indexes\n',
  };
  const files = { ...Object.fromEntries([...closed, ...open].map((path) => [path, 'x'])), ...rules };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, 'uploads', path, '..'), { recursive: true });
    writeFileSync(join(folder, 'uploads', path), text);
  }
  const packed = Object.entries(files).map(([path, text]) => [`uploads/${path}`, strToU8(text)] as const);
  writeFileSync(join(folder, 'uploads.zip'), zipSync(Object.fromEntries(packed)));
  writeFileSync(join(folder, 'export.xml'), exportFile([{ id: 1 }]));
  for (const media of ['uploads', 'uploads.zip']) {
    const into = join(folder, 'site', media);
    const options = { files: [join(folder, 'export.xml')], into, media: join(folder, media) };
    const report = await importSite({ ...plainImport, ...options }, () => undefined);
    const published = readdirSync(join(into, 'public'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(into, 'public/wp-content/uploads'), join(entry.parentPath, entry.name)));
    expect(published.sort()).toEqual(open.sort());
    expect(report.losses.filter(({ code }) => code === 'file-unpublished').map(({ what }) => what)).toEqual(
      expect.arrayContaining(['woocommerce_uploads/ (1 file)', '2020/members/ (2 files)']),
    );
  }
});

describe('archives', () => {
  const importZip = async (files: Record<string, string>, media: Record<string, string>, cut = 0) => {
    const bytes = (entries: Record<string, string>) =>
      zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])));
    const archive = bytes(files);
    writeFileSync(join(folder, 'export.zip'), archive.subarray(0, archive.length - cut));
    writeFileSync(join(folder, 'media.zip'), bytes(media));
    return importSite(
      {
        ...plainImport,
        files: [join(folder, 'export.zip')],
        into: join(folder, 'site'),
        media: join(folder, 'media.zip'),
      },
      () => undefined,
    );
  };

  it('of exports and of files are read; names that leave the folder are refused', async () => {
    const report = await importZip(
      {
        'a/export-1.xml': exportFile([{ id: 1 }]),
        'a/export-2.xml': exportFile([{ id: 2 }]),
        'a/readme.txt': 'x',
      },
      {
        'wp-content/uploads/2020/01/a.png': 'x',
        '../../evil.png': 'x',
        'uploads/../../../evil.png': 'x',
        'uploads/shell.php': 'x',
      },
    );
    const files = Object.keys(bytesOfSite());
    expect(files.filter((file) => file.endsWith('.md'))).toContain('content/posts/2020-05-06-item-2.md');
    expect(files.filter((file) => file.startsWith('public/'))).toEqual([
      'public/wp-content/uploads/2020/01/a.png',
    ]);
    expect(codesOf(report).filter((code) => code === 'file-refused')).toHaveLength(3);
    expect(readdirSync(folder).sort()).toEqual(['export.zip', 'media.zip', 'site']);
  });

  it.each(['wordpress', 'ghost'] as const)(
    'without an export, and damaged ones, stop an import: %s',
    async (system) => {
      const files = {
        'photos.zip': zipSync({ 'a.jpg': strToU8('x') }),
        'cut.xml.gz': gzipSync(strToU8(exportFile([{ id: 1 }]))).subarray(0, 200),
      };
      for (const [name, bytes] of Object.entries(files)) {
        writeFileSync(join(folder, name), bytes);
        const options = { system, files: [join(folder, name)], into: join(folder, 'site') };
        const report = await importSite({ ...plainImport, ...options }, () => undefined);
        expect(report.stopped).not.toBeNull();
        expect(report.stopped).not.toContain('    at ');
        expect(exitCode(report)).toBe(2);
      }
    },
  );

  it('that are cut off are said to be', async () => {
    const long = Array.from({ length: 300 }, (_, index) => Math.sin(index)).join(' ');
    const report = await importZip({ 'export.xml': exportFile([{ id: 1, content: long }]) }, {}, 2000);
    expect(codesOf(report)).toContain('cut-off');
    expect(exitCode(report)).not.toBe(0);
  });
});

describe('files that are hostile or broken', () => {
  it('nothing leaves the folder of the site, and names that had to change are named', async () => {
    const report = await bring([
      { id: 1, slug: '../../../up' },
      { id: 2, slug: '/etc/x' },
      { id: 3, slug: '..' },
      { id: 4, slug: 'con' },
      { id: 5, slug: 'l'.repeat(300) },
      { id: 6, slug: '.htaccess' },
    ]);
    expect(readdirSync(folder).sort()).toEqual(['export-0.xml', 'site']);
    expect(Object.keys(bytesOfSite()).filter((file) => file.endsWith('.md'))).toHaveLength(6);
    expect(codesOf(report).filter((code) => code === 'slug-changed').length).toBeGreaterThanOrEqual(5);
    expect((await load()).documents).toHaveLength(6);
  });

  it('a file that was cut off gives the documents before the cut, and status 2', async () => {
    const whole = exportFile([{ id: 1 }, { id: 2 }]);
    const report = await bring([], { files: [whole.slice(0, whole.lastIndexOf('<wp:post_parent>'))] });
    expect(exitCode(report)).toBe(2);
    expect(report.stopped).toMatch(/cut off/);
    expect(Object.keys(bytesOfSite()).filter((file) => file.endsWith('.md'))).toHaveLength(1);
  });

  it('several files of one export name each other’s documents', async () => {
    const files = [
      exportFile([{ id: 3, type: 'page', parent: 2, link: 'https://old.example/item-2/item-3/' }]),
      exportFile([{ id: 2, type: 'page' }]),
    ];
    const report = await bring([], { files });
    expect(codesOf(report)).not.toContain('parent-changed');
    expect((await load()).documents.find(({ id }) => id === 3)).toMatchObject({
      path: '/item-2/item-3/',
      parentId: 2,
    });
  });

  it('no e-mail address, caller or password of a reader enters the site', async () => {
    const more =
      '<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_author_email>reader@mail.example</wp:comment_author_email><wp:comment_author_IP>203.0.113.9</wp:comment_author_IP><wp:comment_approved>1</wp:comment_approved></wp:comment>';
    await bring([{ id: 1, more }]);
    const published = Object.entries(bytesOfSite()).filter(([file]) => !file.startsWith('import/'));
    expect(published.map(([file]) => file)).toContain('content/comments/1.yaml');
    expect(JSON.stringify(published)).not.toMatch(/reader@mail|203\.0\.113|ed@old\.example/);
    // Version control does not see the folder of notes.
    expect(read('import/.gitignore')).toBe('*\n');
  });
});

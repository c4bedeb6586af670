import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import apiFetch from '@wordpress/api-fetch';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WPAPI from 'wpapi';
import { layOutOwnSite } from '../../../../test/helpers/own-site.ts';
import { type SiteProcess, startSite } from '../../../../test/helpers/site-process.ts';
import type { ImportReport } from '../../src/write/report.ts';
import { exportedComment, exportedMeta, exportFile } from '../helpers/export-file.ts';

const origin = 'https://old.example';
const uploads = `${origin}/wp-content/uploads`;
let folder = '';
let report: ImportReport & { exitCode: number };
let site: SiteProcess;

/** What an old site stored, what its readers got, and a file. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agentsite-verify-'));
  const root = layOutOwnSite(folder, {
    'site.ts': "export const site = { title: 'x', description: 'x', url: 'http://localhost:4321' };\n",
  });
  rmSync(join(root, 'content'), { recursive: true });
  const media = join(folder, 'media/2020/05');
  mkdirSync(media, { recursive: true });
  await sharp({ create: { width: 40, height: 30, channels: 3, background: '#396' } })
    .png()
    .toFile(join(media, 'oar 1.png'));
  writeFileSync(join(folder, 'export.xml'), exported);
  writeFileSync(join(folder, 'rest.jsonl'), recorded.map((line) => JSON.stringify(line)).join('\n'));
  writeFileSync(
    join(folder, 'old.txt'),
    '/knots/tying-a-bowline/\n/wrong/tying-a-bow/\n/wp-login.php\n/?p=2\t404\n/never-was/\n',
  );
  const engine = join(folder, 'engine');
  const options = ['--rest', '../rest.jsonl', '--media', '../media', '--addresses', '../old.txt', '--verify'];
  const child = spawn(
    process.execPath,
    [
      join(engine, 'src/cli/agentsite.ts'),
      'import',
      'wordpress',
      '../export.xml',
      '--into',
      '.',
      '--json',
      ...options,
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await once(child, 'close');
  report = JSON.parse(said);
  site = await startSite(root, {}, join(engine, 'sidecar/main.ts'));
});
afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const knots = '<category domain="category" nicename="knots"><![CDATA[Knots]]></category>';
const walks =
  '<wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>knots</wp:category_nicename><wp:cat_name>Knots</wp:cat_name></wp:category>';
const bowline =
  '<!-- wp:paragraph --><p>The rabbit comes <em>out</em> of the hole.</p><!-- /wp:paragraph --><!-- wp:code --><pre class="wp-block-code"><code>a &lt; b\n\tc</code></pre><!-- /wp:code -->';
const exported = exportFile(
  [
    {
      id: 1,
      slug: 'tying-a-bowline',
      title: 'Tying a bowline',
      link: `${origin}/knots/tying-a-bowline/`,
      content: bowline,
      more: [
        knots,
        exportedMeta('_thumbnail_id', '9'),
        exportedComment({ id: 1, content: 'Does it *hold*?' }),
        exportedComment({ id: 2, parent: 1, content: 'It does.' }),
        exportedComment({ id: 3, approved: '0', content: 'Cheap ropes for all who read this far.' }),
      ].join(''),
    },
    { id: 2, status: 'draft', slug: 'unsaid', content: 'Nobody has read these words of mine.' },
    {
      id: 3,
      type: 'walk',
      slug: 'to-the-pier',
      title: 'To the pier',
      link: `${origin}/walk/to-the-pier/`,
      content: '<!-- wp:paragraph --><p>Half an hour.</p><!-- /wp:paragraph -->',
      more: exportedMeta('miles', '2'),
    },
    { id: 5, type: 'page', slug: 'media', link: `${origin}/media/`, content: '' },
    { id: 6, type: 'page', slug: 'author', link: `${origin}/author/`, content: '' },
    {
      id: 9,
      type: 'attachment',
      status: 'inherit',
      slug: 'oar',
      title: 'Oar',
      link: `${origin}/oar/`,
      content: '',
      more: `<wp:attachment_url>${uploads}/2020/05/oar 1.png</wp:attachment_url>${exportedMeta('_wp_attached_file', '2020/05/oar 1.png')}${exportedMeta('_wp_attachment_image_alt', 'An oar')}`,
    },
  ],
  walks,
);

const shared = {
  date: '2020-05-06T07:08:09',
  date_gmt: '2020-05-06T07:08:09',
  author: 1,
  comment_status: 'open',
};
const text = (rendered: string) => ({ rendered, protected: false });
const recorded = [
  { route: '/', body: { name: 'Old & new', home: origin, url: origin, timezone_string: 'UTC' } },
  {
    route: '/wp/v2/types',
    body: { walk: { name: 'Walks', rest_base: 'walks', has_archive: false, taxonomies: [] } },
  },
  { route: '/wp/v2/users/1', body: { id: 1, name: 'Ed', slug: 'ed', link: `${origin}/author/ed/` } },
  {
    route: '/wp/v2/categories/4',
    body: {
      id: 4,
      count: 1,
      taxonomy: 'category',
      slug: 'knots',
      name: 'Knots',
      parent: 0,
      link: `${origin}/category/knots/`,
    },
  },
  {
    route: '/wp/v2/posts/1',
    body: {
      ...shared,
      id: 1,
      slug: 'tying-a-bowline',
      link: `${origin}/knots/tying-a-bowline/`,
      title: { rendered: 'Tying a bowline' },
      content: text(bowline.replace(/<!--.*?-->/g, '')),
      categories: [4],
      featured_media: 9,
    },
  },
  {
    route: '/wp/v2/walks/3',
    body: {
      ...shared,
      id: 3,
      slug: 'to-the-pier',
      link: `${origin}/walk/to-the-pier/`,
      content: text('<p>Half an hour.</p>'),
      meta: { miles: 2 },
    },
  },
  {
    route: '/wp/v2/comments/2',
    body: { id: 2, post: 1, parent: 1, author_name: 'Reader', content: { rendered: '<p>It does.</p>' } },
  },
];

describe('an import with --verify', () => {
  it('builds, serves, and finds all as it was; what was never there is named', () => {
    const rows = Object.fromEntries((report.proof ?? []).map((row) => [row.what, row]));
    expect(rows['old addresses']?.wrong).toEqual(['/never-was/: answers 404']);
    expect(rows['old addresses']?.impossible).toEqual(['/wp-login.php: it is a part of WordPress itself']);
    const others = (report.proof ?? []).filter(({ what }) => what !== 'old addresses');
    expect(others.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(others.every(({ of, right }) => of === right)).toBe(true);
    expect(rows['content, word by word']?.of).toBe(2);
    expect(rows['code, to the character']?.of).toBe(1);
    expect(rows['hidden content stays hidden']?.of).toBeGreaterThan(0);
    expect(rows.comments?.of).toBe(2);
    expect(report.exitCode).toBe(1);
  });

  it('gives a site where queries, feeds, days and pages that had to move are found', async () => {
    for (const [path, location] of [
      ['/?p=1', '/knots/tying-a-bowline/'],
      ['/?walk=to-the-pier', '/walk/to-the-pier/'],
      ['/?feed=rss2', '/feed.xml'],
      ['/?cat=4&feed=atom', '/category/knots/atom.xml'],
      ['/2020/05/06/', '/2020/'],
      ['/media/', '/media-page/'],
      ['/author', '/author-page/'],
    ]) {
      const answer = await fetch(site.url + path, { redirect: 'manual' });
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 301, location]);
    }
  });

  it('gives a site whose comments, files and own kinds wpapi reads', async () => {
    const api = await WPAPI.discover(`${site.url}/`);
    expect(await api.comments().id(2).get()).toMatchObject({ post: 1, parent: 1 });
    expect(await api.comments().get()).toHaveLength(2);
    expect(await api.media().id(9).get()).toMatchObject({ alt_text: 'An oar', mime_type: 'image/png' });
    expect(await api.walks().id(3).get()).toMatchObject({ type: 'walk', meta: { miles: 2 } });
    const [walk] = (await api.walks().slug('to-the-pier').get()) as { id: number }[];
    expect(walk?.id).toBe(3);
  });

  it('and api-fetch', async () => {
    Object.assign(globalThis, { window: globalThis });
    apiFetch.use(apiFetch.createRootURLMiddleware(`${site.url}/wp-json/`));
    const ids = (path: string) =>
      apiFetch<{ id: number }[]>({ path }).then((objects) => objects.map(({ id }) => id).sort());
    expect(await ids('/wp/v2/comments?post=1&per_page=-1')).toEqual([1, 2]);
    expect(await ids('/wp/v2/media?per_page=-1')).toEqual([9]);
    expect(await ids('/wp/v2/walks?per_page=-1&search=pier')).toEqual([3]);
  });
});

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { importSite } from '../../src/import-site.ts';
import type { ImportOptions } from '../../src/model/import-options.ts';
import { exitCode, type ImportReport } from '../../src/write/report.ts';
import { plainImport } from '../helpers/plain-import.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'import-ghost-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const post = (number: number, more: object = {}): object => ({
  id: `65f0aaaaaaaaaaaaaaaaaa0${number}`,
  title: `Post ${number}`,
  slug: `post-${number}`,
  html: `<p>Text ${number}</p>`,
  status: 'published',
  visibility: 'public',
  type: 'post',
  author_id: 'a',
  created_at: '2024-05-01T10:00:00.000Z',
  published_at: '2024-05-02T22:30:00.000Z',
  ...more,
});
const exportOf = (posts: readonly object[], tables: object = {}): string =>
  JSON.stringify({
    db: [
      {
        meta: { version: '5.82.0' },
        data: {
          posts,
          users: [
            { id: 'b', name: 'Bo', slug: 'bo', email: 'bo@secret.example' },
            { id: 'a', name: 'Ada Hive', slug: 'ada', bio: 'Keeps bees', website: 'https://ada.example' },
          ],
          roles: [{ id: 'r', name: 'Owner' }],
          roles_users: [{ role_id: 'r', user_id: 'a' }],
          settings: [
            { key: 'title', value: 'Hive' },
            { key: 'timezone', value: 'Europe/Berlin' },
          ],
          ...tables,
        },
      },
    ],
  });

function importGhost(content: string | Uint8Array, more: Partial<ImportOptions> = {}): Promise<ImportReport> {
  const file = join(root, typeof content === 'string' ? 'export.json' : 'backup.zip');
  writeFileSync(file, content);
  return importSite(
    {
      ...plainImport,
      system: 'ghost',
      home: 'https://hive.example',
      files: [file],
      into: join(root, 'site'),
      ...more,
    },
    () => undefined,
  );
}

function mediaFolder(files: readonly string[]): string {
  for (const name of files) {
    const file = join(root, 'content', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, pixel);
  }
  return join(root, 'content');
}

const read = (file: string): string => readFileSync(join(root, 'site', file), 'utf8');
const fieldsOf = (file: string) => parse(read(file).split('---\n')[1] ?? '') as Record<string, unknown>;
const bodyOf = (file: string): string => read(file).split('---\n').slice(2).join('---\n').trim();
const lossesOf = (report: ImportReport, code: string): string[] =>
  report.losses.filter((loss) => loss.code === code).map(({ what }) => what);
const first = 'content/posts/2024-05-03-post-1.md';

describe('an export of Ghost', () => {
  it('keeps fields, tags, authors, the clock of the site and what feed readers know a post by', async () => {
    const report = await importGhost(
      exportOf(
        [
          post(1, {
            title: 'Bees & "clover" <3',
            featured: 1,
            custom_excerpt: 'On bees & more',
            codeinjection_head: '<style>p{}</style>',
            updated_at: '2024-06-01T10:00:00.000Z',
          }),
          post(2, { type: 'page', slug: 'about' }),
        ],
        {
          settings: [
            { key: 'timezone', value: 'Europe/Berlin' },
            { key: 'navigation', value: '[{"label":"About","url":"__GHOST_URL__/about/"}]' },
          ],
          tags: [
            { id: 't', name: 'Bees', slug: 'bees', visibility: 'public' },
            { id: 'u', name: '#inside', slug: 'hash-inside', visibility: 'internal' },
          ],
          posts_tags: [
            { post_id: '65f0aaaaaaaaaaaaaaaaaa01', tag_id: 'u', sort_order: 1 },
            { post_id: '65f0aaaaaaaaaaaaaaaaaa01', tag_id: 't', sort_order: 0 },
          ],
          posts_authors: [
            { post_id: '65f0aaaaaaaaaaaaaaaaaa01', author_id: 'b', sort_order: 0 },
            { post_id: '65f0aaaaaaaaaaaaaaaaaa01', author_id: 'a', sort_order: 1 },
          ],
          posts_meta: [{ post_id: '65f0aaaaaaaaaaaaaaaaaa01', meta_title: 'Bees!', og_title: null }],
        },
      ),
    );
    expect(fieldsOf(first)).toEqual({
      title: 'Bees & "clover" <3',
      date: '2024-05-03T00:30:00',
      modified: '2024-06-01T12:00:00',
      description: 'On bees & more',
      author: 'bo',
      tags: ['bees'],
      sticky: true,
      guid: '65f0aaaaaaaaaaaaaaaaaa01',
      fields: { meta_title: 'Bees!', authors: ['ada'] },
    });
    expect(parse(read('content/authors.yaml'))[0]).toEqual({
      slug: 'ada',
      name: 'Ada Hive',
      description: 'Keeps bees',
      url: 'https://ada.example',
    });
    expect(read('content/authors.yaml')).not.toContain('secret.example');
    expect(read('content/pages/about.md')).toContain('Text 2');
    expect(read('site.ts')).toContain('"path": "/about/"');
    expect(lossesOf(report, 'html-removed')).toEqual(['codeinjection_head: <style>p{}</style>']);
    expect(lossesOf(report, 'term-changed')).toEqual(['internal tag "#inside"']);
    expect(lossesOf(report, 'field-not-kept')).toEqual(['further authors: Ada Hive']);
    expect(exitCode(report)).toBe(1);
  });

  it('shows no one what only members could read, nor what was mailed', async () => {
    const hidden = ['members', 'paid', 'tiers'].map((visibility, index) => post(index + 1, { visibility }));
    const report = await importGhost(
      exportOf([
        ...hidden,
        post(4, { status: 'sent' }),
        post(5, { html: '<p><a href="__GHOST_URL__/post-1/">x</a></p>' }),
      ]),
    );
    for (const number of [1, 2, 3, 4])
      expect(fieldsOf(`content/posts/2024-05-03-post-${number}.md`)).toMatchObject({ draft: true });
    expect(lossesOf(report, 'status-mapped')).toEqual(['members', 'paid', 'tiers', 'sent']);
    expect(lossesOf(report, 'link-dead')).toEqual(['https://hive.example/post-1/ (x)']);
  });

  it('says its cards in Markdown, with the whole images', async () => {
    const html = [
      '<figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/size/w600/2024/05/clover.png" class="kg-image" alt="Clover" srcset="__GHOST_URL__/content/images/size/w600/2024/05/clover.png 600w"></figure>',
      '<!--kg-card-begin: html--><p>Own</p><!--kg-card-end: html-->',
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://bees.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Bees</div><div class="kg-bookmark-description">A list</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://bees.example/i.png"><span class="kg-bookmark-author">Ann</span><span class="kg-bookmark-publisher">Bees daily</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://bees.example/t.jpg"></div></a></figure>',
      '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Sow <b>late</b>.</div></div>',
      '<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">More?</h4><button><svg></svg></button></div><div class="kg-toggle-content"><p>Yes.</p></div></div>',
    ].join('');
    const report = await importGhost(
      exportOf([post(1, { html, feature_image: '__GHOST_URL__/content/images/2024/05/clover.png' })]),
      {
        media: mediaFolder([
          'images/2024/05/clover.png',
          'images/size/w600/2024/05/clover.png',
          'themes/x/a.png',
        ]),
      },
    );
    expect(bodyOf(first)).toBe(
      '![Clover](/content/images/2024/05/clover.png)\n\nOwn\n\n[Bees](https://bees.example/)\n\n> 💡 Sow **late**.\n\n<details><summary>More?</summary><p>Yes.</p></details>',
    );
    expect(fieldsOf(first)).toMatchObject({
      image: '/content/images/2024/05/clover.png',
      embeds: [{ url: 'https://bees.example/', description: 'A list', author: 'Ann · Bees daily' }],
    });
    expect(report.tallies.find(({ what }) => what === 'files of all sizes')).toMatchObject({ in: 1, out: 1 });
    expect(report.losses.map(({ what }) => what)).toEqual(['address: https://bees.example/t.jpg']);
  });

  it('reads drafts that have no HTML yet, of both editors', async () => {
    const lexical = JSON.stringify({
      root: {
        children: [
          { type: 'heading', tag: 'h2', children: [{ type: 'extended-text', text: 'A & B', format: 0 }] },
          {
            type: 'paragraph',
            children: [
              { type: 'text', text: 'bold', format: 1 },
              { type: 'link', url: 'https://x.example/', children: [{ type: 'text', text: 'x' }] },
            ],
          },
          { type: 'codeblock', code: 'a < b', language: 'js' },
          { type: 'signup' },
        ],
      },
    });
    const mobiledoc = JSON.stringify({
      markups: [['em'], ['a', ['href', 'https://y.example/']]],
      atoms: [],
      cards: [['markdown', { markdown: '- one\n- two' }]],
      sections: [
        [
          1,
          'p',
          [
            [0, [], 0, 'plain '],
            [0, [0], 1, 'slanted'],
            [0, [1], 1, ' y'],
          ],
        ],
        [10, 0],
      ],
    });
    const draft = { status: 'draft', html: null, published_at: null };
    const report = await importGhost(
      exportOf([post(1, { ...draft, lexical }), post(2, { ...draft, mobiledoc })]),
    );
    expect(bodyOf('content/posts/2024-05-01-post-1.md')).toBe(
      '## A & B\n\n**bold**[x](https://x.example/)\n\n```js\na < b\n```',
    );
    expect(bodyOf('content/posts/2024-05-01-post-2.md')).toBe(
      'plain *slanted* [y](https://y.example/)\n\n- one\n- two',
    );
    expect(lossesOf(report, 'block-dynamic')).toEqual(['card "signup"']);
  });

  it('leads old addresses on: patterns of the settings, and redirects.yaml', async () => {
    writeFileSync(
      join(root, 'redirects.yaml'),
      '301:\n  /old-bees: /post-1/\n  ^\\/archive\\/(\\d+)\\/?$: /$1/\n302:\n  /soon: https://soon.example/\n',
    );
    await importGhost(exportOf([post(1)]), {
      permalink: '/{year}/{month}/{slug}/',
      redirects: join(root, 'redirects.yaml'),
    });
    expect(read('site.ts')).toContain('"post": "/{year}/{month}/{slug}/"');
    expect(parse(read('content/redirects.yaml'))).toEqual([
      { from: '/old-bees', to: '/post-1/' },
      { from: '/archive/{part1:number}', to: '/{part1}/' },
      { from: '/soon', to: 'https://soon.example/', status: 302 },
    ]);
  });

  it('comes as a backup too: a zip with the export and the files', async () => {
    const packed = zipSync({
      'data/hive.ghost.json': strToU8(
        exportOf([post(1, { html: '<img src="__GHOST_URL__/content/images/a.png" alt="A">' })]),
      ),
      'data/redirects.json': strToU8('[]'),
      'content/images/a.png': pixel,
      'content/themes/x/package.json': strToU8('{}'),
      'content/images/../../../evil.png': pixel,
    });
    const report = await importGhost(packed);
    expect(bodyOf(first)).toBe('![A](/content/images/a.png)');
    expect(report.losses).toEqual([]);
  });

  it.each([
    ['{"db":[{"data":{"posts":[{"title":"cut', /cut off/],
    ['{"some":"thing"}', /not an export of Ghost/],
  ])('that cannot be read stops with what to do: %s', async (text, sentence) => {
    const report = await importGhost(text);
    expect(exitCode(report)).toBe(2);
    expect(report.stopped).toMatch(sentence);
  });
});

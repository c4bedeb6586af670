import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OwnSettings } from '../../src/model/own-settings.ts';
import type { Prepared } from '../../src/plan/prepare.ts';
import { proveHidden } from '../../src/proof/canaries.ts';
import { compareText } from '../../src/proof/objects.ts';
import { proveAnswers } from '../../src/proof/replay.ts';
import { readerOf } from '../../src/read-source.ts';
import { exportedComment, exportFile } from '../helpers/export-file.ts';
import { plainImport } from '../helpers/plain-import.ts';

describe('documents are compared as readers see them', () => {
  it('quotes, dashes, markup and addresses do not count; words and their order do', () => {
    const old = '<p>“One” &#8211; two <b>three</b> four</p>';
    expect(compareText('<p>10×12 (2023)</p>', '<p>10x12 (2023)</p>').missing).toBe(0);
    expect(compareText(old, '<p>"One" - two</p><p><i>three</i> four</p>')).toMatchObject({
      words: 4,
      missing: 0,
      added: 0,
    });
    expect(compareText(old, '<p>One two four</p>').missing).toBe(0.25);
    expect(compareText('<a>Seeds</a><a>Get</a>', '<a>Seeds</a> <a>Get</a>').missing).toBe(0);
    expect(compareText(old, '<p>One three two four</p>')).toMatchObject({ missing: 0.25, added: 0.25 });
    expect(compareText(old, '<p>One two three four five</p>').added).toBe(0.25);
  });

  it('code counts to the character', () => {
    const old = '<pre class="wp-block-code"><code>a &lt; b\r\n\tc  </code></pre>';
    expect(compareText(old, '<pre><code>a &#x3C; b\n\tc  \n</code></pre>').codeEqual).toBe(1);
    expect(compareText(old, '<pre><code>a &lt; b\n c</code></pre>').codeEqual).toBe(0);
  });
});

describe('hidden documents', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'agentsite-proof-'));
    mkdirSync(join(folder, 'dist'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const prove = (page: string) => {
    const secret = 'These are words that nobody was ever shown by anyone.';
    writeFileSync(
      join(folder, 'export.xml'),
      exportFile([
        {
          id: 1,
          content: `<p>Everybody may read this very public sentence.</p>`,
          more: exportedComment({ id: 1, approved: '0', content: 'A held remark about something else.' }),
        },
        { id: 2, status: 'private', content: `<p>${secret}</p>` },
        { id: 3, status: 'draft', content: '<p>Everybody may read this very public sentence.</p>' },
      ]),
    );
    writeFileSync(join(folder, 'dist/page.html'), page);
    return proveHidden(
      [join(folder, 'export.xml')],
      readerOf(plainImport, new OwnSettings('', () => true)),
      join(folder, 'dist'),
    );
  };

  it('are looked for in all that is published, but for what public documents say too', async () => {
    expect(await prove('<p>Everybody may read this very public sentence.</p>')).toMatchObject({ wrong: [] });
    expect((await prove('x these are <b>words</b>, that nobody was y')).wrong).toEqual([
      '“these are words that nobody was” is in page.html',
    ]);
    expect((await prove('A held remark about something else.')).wrong).not.toEqual([]);
  });
});

describe('the recorded answers of wp/v2', () => {
  const file = join(tmpdir(), `agentsite-recorded-${process.pid}.jsonl`);
  afterEach(() => rmSync(file));

  const before = {
    id: 1,
    slug: 'one',
    link: 'https://old.example/one/',
    date: '2020-01-01T10:00:00',
    date_gmt: '2020-01-01T09:00:00',
    categories: [4, 3],
    comment_status: 'open',
    title: { rendered: 'It&#8217;s one' },
    excerpt: { rendered: '<p>One threefour.</p>' },
    content: { rendered: '<p>One two three<br>four.</p>', protected: false },
    meta: [],
    _links: {},
  };
  const prove = (after: object | null, route = '/wp/v2/posts/1') => {
    const owner = { route, as: 'owner', body: { id: 1, slug: 'hidden' } };
    writeFileSync(file, [{ route, body: before }, owner].map((line) => JSON.stringify(line)).join('\n'));
    const attachments = new Map([[0, { id: 1, title: 'Oar' }]]);
    const prepared = {
      survey: { attachments },
      plan: { byId: new Map() },
      media: { pathOf: () => 'oar.png', files: new Map(), attachment: () => attachments.get(0) },
    } as unknown as Prepared;
    const get = async () => (after === null ? new Response('', { status: 404 }) : Response.json(after));
    return proveAnswers(file, prepared, { get, stop: async () => undefined });
  };

  it('are the same but for what is otherwise on purpose, which is named', async () => {
    const row = await prove({
      ...before,
      categories: [3, 4],
      comment_status: 'closed',
      title: { rendered: "It's one" },
      excerpt: { rendered: '<p>One two three four.</p>' },
      meta: { mood: 'glad' },
      class_list: ['post-1'],
    });
    expect(row).toMatchObject({ of: 1, right: 1, wrong: [] });
    expect(row.onPurpose?.map((line) => line.replace(/:.*/, '')).sort()).toEqual([
      'closed to comments',
      'more members',
      'rendering',
      'summaries',
    ]);
  });

  it('may have a caption that WordPress took from the player in the description', async () => {
    const url = 'https://old.example/loom.mp4';
    const loom = {
      caption: { rendered: `<p>${url}</p>` },
      description: { rendered: `<video><a href="${url}">${url}</a></video>` },
    };
    Object.assign(before, loom);
    expect(await prove({ ...before, caption: { rendered: '' } })).toMatchObject({ wrong: [] });
  });

  it.each([
    ['slug', { slug: 'two' }],
    ['link', { link: 'https://old.example/two/' }],
    ['date_gmt', { date: '2020-01-01T11:00:00', date_gmt: '2020-01-01T10:00:00' }],
    ['categories', { categories: [3] }],
    ['title.rendered', { title: { rendered: 'It is two' } }],
    ['excerpt.rendered', { excerpt: { rendered: '' }, content: { rendered: '' } }],
    ['content.protected', { content: { rendered: '', protected: true } }],
  ])('a planted problem is found: %s', async (member, problem) => {
    // What was written by hand is not in the text.
    const handWritten = { ...before, excerpt: { rendered: '<p>By hand.</p>' } };
    Object.assign(before, member === 'excerpt.rendered' ? handWritten : {});
    const { right, wrong } = await prove({ ...before, ...problem });
    expect(right).toBe(0);
    expect(wrong.join()).toContain(`${member} was `);
  });

  it('what is missing is wrong, unless nothing could be brought', async () => {
    expect(await prove(null)).toMatchObject({ right: 0, wrong: [expect.stringContaining('/posts/1')] });
    expect(await prove(null, '/wp/v2/media/1')).toMatchObject({
      wrong: [],
      impossible: ['/wp/v2/media/1: its file was not given'],
    });
  });
});

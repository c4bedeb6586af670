import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchPolitely } from '../../../../src/requests/polite-fetch.ts';
import { importSite } from '../../src/import-site.ts';
import { downloadMedia } from '../../src/live/download-media.ts';
import { recordSite } from '../../src/live/record-site.ts';
import { Losses } from '../../src/model/losses.ts';
import { plainImport } from '../helpers/plain-import.ts';

const limits = { time: 10_000, bytes: 100_000, pause: 5, pages: 20 };
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

let folder = '';
let server: Server;
let home = '';
/** Requests that were made, and what answers each path before the old site does. */
let asked: string[] = [];
let askedByOwner: string[] = [];
let before: Map<string, (response: ServerResponse) => void>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agentsite-live-'));
  asked = [];
  askedByOwner = [];
  before = new Map();
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  home = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  rmSync(folder, { recursive: true });
});

/** An old site with plain permalinks: `/wp-json/` shows its home page. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', home);
  const route = url.searchParams.get('rest_route');
  const key = route === null ? url.pathname : `${route} ${url.searchParams.get('page') ?? ''}`.trim();
  asked.push(key);
  if (request.headers.authorization) askedByOwner.push(key);
  const planned = before.get(key);
  if (planned) {
    before.delete(key);
    planned(response);
    return;
  }
  const body = route === null ? undefined : objects()[key];
  if (url.pathname.endsWith('.png')) response.setHeader('Content-Type', 'image/png').end(png);
  else if (route === null) response.end('<!doctype html><p>The home page');
  else if (body === undefined) response.writeHead(404).end('{"code":"rest_no_route"}');
  else
    response
      .writeHead(200, { 'X-WP-TotalPages': key.startsWith('/wp/v2/posts') ? '2' : '1' })
      .end(JSON.stringify(body));
}

function objects(): Record<string, unknown> {
  const text = (rendered: string) => ({ rendered, protected: false });
  const document = (id: number, type: string, more: object = {}) => ({
    id,
    type,
    status: 'publish',
    slug: `item-${id}`,
    link: `${home}/?p=${id}`,
    guid: text(`${home}/?p=${id}`),
    date: '2019-03-11T10:00:00',
    date_gmt: '2019-03-11T14:00:00',
    modified: '2019-03-12T10:00:00',
    modified_gmt: '2019-03-12T14:00:00',
    title: text(`Item &amp; ${id}`),
    content: text(`<p>Words of ${id} &#8211; <em>all</em>.</p>`),
    excerpt: text('<p>By hand.</p>'),
    author: 3,
    ...more,
  });
  return {
    '/': {
      name: 'Old',
      description: 'A site',
      home,
      url: home,
      namespaces: ['wp/v2'],
      timezone_string: 'America/New_York',
      gmt_offset: -4,
    },
    '/wp/v2/types': {
      post: { rest_base: 'posts' },
      page: { rest_base: 'pages' },
      order: { rest_base: 'orders', rest_namespace: 'shop/v1' },
    },
    '/wp/v2/taxonomies': { category: { rest_base: 'categories' } },
    '/wp/v2/users 1': [{ id: 3, name: 'Ed', slug: 'edward', link: `${home}/?author=3` }],
    '/wp/v2/categories 1': [
      { id: 5, taxonomy: 'category', slug: 'soil', name: 'Soil', parent: 0, link: `${home}/?cat=5` },
    ],
    '/wp/v2/media 1': [
      document(9, 'attachment', {
        status: 'inherit',
        source_url: `${home}/wp-content/uploads/2019/03/a.png`,
        alt_text: 'A',
        post: 1,
      }),
    ],
    '/wp/v2/posts 1': [document(1, 'post', { categories: [5], featured_media: 9 })],
    '/wp/v2/posts 2': [document(2, 'post', { sticky: true })],
    '/wp/v2/pages 1': [
      document(4, 'page', { meta: { boats: 3 } }),
      document(5, 'page', { content: { rendered: '', protected: true } }),
    ],
    '/wp/v2/comments 1': [
      {
        id: 7,
        post: 1,
        parent: 0,
        author: 0,
        author_name: 'Ada',
        date: '2019-03-12T10:00:00',
        date_gmt: '2019-03-12T14:00:00',
        content: text('<p>Yes.</p>'),
        status: 'approved',
        type: 'comment',
      },
    ],
  };
}

const record = () =>
  recordSite({ url: home, account: null }, join(folder, 'recording.jsonl'), () => undefined, limits);

describe('an old site that still answers', () => {
  it('is brought over without an export: documents, numbers, terms, comments, images', async () => {
    const into = join(folder, 'site');
    const report = await importSite(
      {
        ...plainImport,
        files: [],
        into,
        site: { url: home, account: null },
      },
      () => undefined,
    );
    expect(report.stopped).toBeNull();
    const post = readFileSync(join(into, 'content/posts/2019-03-11-item-1.md'), 'utf8');
    expect(post).toMatch(
      /title: Item & 1[\s\S]*date: 2019-03-11T10:00:00[\s\S]*id: 1\n[\s\S]*description: By hand\.[\s\S]*categories:\n {2}- soil[\s\S]*image: \/wp-content\/uploads\/2019\/03\/a\.png[\s\S]*Words of 1 – \*all\*\./,
    );
    expect(readFileSync(join(into, 'content/posts/2019-03-11-item-2.md'), 'utf8')).toContain('sticky: true');
    expect(readFileSync(join(into, 'content/comments/1.yaml'), 'utf8')).toContain('text: Yes.');
    expect(readFileSync(join(into, 'content/authors.yaml'), 'utf8')).toContain('slug: edward');
    expect(readFileSync(join(into, 'site.ts'), 'utf8')).toContain('America/New_York');
    expect(readFileSync(join(into, 'public/wp-content/uploads/2019/03/a.png'))).toEqual(png);
    expect(asked.some((path) => path.includes('orders'))).toBe(false);
    expect(readFileSync(join(into, 'content/pages/item-4.md'), 'utf8')).toMatch(/fields:\n {2}boats: 3/);
    expect(readFileSync(join(into, 'content/pages/item-5.md'), 'utf8')).toContain('draft: true');
    expect(report.losses.find(({ place }) => place?.id === 5)).toMatchObject({ what: 'locked' });
  });

  it('a dry run takes its files for there, and downloads none', async () => {
    const report = await importSite(
      {
        ...plainImport,
        files: [],
        into: join(folder, 'site'),
        site: { url: home, account: null },
        dryRun: true,
      },
      () => undefined,
    );
    expect(report.losses.map(({ code }) => code)).not.toContain('file-missing');
    expect(report.losses.map(({ code }) => code)).not.toContain('media-not-given');
    expect(report.tallies.find(({ what }) => what === 'media files')).toMatchObject({ in: 1, out: 1 });
    expect(asked.filter((path) => path.endsWith('.png'))).toEqual([]);
    expect(existsSync(join(folder, 'site'))).toBe(false);
  });

  it('that asks for patience gets it; one that fails keeps what was recorded, and the next run goes on', async () => {
    before.set('/wp/v2/posts 1', (response) => response.writeHead(429, { 'Retry-After': '1' }).end());
    const refuse = (response: ServerResponse) => {
      before.set('/wp/v2/posts 2', refuse);
      response.writeHead(503).end();
    };
    before.set('/wp/v2/posts 2', refuse);
    await expect(record()).rejects.toThrow('goes on where it stopped');
    expect(existsSync(join(folder, 'recording.jsonl'))).toBe(false);
    before.clear();
    asked = [];
    expect(await record()).toBeNull();
    expect(asked).toContain('/wp/v2/posts 2');
    expect(asked).not.toContain('/wp/v2/posts 1');
    const text = readFileSync(join(folder, 'recording.jsonl'), 'utf8');
    expect(text.match(/"route":"\/wp\/v2\/posts\/[12]"/g)).toHaveLength(2);
    asked = [];
    await record();
    expect(asked).toEqual([]);
  });

  it('reports its account what only an owner sees; what readers get is asked as they ask', async () => {
    const account = { user: 'ed', password: 'x' };
    await recordSite({ url: home, account }, join(folder, 'recording.jsonl'), () => undefined, limits);
    expect(new Set(askedByOwner)).toEqual(
      new Set(['users', 'media', 'posts', 'pages', 'menus', 'menu-items'].map((base) => `/wp/v2/${base} 1`))
        .add('/wp/v2/posts 2')
        .add('/wp/v2/settings'),
    );
    expect(asked.filter((key) => key === '/wp/v2/pages 1')).toHaveLength(2);
    const lines = readFileSync(join(folder, 'recording.jsonl'), 'utf8').split('\n');
    expect(lines.filter((line) => line.includes('/comments/7"') && line.includes('"as"'))).toEqual([]);
  });

  it('gets the password of an account at the origin that was named, and nowhere else', async () => {
    const elsewhere: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      elsewhere.push(request.headers.authorization);
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const headers = { Authorization: 'Basic eDp5' };
    // Another port, another name of the same host, the same address without https.
    for (const target of [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`]) {
      before.set('/moved', (response) => response.writeHead(307, { Location: target }).end());
      const answer = await fetchPolitely(`${home}/moved`, () => true, headers, limits);
      expect(answer).toMatchObject({ ok: false, reason: expect.stringContaining('a password would go to') });
    }
    for (const address of ['http://old.example/', 'http://192.168.0.9/'])
      expect(await fetchPolitely(address, () => true, headers, limits)).toMatchObject({
        ok: false,
        reason: expect.stringContaining('over https'),
      });
    const without = await fetchPolitely(`http://127.0.0.1:${port}/`, () => true, {}, limits);
    expect(without.ok).toBe(true);
    expect(elsewhere).toEqual([undefined]);
    other.close();
  });

  it('may claim any number of pages: a page that brings nothing new is the last', async () => {
    const claim = (body: string) => (response: ServerResponse) =>
      response.writeHead(200, { 'X-WP-TotalPages': '9007199254740991' }).end(body);
    before.set('/wp/v2/categories 1', claim('[{"id":5,"taxonomy":"category","slug":"soil","name":"Soil"}]'));
    before.set('/wp/v2/categories 2', claim('[{"id":5,"taxonomy":"category","slug":"soil","name":"Soil"}]'));
    before.set('/wp/v2/comments 1', claim('[]'));
    expect(await record()).toBeNull();
    expect(asked.filter((key) => key.startsWith('/wp/v2/categories'))).toEqual([
      '/wp/v2/categories 1',
      '/wp/v2/categories 2',
    ]);
    expect(asked.filter((key) => key.startsWith('/wp/v2/comments'))).toEqual(['/wp/v2/comments 1']);
  });

  it('whose list has no end is not recorded', async () => {
    for (let page = 1; page <= 30; page++) {
      const body = `[{"id":${1000 + page},"taxonomy":"category","slug":"soil-${page}","name":"Soil"}]`;
      before.set(`/wp/v2/categories ${page}`, (response) =>
        response.writeHead(200, { 'X-WP-TotalPages': '9007199254740991' }).end(body),
      );
    }
    await expect(record()).rejects.toThrow('its list "categories" has no end; 20 pages were read');
    expect(asked.filter((key) => key.startsWith('/wp/v2/categories'))).toHaveLength(20);
    for (let page = 21; page <= 30; page++) before.delete(`/wp/v2/categories ${page}`);
  });

  it('that is no WordPress is said in a sentence', async () => {
    before.set('/', (response) => response.writeHead(404).end());
    expect(await record()).toContain('does not answer at /wp-json/ or /?rest_route=/');
  });
});

describe('downloads', () => {
  const download = async (addresses: readonly string[]) => {
    const losses = new Losses(true, '');
    await downloadMedia(
      home,
      addresses,
      '/wp-content/uploads/',
      join(folder, 'uploads'),
      losses,
      () => undefined,
      limits,
    );
    return losses.all.map(({ what, fix }) => `${what} ${fix}`);
  };
  const at = (name: string) => `${home}/wp-content/uploads/${name}`;

  it('stay on the hosts of the site, below the folder of uploads, and of the type that they say', async () => {
    before.set('/wp-content/uploads/away.png', (response) =>
      response.writeHead(302, { Location: 'http://127.0.0.2:9/x.png' }).end(),
    );
    before.set('/wp-content/uploads/page.png', (response) => response.end('<!doctype html>Forbidden'));
    before.set('/wp-content/uploads/large.png', (response) =>
      response.end(Buffer.concat([png, Buffer.alloc(limits.bytes)])),
    );
    const losses = await download([
      at('a.png'),
      at('away.png'),
      at('page.png'),
      at('large.png'),
      at('shell.php'),
      at('%2e%2e/%2e%2e/b.png'),
      'http://127.0.0.2:9/wp-content/uploads/c.png',
    ]);
    expect(losses).toHaveLength(6);
    expect(losses.join('\n')).toMatch(
      /is not a host of the site[\s\S]*what came is not a png file[\s\S]*larger than/,
    );
    expect(existsSync(join(folder, 'uploads/a.png'))).toBe(true);
    expect(existsSync(join(folder, 'b.png'))).toBe(false);
    asked = [];
    await download([at('a.png')]);
    expect(asked).toEqual([]);
  });
});

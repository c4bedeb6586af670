import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteSchema } from '../../../../src/core/model/site.ts';
import { ContentProject, post, testSite } from '../../../../test/helpers/content-project.ts';
import { announce, planAnnouncement } from '../../src/announce.ts';
import { pingHub, pingIndexNow, sendWebmention } from '../../src/send.ts';

/** Requests other than GET: path, type and body. */
const received: string[] = [];
const pages: Readonly<
  Record<
    string,
    (server: string) => { status?: number; headers?: Record<string, string | string[]>; html?: string }
  >
> = {
  '/page': () => ({ html: '<link rel="webmention" href="/endpoint">' }),
  '/moved': () => ({ status: 302, headers: { Location: '/there/page' } }),
  '/there/page': () => ({ html: '<link rel="webmention" href="endpoint">' }),
  '/header': () => ({ headers: { LinK: ['</x>; rel="other"', '</endpoint?a=b>; rel="webmention"'] } }),
  '/silent': () => ({ html: '<p>No endpoint.</p>' }),
  '/refusing': () => ({ html: '<link rel="webmention" href="/refuses">' }),
  '/gone': () => ({ status: 410, html: '<link rel="webmention" href="/endpoint">' }),
};

let server: Server;
let base = '';
beforeAll(async () => {
  server = createServer(async (request: IncomingMessage, response) => {
    const path = request.url ?? '';
    if (request.method === 'POST') {
      received.push(`${path} ${request.headers['content-type']} ${await text(request)}`);
      response.writeHead(path === '/refuses' ? 400 : 202).end();
      return;
    }
    const { status = 200, headers = {}, html = '' } = pages[path]?.(base) ?? { status: 404 };
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const source = 'https://notes.example.org/a/';
const form = 'application/x-www-form-urlencoded;charset=UTF-8';
const body = (target: string) =>
  `source=${encodeURIComponent(source)}&target=${encodeURIComponent(base + target)}`;
async function send(path: string) {
  received.length = 0;
  return { outcome: await sendWebmention(source, base + path, true), received: [...received] };
}

describe('webmentions to other sites', () => {
  it('are posted to the endpoint that the page names', async () => {
    expect(await send('/page')).toEqual({
      outcome: { kind: 'sent' },
      received: [`/endpoint ${form} ${body('/page')}`],
    });
  });

  it('find the endpoint of a redirect from where it leads, and name the target as it was linked', async () => {
    expect((await send('/moved')).received).toEqual([`/there/endpoint ${form} ${body('/moved')}`]);
  });

  it('read headers of any case, several of them, and keep the query of the endpoint', async () => {
    expect((await send('/header')).received).toEqual([`/endpoint?a=b ${form} ${body('/header')}`]);
  });

  it('are not sent where there is no endpoint or no page', async () => {
    expect(await send('/silent')).toEqual({ outcome: { kind: 'none' }, received: [] });
    expect((await sendWebmention(source, 'http://127.0.0.1:9/')).kind).toBe('unreachable');
  });

  it('report a refusal', async () => {
    expect((await send('/refusing')).outcome).toEqual({ kind: 'failed', reason: 'status 400' });
  });
});

describe('pings', () => {
  it('notify a WebSub hub of all feeds at once', async () => {
    received.length = 0;
    expect(
      await pingHub(`${base}/hub`, ['https://a.example/feed.xml', 'https://a.example/atom.xml']),
    ).toEqual({
      kind: 'sent',
    });
    const feeds = 'hub.url=https%3A%2F%2Fa.example%2Ffeed.xml&hub.url=https%3A%2F%2Fa.example%2Fatom.xml';
    expect(received).toEqual([`/hub ${form} hub.mode=publish&${feeds}`]);
  });

  it('notify IndexNow of pages, with the place of the key', async () => {
    received.length = 0;
    await pingIndexNow(`${base}/indexnow`, 'abcd1234', 'https://a.example', ['https://a.example/x/']);
    const message =
      '{"host":"a.example","key":"abcd1234","keyLocation":"https://a.example/abcd1234.txt","urlList":["https://a.example/x/"]}';
    expect(received).toEqual([`/indexnow application/json; charset=utf-8 ${message}`]);
  });
});

describe('what is announced', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const load = async (project: ContentProject, settings: object = {}) =>
    project.load(undefined, siteSchema.parse({ ...testSite, ...settings }));

  it('is what is new, then what has changed, with the links that were there before', async () => {
    const project = new ContentProject({
      'content/posts/old.md': post('[A](https://a.example/)'),
      'content/posts/new.md': `---\ntitle: New\ndate: 2026-11-20T10:00:00\n---\n[B](https://b.example/x?y=1&z) [own](/old/) [mail](mailto:a@b.example)\n`,
      'content/posts/hidden.md': post('[C](https://c.example/)', 'visibility: unlisted\n'),
    });
    let loaded = await load(project);
    const first = planAnnouncement(loaded.library, null, now);
    expect(first.changes.map(({ source, targets }) => [source, targets])).toEqual([
      ['https://notes.example.org/new/', ['https://b.example/x?y=1&z']],
    ]);
    expect(Object.keys(first.record).sort()).toEqual(['/new/', '/old/']);
    expect(first.feeds).toContain('https://notes.example.org/feed.xml');
    expect(planAnnouncement(loaded.library, first.record, now).changes).toEqual([]);
    loaded.close();

    project.write({ 'content/posts/old.md': post('[D](https://d.example/)') });
    project.delete('content/posts/new.md');
    loaded = await load(project);
    const second = planAnnouncement(loaded.library, first.record, now);
    expect(second.changes.map(({ source, targets }) => [source, targets])).toEqual([
      ['https://notes.example.org/old/', ['https://d.example/', 'https://a.example/']],
    ]);
    expect(second.removed).toEqual(['https://notes.example.org/new/']);
    loaded.close();
    project.remove();
  });

  it('is announced again when an endpoint failed', async () => {
    const project = new ContentProject({
      'content/posts/a.md': post(`[A](${base}/refusing)`),
      'content/posts/b.md': post(`[B](${base}/page)`, 'modified: 2026-11-21T10:00:00\n'),
    });
    const { library, ...loaded } = await load(project, { connect: { webmention: {} } });
    const plan = planAnnouncement(library, {}, now);
    received.length = 0;
    const lines: string[] = [];
    const record = await announce(library, plan, (line) => lines.push(line), true);
    loaded.close();
    project.remove();
    expect(Object.keys(record)).toEqual(['/b/']);
    expect(received.map((line) => line.split(' ')[0]).sort()).toEqual(['/endpoint', '/refuses']);
    expect(lines.sort()).toEqual([
      `webmention /a/ → ${base}/refusing: failed (status 400)`,
      `webmention /b/ → ${base}/page`,
    ]);
  });
});

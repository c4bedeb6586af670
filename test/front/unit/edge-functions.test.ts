import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  renderCloudflareRoutes,
  renderCloudflareWorker,
  renderNetlifyFunction,
  renderQueryFile,
} from '../../../src/core/front/servers/edge-functions.ts';
import { createLibrary, createSite } from '../../helpers/library.ts';

/** Accept header (null: none), and the form that must be served. Every front passes the same table. */
type Case = readonly [accept: string | null, form: 'html' | 'markdown', reason: string];
const cases = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/accept-cases.json'), 'utf8'),
) as Case[];

type Handle = (request: Request) => Promise<Response>;

const library = createLibrary({
  site: createSite({ deploy: 'cloudflare', permalinks: { post: '/blog/{slug}/' } }),
  documents: [
    { title: 'Hello', id: 7, path: '/hello/' },
    { title: 'On redirects', kind: 'talk', id: 8000, slug: 'on-redirects', path: '/talks/on-redirects/' },
  ],
  categories: [{ slug: 'garden', name: 'Garden', id: 3 }],
});
const { site } = library;
const queries = renderQueryFile(library);

/** A host with pages, one of which has no twin, and feeds. */
const files: Readonly<Record<string, string>> = {
  '/': 'text/html',
  '/2019/': 'text/html',
  '/feed.xml': 'application/rss+xml',
  '/category/garden/': 'text/html',
  '/category/garden/feed.xml': 'application/rss+xml',
  [`/${queries.file}`]: 'application/json',
  '/hello/': 'text/html',
  '/hello.md': 'text/markdown',
  '/locked/': 'text/html',
};

function send(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const type = files[pathname];
  const headers = { 'Content-Type': type ?? 'text/html', Link: '</llms.txt>; rel="describedby"' };
  const body = pathname === `/${queries.file}` ? queries.text : pathname;
  return Promise.resolve(new Response(body, { status: type ? 200 : 404, headers }));
}

async function load(code: string): Promise<Record<string, unknown>> {
  const address = `data:text/javascript,${encodeURIComponent(code)}`;
  return (await import(/* @vite-ignore */ address)) as Record<string, unknown>;
}

const hosts: readonly (readonly [name: string, open: () => Promise<Handle>])[] = [
  [
    'Cloudflare',
    async () => {
      const worker = (await load(renderCloudflareWorker(site))).default as {
        fetch(request: Request, env: { ASSETS: { fetch: Handle } }): Promise<Response>;
      };
      return (request) => worker.fetch(request, { ASSETS: { fetch: send } });
    },
  ],
  [
    'Netlify',
    async () => {
      const run = (await load(renderNetlifyFunction(site))).default as (
        request: Request,
        context: { next(other?: Request): Promise<Response> },
      ) => Promise<Response>;
      return (request) => run(request, { next: (other = request) => send(other) });
    },
  ],
];

describe.each(hosts)('the program at the edge of %s', (_name, open) => {
  const get = async (path: string, accept: string | null, method = 'GET') =>
    (await open())(
      new Request(`https://notes.example.org${path}`, {
        method,
        headers: accept === null ? {} : { Accept: accept },
      }),
    );

  it.each(cases)('%s → %s (%s)', async (accept, form) => {
    const answer = await get('/hello/', accept);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('vary')]).toEqual([
      200,
      `text/${form}`,
      'Accept',
    ]);
  });

  it('names the address of the Markdown that it sends, and keeps the headers of the host', async () => {
    const { headers } = await get('/hello/', 'text/markdown');
    expect(headers.get('content-location')).toBe('/hello.md');
    expect(headers.get('link')).toContain('describedby');
  });

  it('sends a page without a twin to everybody, and what is missing as the host has it', async () => {
    expect((await get('/locked/', 'text/markdown')).headers.get('content-type')).toBe('text/html');
    expect((await get('/missing/', 'text/markdown')).status).toBe(404);
  });

  it.each([
    ['/?feed=rss2', 301, '/feed.xml'],
    ['/?feed=atom', 301, '/atom.xml'],
    ['/?feed=comments-rss2', 301, '/feed.xml'],
    ['/?cat=3&feed=rss2', 301, '/category/garden/feed.xml'],
    ['/?p=7&feed=rss2', 301, '/feed.xml'],
    ['/category/garden/?feed=rss2', 301, '/category/garden/feed.xml'],
    ['/?p=7', 301, '/hello/'],
    ['/?talk=on-redirects', 301, '/talks/on-redirects/'],
    ['/?m=20190304', 301, '/2019/'],
    ['/index.php?p=7', 301, '/hello/'],
    ['/wp/?p=7', 301, '/hello/'],
    ['/wp/index.php?feed=rss2', 301, '/feed.xml'],
    ['/blog/2019/03/04/', 301, '/2019/'],
    ['/blog/1984/03/04/', 404, null],
    ['/?p=99', 404, null],
    ['/?utm_source=x', 200, null],
    ['/hello/?p=7', 200, null],
    ['/nothing/at/all/?feed=rss2', 404, null],
  ])('%s answers %s %s', async (path, status, location) => {
    for (const accept of ['text/html', 'text/markdown']) {
      const answer = await get(path, accept);
      expect([answer.status, answer.headers.get('location')], accept).toEqual([status, location]);
    }
  });

  it('leaves alone what is no page, and what does not read', async () => {
    expect((await get('/hello.md', 'text/html')).headers.get('vary')).toBeNull();
    expect((await get('/hello/', 'text/markdown', 'POST')).headers.get('vary')).toBeNull();
  });
});

it('is not run for files that are never pages; Cloudflare reads 100 rules of 100 characters', () => {
  const { include, exclude } = JSON.parse(renderCloudflareRoutes()) as {
    include: string[];
    exclude: string[];
  };
  expect(include.length + exclude.length).toBeLessThanOrEqual(100);
  expect([...include, ...exclude].every((rule) => rule.length <= 100 && rule.startsWith('/'))).toBe(true);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  renderCloudflareRoutes,
  renderCloudflareWorker,
  renderNetlifyFunction,
} from '../../../../src/core/front/edge-functions.ts';

/** Accept header (null: none), and the form that must be served. Every front passes the same table. */
type Case = readonly [accept: string | null, form: 'html' | 'markdown', reason: string];
const cases = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../fixtures/accept-cases.json'), 'utf8'),
) as Case[];

type Handle = (request: Request) => Promise<Response>;

/** A host with two pages, one of which has no twin. */
const files: Readonly<Record<string, string>> = {
  '/hello/': 'text/html',
  '/hello.md': 'text/markdown',
  '/locked/': 'text/html',
};

function send(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const type = files[pathname];
  const headers = { 'Content-Type': type ?? 'text/html', Link: '</llms.txt>; rel="describedby"' };
  return Promise.resolve(new Response(pathname, { status: type ? 200 : 404, headers }));
}

async function load(code: string): Promise<Record<string, unknown>> {
  const address = `data:text/javascript,${encodeURIComponent(code)}`;
  return (await import(/* @vite-ignore */ address)) as Record<string, unknown>;
}

const hosts: readonly (readonly [name: string, open: () => Promise<Handle>])[] = [
  [
    'Cloudflare',
    async () => {
      const worker = (await load(renderCloudflareWorker())).default as {
        fetch(request: Request, env: { ASSETS: { fetch: Handle } }): Promise<Response>;
      };
      return (request) => worker.fetch(request, { ASSETS: { fetch: send } });
    },
  ],
  [
    'Netlify',
    async () => {
      const run = (await load(renderNetlifyFunction())).default as (
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

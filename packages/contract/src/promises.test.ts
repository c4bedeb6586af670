import { describe, expect, it } from 'vitest';
import { ask, askJson, baseUrl } from './http-client.ts';
import { exchange } from './mcp-client.ts';
import { findPage, hasPosts, rootFolder } from './site-pages.ts';

/** Sentences of the contract that no other file is about, and what clients of all kinds rely on. */
const contact = '/wp-json/site/v1/contact';
const mcp = '/wp-json/agentsite/v1/mcp';

const post = (body: string) =>
  askJson(contact, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body,
  });
const message = {
  name: 'A reader',
  email: 'reader@example.org',
  message: 'Nothing is sent without a token.',
};

describe('a message', () => {
  it.each([null, 7, {}, [], '', 'x'.repeat(513)])(
    'with the token %j is 401, as one without',
    async (token) => {
      for (const body of [message, { ...message, submit_token: token }]) {
        const { status, json } = await post(JSON.stringify(body));
        expect([status, json.code]).toEqual([401, 'site_contact_token_missing']);
      }
    },
  );

  it.each(['', ' ', '{'])('of %j is 400', async (body) => {
    const { status, json } = await post(body);
    expect([status, json.code]).toEqual([400, 'rest_invalid_json']);
  });

  it('is given the limits, with the pace of requests', async () => {
    const { json } = await askJson(contact);
    expect(json.limits).toMatchObject({ per_ip: {}, site: {}, pace: { limit: 5, window: 1, burst: 60 } });
  });
});

describe('a 404', () => {
  it.each(['/nothing/here/', '/wp-json/wp/v2/nothing', '/wp-json/wp/v2/posts/999999999', '/nothing.json'])(
    '%s names the same destinations in its body and in its header',
    async (path) => {
      const { status, headers, json } = await askJson(path, { headers: { Accept: 'application/json' } });
      const named = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>/g)].map(([, href]) => href);
      expect(status).toBe(404);
      expect((json.links as { href: string }[]).map(({ href }) => href)).toEqual(named);
    },
  );

  it('of a query names the query in Markdown', async () => {
    const url = `${baseUrl()}/?page_id=99999999&x=%60%22`;
    const { status, text } = await exchange(url, { method: 'GET', headers: { Accept: 'text/markdown' } });
    expect(status).toBe(404);
    expect(text).toContain('`/?page_id=99999999&x=%60%22`');
  });
});

describe('methods and headers', () => {
  it.each(['/', '/about/', '/llms.txt', '/nothing/', '/wp-json/wp/v2/posts', contact, mcp])(
    'TRACE %s is 405 with Allow',
    async (path) => {
      const { status, headers } = await exchange(baseUrl() + path, { method: 'TRACE' });
      expect(status).toBe(405);
      expect(headers.allow ?? '').toMatch(/GET|POST/);
    },
  );

  it.each(['/llms.txt', '/sitemap.xml', '/auth.md', '/robots.txt', mcp])(
    'a preflight of %s allows any header, and other answers have none of its headers',
    async (path) => {
      const method = path === mcp ? 'POST' : 'GET';
      const asked = {
        Origin: 'https://reader.example',
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'if-none-match, user-agent, traceparent',
      };
      const preflight = await exchange(baseUrl() + path, { method: 'OPTIONS', headers: asked });
      expect(preflight.status).toBe(204);
      expect(preflight.headers['access-control-allow-origin']).toBe('*');
      expect(preflight.headers['access-control-allow-methods'] ?? '').toMatch(new RegExp(method));
      expect(preflight.headers['access-control-allow-headers'] ?? '').toMatch(/^\*, Authorization/);
      for (const plain of ['GET', 'OPTIONS']) {
        const { headers } = await exchange(baseUrl() + path, { method: plain });
        for (const name of ['methods', 'headers']) {
          expect([plain, headers[`access-control-allow-${name}`]]).toEqual([plain, undefined]);
        }
      }
    },
  );

  it('16 KB of headers and 100 fields are read', async () => {
    const path = await findPage();
    const cookie = { Cookie: `a=${'x'.repeat(15_500)}` };
    const fields = Object.fromEntries(Array.from({ length: 95 }, (_, at) => [`X-Field-${at}`, 'v']));
    for (const headers of [cookie, fields]) {
      expect((await exchange(baseUrl() + path, { method: 'GET', headers })).status).toBe(200);
    }
  });

  it('preconditions are checked', async () => {
    const path = await findPage();
    // On connections that are kept, as far as answers say that they are: nginx ends one behind a 412.
    const read = (condition: Record<string, string>) =>
      exchange(baseUrl() + path, { method: 'GET', headers: { Accept: 'text/html', ...condition } });
    const etag = (await read({})).headers.etag ?? '';
    const old = 'Mon, 01 Jan 2001 00:00:00 GMT';
    for (const [condition, status] of [
      [{ 'If-Match': etag }, 200],
      [{ 'If-Match': '"another"' }, 412],
      [{ 'If-Match': '*' }, 200],
      [{ 'If-Unmodified-Since': old }, 412],
      [{ 'If-None-Match': etag }, 304],
    ] as const) {
      expect([condition, (await read({ ...condition })).status]).toEqual([condition, status]);
    }
  });

  it('quotations are read from every origin, with any header, and by GET alone', async () => {
    const ask = (method: string, headers: Record<string, string> = {}) =>
      exchange(`${baseUrl()}/wp-json/agentsite/v1/passages?q=site`, { method, headers });
    const headers = { Origin: 'https://reader.example', 'Access-Control-Request-Method': 'GET' };
    const preflight = await ask('OPTIONS', headers);
    expect(preflight.headers['access-control-allow-headers']).toContain('*');
    const posted = await ask('POST');
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('preconditions of quotations are checked', async () => {
    const read = (condition: Record<string, string>) =>
      exchange(`${baseUrl()}/wp-json/agentsite/v1/passages?q=site`, { method: 'GET', headers: condition });
    const etag = (await read({})).headers.etag ?? '';
    const statuses = [{ 'If-Match': etag }, { 'If-Match': '"another"' }, { 'If-None-Match': etag }].map(read);
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 412, 304]);
  });
});

describe('documents', () => {
  it('every operation has a description, and a JSON-RPC request a type', async () => {
    const { json } = await askJson('/openapi.json');
    const operations = Object.entries(json.paths as Record<string, Record<string, { description?: string }>>);
    const without = operations.flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { description }]) => (description ? [] : [`${method} ${path}`])),
    );
    expect(without).toEqual([]);
    expect(json.components).toMatchObject({ schemas: { JsonRpcRequest: { type: 'object' } } });
  });

  it('security.txt names a mail address or an https page', async () => {
    expect((await ask('/.well-known/security.txt')).text).toMatch(
      /^Contact: (?:mailto:\S+@|https:\/\/)\S+$/m,
    );
  });

  it.each([
    ['*/*', 'application/rss+xml'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/xml'],
  ])('a feed for Accept: %s is %s', async (accept, type) => {
    const url = `${baseUrl()}${await rootFolder()}/feed.xml`;
    const { status, headers } = await exchange(url, { method: 'GET', headers: { Accept: accept } });
    const isThere = await hasPosts();
    expect(status).toBe(isThere ? 200 : 404);
    if (!isThere) return;
    expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
    expect(headers.vary ?? '').toMatch(/\bAccept\b(?!-)/);
  });
});

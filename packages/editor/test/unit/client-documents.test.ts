import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openConnections } from 'agentsite/http';
import { describe, expect, it } from 'vitest';
import {
  type AskForDocument,
  createDocumentFetch,
  isRedirectAllowed,
} from '../../src/grants/client-documents.ts';

const named = [
  'https://notes.example.net/callback',
  'https://notes.example.net/callback?app=1',
  'http://127.0.0.1/callback',
  'http://localhost:1234/done',
  'net.example.notes:/done',
];

describe('the address that a code is sent to', () => {
  it.each([
    ...named,
    'http://127.0.0.1:49152/callback',
    'http://localhost:8080/done',
    'http://localhost/done',
  ])('may be one that the client names, on loopback at any port: %s', (address) => {
    expect(isRedirectAllowed(address, named, null)).toBe(true);
  });

  it.each([
    'https://notes.example.net/callback/',
    'https://notes.example.net/callback?',
    'https://notes.example.net/callback#a',
    'https://notes.example.net/callback#',
    'https://notes.example.net/callback?app=2',
    'https://notes.example.net/other/../callback',
    'https://notes.example.net:8443/callback',
    'http://notes.example.net/callback',
    'https://notes.example.net.evil.example/callback',
    'https://notes.example.net@evil.example/callback',
    'https://evil.example/callback?https://notes.example.net/callback',
    'https://evil.example\\@notes.example.net/callback',
    'https://notes.example.net/callback\n',
    ' https://notes.example.net/callback',
    'HTTPS://notes.example.net/callback',
    '//notes.example.net/callback',
    'http://127.0.0.1:80@evil.example/callback',
    'http://user@127.0.0.1/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://localhost.evil.example/done',
    'http://127.0.0.1:49152/callback?next=1',
    'http://127.0.0.1:49152/',
    'http://127.0.0.2/callback',
    'http://0.0.0.0/callback',
    'http://localhost/callback',
    'https://127.0.0.1/callback',
    'http://evil.example\\.127.0.0.1/callback',
    'javascript:alert(1)',
    'data:text/html,a',
    'net.example.notes:/other',
    '',
  ])('is no other, however similar: %j', (address) => {
    expect(isRedirectAllowed(address, named, null)).toBe(false);
  });

  it('is not plain HTTP off loopback, even where the client names it', () => {
    expect(isRedirectAllowed('http://notes.example.net/', ['http://notes.example.net/'], null)).toBe(false);
  });

  it("may be anything on the origin of an IndieAuth client's page, and nowhere else", () => {
    const page = 'https://app.example.net/';
    expect(isRedirectAllowed('https://app.example.net/auth?a=1', [page], page)).toBe(true);
    for (const other of [
      'https://x.app.example.net/',
      'http://app.example.net/',
      'https://app.example.net:444/',
    ])
      expect(isRedirectAllowed(other, [page], page)).toBe(false);
  });
});

describe("a client's document", () => {
  const url = 'https://app.example.net/';
  const read = async (answer: object) => {
    const ask: AskForDocument = async () => ({
      certificate: null,
      failure: null,
      answer: {
        status: 200,
        cookies: [],
        headers: {},
        wireBytes: 1,
        isCut: false,
        body: Buffer.from('{}'),
        ...answer,
      },
    });
    return createDocumentFetch(ask)(url);
  };

  it('is JSON, of which only the known is read', async () => {
    const body = Buffer.from(
      JSON.stringify({ client_id: url, is_page: true, scope: 'all', redirect_uris: [url] }),
    );
    const document: unknown = await (await read({ body })).json();
    expect(document).toMatchObject({ client_id: url, redirect_uris: [url], application_type: 'native' });
    expect(document).not.toHaveProperty('is_page');
    expect(document).not.toHaveProperty('scope');
  });

  it('is a page, which names addresses on other hosts', async () => {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    const html = `<a rel=redirect_uri href="/no"><LINK href='/back' rel="redirect_uri"><link rel="icon" href="/i">
<link rel=redirect_uri href=https://other.example/back><link rel="redirect_uri">`;
    const document: unknown = await (await read({ headers, body: Buffer.from(html) })).json();
    const redirects = [url, `${url}back`, 'https://other.example/back'];
    expect(document).toMatchObject({ client_id: url, redirect_uris: redirects, is_page: true });
  });

  it('is refused where it is too large, not followed where it redirects', async () => {
    await expect(read({ isCut: true })).rejects.toThrow('larger than 64 KB');
    expect((await read({ status: 302, headers: { location: 'http://127.0.0.1/' } })).status).toBe(302);
  });

  it('is bounded on a real connection, and nothing asks where it redirects to', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/redirects') response.writeHead(302, { location: '/private' }).end();
      else if (request.url === '/huge') response.end(Buffer.alloc(64 * 1024 + 1, ' '));
      else response.write('{');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const real = openConnections({ isPrivateAllowed: true, isAnyCertificateAllowed: false, atATime: 1 });
    const limits: number[] = [];
    const read = createDocumentFetch((request, bounds) => {
      limits.push(bounds.milliseconds);
      return real.exchange(request, { ...bounds, milliseconds: request.url.endsWith('slow') ? 50 : 60_000 });
    });
    expect((await read(`${origin}/redirects`)).status).toBe(302);
    await expect(read(`${origin}/huge`)).rejects.toThrow('larger than 64 KB');
    await expect(read(`${origin}/slow`)).rejects.toThrow('no whole answer');
    real.close();
    server.closeAllConnections();
    server.close();
    expect(asked).not.toContain('/private');
    expect(Math.max(...limits)).toBeLessThanOrEqual(5_000);
  });
});

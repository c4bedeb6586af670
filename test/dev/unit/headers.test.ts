import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { adaptHeaders, addNonce } from '../../../src/dev/headers.ts';
import { findFreePort } from '../../helpers/ports.ts';

/** The headers of an answer that a middleware adapted. */
async function answer(respond: (response: ServerResponse) => void): Promise<Headers> {
  const encodings: unknown[] = [];
  const server = createServer((request, response) => {
    adaptHeaders(request, response, 'abc');
    encodings.push(request.headers['accept-encoding']);
    respond(response);
  });
  const port = await findFreePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { headers } = await fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: 'close' } });
  expect(encodings).toEqual([undefined]);
  return headers;
}

it('a page is not cached, and has no validators', async () => {
  const headers = await answer((response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html', ETag: '"a"', 'Cache-Control': 'max-age=60' })
      .end(),
  );
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('etag')).toBeNull();
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
});

it('other files keep their validators', async () => {
  const headers = await answer((response) =>
    response.writeHead(200, { 'Content-Type': 'text/css', ETag: '"a"' }).end(),
  );
  expect(headers.get('etag')).toBe('"a"');
});

it('the policy allows scripts and styles with the nonce of the server and the worker of Vite, and nothing else', async () => {
  const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'";
  const headers = await answer((response) => {
    response.setHeader('Content-Security-Policy', policy);
    response.end();
  });
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self' 'nonce-abc'; style-src 'self' 'nonce-abc'; img-src 'self'; worker-src blob:",
  );
});

it('the nonce is added to the styles of Astro, and not to those of the author', () => {
  const html = '<head></head><style data-vite-dev-id="a"></style><style>b</style>';
  expect(addNonce(html, 'abc')).toBe(
    '<head><meta property="csp-nonce" nonce="abc"></head><style nonce="abc" data-vite-dev-id="a"></style><style>b</style>',
  );
});

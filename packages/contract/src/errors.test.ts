import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { accept, ask, askJson, baseUrl, description, localPath } from './http-client.ts';
import { findPage, misspell, rootFolder } from './site-pages.ts';

interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly status: number };
  readonly links?: readonly { readonly href: string; readonly rel: string }[];
}

/** Spec: "Errors", and the Error object. */
describe('a URL that matches no route', () => {
  it('is an Error object with links, which are Link headers too, when JSON is asked for', async () => {
    const { status, headers, json } = await askJson<ErrorBody>(
      misspell(await findPage()),
      accept('application/json'),
    );
    expect(status).toBe(404);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
    expect(json).toMatchObject({ code: 'rest_no_route', data: { status: 404 } });
    expect(json.message).not.toBe('');
    expect(json.links?.length).toBeGreaterThan(2);
    for (const { href } of json.links ?? []) {
      expect(headers.get('link'), href).toContain(`<${href}>`);
      expect((await ask(localPath(href))).status, href).toBe(200);
    }
  });

  it('is Markdown when Markdown is asked for, and a page for people otherwise', async () => {
    const markdown = await ask('/no/such/page/', accept('text/markdown'));
    expect([markdown.status, markdown.headers.get('content-type')]).toEqual([
      404,
      'text/markdown; charset=utf-8',
    ]);
    expect(markdown.text).toMatch(/^# /);
    const html = await ask('/no/such/page/', accept('text/html'));
    expect([html.status, html.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(html.text).toContain('<main');
  });

  it('is JSON below /wp-json/, whatever is asked for', async () => {
    for (const init of [{}, accept('text/html'), accept('text/markdown')]) {
      const { status, json } = await askJson<ErrorBody>('/wp-json/wp/v2/nothing', init);
      expect(status).toBe(404);
      expect(json.code).toBe('rest_no_route');
    }
  });

  it('keeps no validator and is not cached', async () => {
    const { headers } = await ask('/no/such/page/');
    expect(headers.get('etag')).toBeNull();
    expect(headers.get('cache-control')).toContain('no-store');
  });
});

it('nothing asks for credentials', async () => {
  for (const path of [
    `${await rootFolder()}/`,
    '/wp-json/wp/v2/posts',
    '/wp-json/site/v1/contact',
    '/wp-json/agentsite/v1/mcp',
    '/nothing',
  ]) {
    expect((await ask(path)).headers.get('www-authenticate')).toBeNull();
  }
  for (const path of [
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource',
    '/.well-known/openid-configuration',
  ]) {
    expect((await ask(path)).status, path).toBe(404);
  }
});

/** Sends a request target as it is; fetch would tidy it up. */
function askRaw(
  target: string,
  method = 'GET',
): Promise<{ status: number; type: string | undefined; body: string }> {
  const { hostname, port } = new URL(baseUrl());
  return new Promise((resolve, reject) => {
    const sent = request({ host: hostname, port, path: target, method }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'], body }),
      );
    });
    sent.on('error', reject).end();
  });
}

describe.each([
  '/../package.json',
  '/..%2fpackage.json',
  '/%2e%2e/package.json',
  '/%2e%2e%2fpackage.json',
  '/media/..%5c..%5cpackage.json',
  '/about/../../package.json',
  '/%00',
  '/about%00.md',
  '/%ff',
  '/%',
  '/.git/config',
  '/.env',
  '/.well-known/.git/config',
  '//etc/passwd',
  '/_errors/404.html',
  '/_headers',
  '/about/%0d%0aX-Injected:%20yes/',
])('the path %s', (target) => {
  it('is a clean 400 or 404 that shows no file', async () => {
    const { status, type, body } = await askRaw(target);
    const given = { status, contentType: type ?? null, text: body };
    const asked = { method: 'GET', path: target, conditional: false };
    expect((await description()).judge(asked, given)).toEqual([]);
    expect([400, 404]).toContain(status);
    expect(body).not.toMatch(/"dependencies"|root:x:|\[core\]/);
  });
});

it('a page can only be read: another method is refused with Allow', async () => {
  const { status, headers, json } = await askJson<ErrorBody>(await findPage(), { method: 'DELETE' });
  expect(status).toBe(405);
  expect(headers.get('allow')).toContain('GET');
  expect(json.data.status).toBe(405);
});

/** Requests that fail in every part of the site, with the status; fetch sends no Origin, and never an empty Accept. */
const failing: readonly [method: string, path: string, status: number, body?: string][] = [
  ['GET', '/no/such/page/', 404],
  ['GET', '/NO-SUCH.JSON', 404],
  ['GET', '/CONTACT/', 404],
  ['POST', '/CONTACT/', 404, 'name=x'],
  ['GET', '/.env', 404],
  ['GET', '/_errors/404.html', 404],
  ['GET', '/about/.hidden/', 404],
  ['GET', '/a%2fb', 400],
  ['GET', '/about/%01', 400],
  ['DELETE', '{root}/', 405],
  ['POST', '{root}/', 405, '{}'],
  ['PUT', '/llms.txt', 405, '{}'],
  ['PUT', '{root}/contact/', 405, 'name=x'],
  ['DELETE', '{root}/contact/', 405],
  ['POST', '{root}/contact/', 403, 'name=x'],
  ['POST', '{root}/', 413, 'x'.repeat(70_000)],
  ['GET', '/wp-json/nothing', 404],
  ['GET', '/wp-json/wp/v2/posts?page=zz', 400],
  ['POST', '/wp-json/nothing', 404, '{}'],
  ['DELETE', '/wp-json/site/v1/contact', 405],
  ['POST', '/wp-json/site/v1/contact', 415, '{}'],
  ['GET', '/wp-json/agentsite/v1/mcp', 405],
];

describe.each(failing)('%s %s fails with %i', (method, path, status, body) => {
  const send = async (accepted: string) =>
    fetch(baseUrl() + path.replace('{root}', await rootFolder()), {
      method,
      headers: { Accept: accepted, 'Content-Type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });

  it('as an Error object when JSON is asked for', async () => {
    const response = await send('application/json');
    expect([response.status, response.headers.get('content-type')?.toLowerCase()]).toEqual([
      status,
      'application/json; charset=utf-8',
    ]);
    const error = (await response.json()) as ErrorBody;
    expect(error.code).toMatch(/^(?:rest|site)_/);
    expect(error.message).not.toBe('');
    expect(error.data.status).toBe(status);
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.statusText).not.toBe('OK');
    if (!path.startsWith('/wp-json/')) expect(response.headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
  });

  it('as a page for browsers and as Markdown for those who ask for it, but for the JSON interface', async () => {
    const forms = [
      ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html; charset=utf-8'],
      ['text/markdown', 'text/markdown; charset=utf-8'],
    ] as const;
    for (const [accepted, type] of forms) {
      const response = await send(accepted);
      const wanted = path.startsWith('/wp-json/') ? 'application/json; charset=utf-8' : type;
      expect([response.status, response.headers.get('content-type')?.toLowerCase()]).toEqual([
        status,
        wanted,
      ]);
      const text = await response.text();
      if (wanted.startsWith('text/html')) expect(text).toContain('<h1');
      if (wanted.startsWith('text/markdown')) expect(text).toMatch(/^# /m);
    }
  });
});

it.each(['{root}/', '/wp-json/wp/v2/posts', '/wp-json/site/v1/contact'])(
  '%s has the one code of a body that is too large',
  async (path) => {
    const { status, json } = await askJson<ErrorBody>(path.replace('{root}', await rootFolder()), {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: 'x'.repeat(70_000),
    });
    expect([status, json.code]).toEqual([413, 'rest_request_too_large']);
  },
);

it('compression is offered and undone to the same bytes', async () => {
  const plain = await ask('/llms-full.txt', { headers: { 'Accept-Encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(plain.headers.get('vary')).toMatch(/Accept-Encoding/);
  const packed = await ask('/llms-full.txt', { headers: { 'Accept-Encoding': 'gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.text).toBe(plain.text);
  expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'));
});

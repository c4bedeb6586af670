import { describe, expect, it } from 'vitest';
import { ask, askJson, localPath } from './http-client.ts';
import { findPage, hasPosts, listDocuments, listLocked, misspell, rootFolder, twinOf } from './site-pages.ts';

/** Every address has one spelling; what limits an endpoint is not walked around by another one. */
const contact = '/wp-json/site/v1/contact';
const mcp = '/wp-json/agentsite/v1/mcp';
const message = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
  body: '{}',
};

describe('an endpoint with more slashes, or with letters escaped', () => {
  it.each([
    `${contact}/`,
    `${contact}//`,
    `/${contact}?x=1`,
    '/wp-json//site/v1/contact',
    '/wp-json/site/v1/c%6Fntact',
    '/wp%2Djson/%73ite/v1/contact/',
    `${mcp}/`,
    `${mcp}/?x=1`,
    `/${mcp}//`,
    '/wp-json/agentsite/v1/%6dcp',
  ])('%s is answered there, without a redirect', async (path) => {
    const isMcp = path.includes('agentsite');
    const body = isMcp ? JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) : '{}';
    const { status, headers } = await ask(path, { ...message, body });
    expect([status, headers.get('location')]).toEqual([isMcp ? 200 : 422, null]);
  });

  it.each([
    '//wp-json/wp/v2/posts',
    '/wp-json//wp/v2//posts/',
    '/wp-json/wp/v2/%70osts',
    '/%77p-json/wp/v2/posts',
  ])('%s lists posts', async (path) => {
    expect((await ask(`${path}?_fields=id`)).status).toBe(200);
  });

  it('a page has one spelling of its slashes, and any of its letters', async () => {
    const path = await findPage();
    const escaped = path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    expect((await ask(escaped)).status).toBe(200);
    expect((await ask(`/${path}`)).status).toBe(404);
  });
});

describe('an endpoint in other letters', () => {
  it.each([
    '/wp-json/SITE/v1/contact',
    '/wp-json/site/v1/Contact',
    '/wp-json/agentsite/v1/MCP',
    '/wp-json/AgentSite/v1/mcp',
    '/WP-JSON/site/v1/contact',
    '/?rest_route=/site/v1/contact',
    '/index.php/wp-json/site/v1/contact',
    '/CONTACT/',
    '/Contact',
    '/contact//',
  ])('%s is missing, and says so in JSON', async (path) => {
    const wp = /wp-json|rest_route/.test(path);
    for (const init of [message, { headers: { Accept: 'application/json' } }, ...(wp ? [{}] : [])]) {
      const { status, json } = await askJson(path, init);
      expect([status, json]).toMatchObject([404, { code: 'rest_no_route', data: { status: 404 } }]);
      expect(Object.keys(json)).not.toContain('submit_token');
    }
  });

  it('pages are not found under capitals, nor old addresses', async () => {
    const path = await findPage();
    const capitals = path.toUpperCase();
    if (capitals !== path) expect((await ask(capitals)).status).toBe(404);
    expect((await ask(path)).status).toBe(200);
    expect((await ask('/FEED/')).status).toBe(404);
    expect((await ask('/feed/')).status).toBe((await hasPosts()) ? 301 : 404);
  });
});

describe('a page’s address with .md appended', () => {
  it.each([
    ['{root}/contact/.md', '{root}/contact.md'],
    ['{root}/search/.md', '{root}/search.md'],
    ['/auth/.md', '/auth.md'],
    ['{root}/.md', '{home}.md'],
  ])('%s is %s itself', async (path, twin) => {
    const root = await rootFolder();
    const fill = (name: string) => name.replace('{root}', root).replace('{home}', root || '/index');
    await sameAnswer(fill(path), fill(twin));
  });

  it('the twin of a document is there too', async () => {
    const path = await findPage();
    await sameAnswer(`${path}.md`, twinOf(path));
  });

  async function sameAnswer(path: string, twin: string): Promise<void> {
    const [appended, plain] = await Promise.all([ask(path), ask(twin)]);
    expect(appended.status).toBe(200);
    expect(appended.text).toBe(plain.text);
    for (const name of [
      'content-type',
      'link',
      'vary',
      'etag',
      'cache-control',
      'x-robots-tag',
      'location',
    ]) {
      expect(appended.headers.get(name), name).toBe(plain.headers.get(name));
    }
  }

  it('every hit of a search gives its full text this way', async () => {
    const { json } = await askJson<{ url: string }[]>('/wp-json/wp/v2/search?per_page=100');
    if ((await listDocuments()).length > 0) expect(json.length).toBeGreaterThan(0);
    for (const { url } of json) {
      const { status, headers } = await ask(`${localPath(url)}.md`);
      expect([200, 403], url).toContain(status);
      expect(headers.get('content-type'), url).toBe('text/markdown; charset=utf-8');
    }
  });

  it('what is missing is missing there, in Markdown where a twin would be', async () => {
    const path = await findPage();
    for (const missing of [`${misspell(path)}.md`, '/a/b/.md', `${path}x.md/.md`]) {
      const { status, headers } = await ask(missing, { headers: { Accept: 'application/json' } });
      expect(status, missing).toBe(404);
      expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    }
  });

  it('a protected page refuses there as its twin does', async () => {
    for (const path of await listLocked()) {
      const { status, headers } = await ask(`${path}.md`);
      expect([status, headers.get('content-type')]).toEqual([403, 'text/markdown; charset=utf-8']);
    }
  });
});

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ask, askJson, listSitemap, localPath } from './http-client.ts';
import { hasPosts, listDocuments, listIndexes, rootFolder, twinOf } from './site-pages.ts';

/** Spec: "Discovery and document routes". */
const documents: readonly [path: string, type: RegExp][] = [
  ['/llms.txt', /^text\/plain; charset=utf-8$/],
  ['/llms-full.txt', /^text\/plain; charset=utf-8$/],
  [
    '/.well-known/api-catalog',
    /^application\/linkset\+json; profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"$/,
  ],
  ['/.well-known/agent-skills/index.json', /^application\/json/],
  ['/.well-known/security.txt', /^text\/plain; charset=utf-8$/],
  ['/openapi.json', /^application\/json/],
  ['/.well-known/openapi.json', /^application\/json/],
  ['/auth.md', /^text\/markdown; charset=utf-8$/],
  ['/.well-known/mcp.json', /^application\/json/],
  ['/.well-known/mcp/server-card.json', /^application\/mcp-server-card\+json/],
  ['/.well-known/ard.json', /^application\/json/],
  ['/.well-known/ai-catalog.json', /^application\/ai-catalog\+json/],
  ['/robots.txt', /^text\/plain; charset=utf-8$/],
  ['/sitemap.xml', /^application\/xml; charset=utf-8$/],
];

/** Those of a site with posts; in the folder of the default language, if it has one. */
const feeds: readonly [path: string, type: RegExp][] = [
  ['/feed.xml', /^application\/rss\+xml; charset=utf-8$/],
  ['/atom.xml', /^application\/atom\+xml; charset=utf-8$/],
  ['/feed.json', /^application\/feed\+json; charset=utf-8$/],
  ['/feed.md', /^text\/markdown; charset=utf-8$/],
];

/** Where a document is; null for the feeds of a site without posts. */
async function placeOf(path: string): Promise<string | null> {
  if (!feeds.some(([feed]) => feed === path)) return path;
  if (!(await hasPosts())) return null;
  return path === '/feed.md' ? path : (await rootFolder()) + path;
}

it('a site without posts has no feed, and advertises none', async () => {
  const { text } = await ask('/.well-known/api-catalog');
  const isThere = await hasPosts();
  for (const [path] of feeds)
    expect((await ask((await placeOf(path)) ?? path)).status, path).toBe(isThere ? 200 : 404);
  expect(/\/feed\.(?:xml|md|json)"/.test(text)).toBe(isThere);
});

describe.each([...documents, ...feeds])('GET %s', (name, type) => {
  it('answers 200 with its type, without a byte order mark', async () => {
    const path = await placeOf(name);
    if (path === null) return;
    const { status, headers, text } = await ask(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(type);
    expect(text.charCodeAt(0)).not.toBe(0xfeff);
    expect(text.length).toBeGreaterThan(20);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const path = await placeOf(name);
    if (path === null) return;
    const get = await ask(path);
    const head = await ask(path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    for (const name of ['content-type', 'etag', 'cache-control', 'access-control-allow-origin']) {
      expect(head.headers.get(name), name).toBe(get.headers.get(name));
    }
  });

  it('answers a conditional request with 304', async () => {
    const path = await placeOf(name);
    if (path === null) return;
    const { headers } = await ask(path);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^(?:W\/)?".+"$/);
    const again = await ask(path, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
  });

  it('is open to scripts of other sites', async () => {
    const path = await placeOf(name);
    if (path === null) return;
    const { headers } = await ask(path);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});

it('every answer points to llms.txt, the API catalog and the description', async () => {
  const root = await rootFolder();
  for (const path of [
    `${root}/`,
    root === '' ? '/index.md' : `${root}.md`,
    '/llms.txt',
    '/no-such-page/',
    '/no-such-page.md',
  ]) {
    const { headers } = await ask(path);
    const link = headers.get('link') ?? '';
    for (const relation of ['describedby', 'api-catalog', 'service-desc']) {
      expect(link, `${relation} of ${path}`).toContain(`rel="${relation}"`);
    }
    expect(link.length).toBeLessThan(4096);
  }
});

it('llms.txt has a line for every page of the sitemap, and every link in it answers 200 with Markdown', async () => {
  const indexes = await listIndexes();
  for (const { path, text } of indexes) expect(text, path).toMatch(/^# .+\n\n> .+\n/);
  const links = indexes
    .flatMap(({ text }) => [...text.matchAll(/\]\((https?:[^)\s]+)\)/g)])
    .map((match) => match[1] ?? '');
  const listed = new Set(links.map(localPath));
  for (const path of (await listSitemap()).map(localPath)) {
    expect(listed.has(twinOf(path)) || listed.has(path), `${path} in llms.txt`).toBe(true);
  }
  for (const link of links) {
    const { status, headers } = await ask(localPath(link));
    expect(status, link).toBe(200);
    expect(headers.get('content-type'), link).toMatch(/^text\/(?:markdown|plain|html)/);
  }
});

it('llms-full.txt separates its entries by --- with title and URL', async () => {
  const indexes = await listIndexes();
  const bodies = await Promise.all(
    indexes.map(async ({ path }) => (await ask(path.replace('llms.txt', 'llms-full.txt'))).text),
  );
  const entries = bodies.flatMap((text) => text.split(/\n---\n\n(?=# )/).slice(1));
  const urls = new Set(entries.map((entry) => localPath(/^URL: (\S+)$/m.exec(entry)?.[1] ?? '')));
  for (const { link } of await listDocuments()) expect(urls.has(localPath(link)), link).toBe(true);
});

it('every address of the API catalog answers with the type that it announces', async () => {
  const { json } = await askJson<{ linkset: Record<string, unknown>[] }>('/.well-known/api-catalog');
  const targets = json.linkset.flatMap((entry) =>
    Object.values(entry).flatMap((value) =>
      Array.isArray(value) ? (value as { href: string; type?: string }[]) : [],
    ),
  );
  expect(targets.length).toBeGreaterThan(8);
  for (const { href, type } of targets) {
    const { status, headers } = await ask(localPath(href));
    expect([200, 405], href).toContain(status);
    if (status === 200 && type) expect(headers.get('content-type'), href).toContain(type);
  }
  const head = await ask('/.well-known/api-catalog', { method: 'HEAD' });
  expect(head.headers.get('link')).toContain('rel="api-catalog"');
});

it('every skill has the digest that the index names', async () => {
  const { json } = await askJson<{
    $schema: string;
    skills: { name: string; url: string; digest: string }[];
  }>('/.well-known/agent-skills/index.json');
  expect(json.$schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json');
  for (const skill of json.skills) {
    const { status, headers, text } = await ask(new URL(skill.url, 'http://x.invalid').pathname);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/markdown/);
    expect(`sha256:${createHash('sha256').update(text).digest('hex')}`).toBe(skill.digest);
  }
});

it('security.txt expires in the future and within a year', async () => {
  const { text } = await ask('/.well-known/security.txt');
  expect(text).toMatch(/^Contact: https?:\/\//m);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now() + 30 * 86_400_000);
  expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000);
});

it('robots.txt states the crawl policy and refuses nothing that is advertised', async () => {
  const { text } = await ask('/robots.txt');
  expect(text).toMatch(/^User-agent: \*$/m);
  expect(text).toMatch(/^Content-Signal: search=(?:yes|no), ai-input=(?:yes|no), ai-train=(?:yes|no)$/m);
  expect(text).toMatch(/^Sitemap: https?:\/\/.+\/sitemap\.xml$/m);
  expect(text).not.toMatch(/^Disallow: \/(?:wp-json|\.well-known|$)/m);
});

it('both addresses of the description have the same bytes, version 1.37.0, no security and no deprecation', async () => {
  const { text, json } = await askJson<{
    openapi: string;
    info: { version: string };
    security: unknown[];
    paths: Record<string, unknown>;
  }>('/openapi.json');
  expect((await ask('/.well-known/openapi.json')).text).toBe(text);
  expect(json.openapi).toBe('3.1.0');
  expect(json.info.version).toBe('1.37.0');
  expect(json.security).toEqual([]);
  for (const path of [
    '/llms.txt',
    '/llms-full.txt',
    '/{slug}.md',
    '/wp-json/wp/v2/posts',
    '/wp-json/wp/v2/posts/{id}',
    '/wp-json/wp/v2/search',
    '/wp-json/site/v1/contact',
    '/wp-json/agentsite/v1/mcp',
  ]) {
    expect(Object.keys(json.paths)).toContain(path);
  }
});

it('the sitemap names pages that answer 200 and carry their canonical address', async () => {
  const urls = await listSitemap();
  expect(urls.length).toBeGreaterThan(0);
  for (const url of urls) {
    const { status, headers, text } = await ask(localPath(url));
    expect(status, url).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain(`<link rel="canonical" href="${url}"`);
  }
});

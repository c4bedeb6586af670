import { expect, it } from 'vitest';
import { ask, askJson, baseUrl, listSitemap } from './http-client.ts';
import { hasPosts, listDocuments, listLocked, rootFolder, withoutCode } from './site-pages.ts';

/** Nothing that is advertised is missing: every address that any page, header, index or completion names answers. */

/** Who names an address, by the address; each is asked once. */
const named = new Map<string, string>();
let published = '';

/** @returns the path of an address of this site, without its fragment; null for other sites */
function ownPath(address: string, from: string): string | null {
  const local = new URL(address.replaceAll('&amp;', '&'), published + from);
  return local.origin === new URL(published).origin ? local.pathname + local.search : null;
}

function note(addresses: readonly string[], where: string, from = '/'): string[] {
  return addresses.flatMap((address) => {
    const path = ownPath(address, from);
    if (path === null || named.has(path)) return [];
    named.set(path, where);
    return [path];
  });
}

const attribute = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

/** Notes what a page and its other form name, in their headers, their head and their text. */
async function readPage(path: string): Promise<string[]> {
  const found: string[] = [];
  for (const accept of ['text/html', 'text/markdown']) {
    const response = await fetch(baseUrl() + path, { headers: { Accept: accept }, redirect: 'manual' });
    const text = await response.text();
    const where = `${accept} of ${path}`;
    found.push(...note(attribute(response.headers.get('link') ?? '', /<([^>]+)>/g), `Link, ${where}`, path));
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      found.push(...note(attribute(text, /<(?:a|link)\b[^>]*?\shref="([^"]+)"/g), where, path));
    } else if (response.status === 200) {
      found.push(...note(attribute(withoutCode(text), /\]\((https?:[^)\s]+)\)/g), where, path));
    }
  }
  return found;
}

/** Every string of a JSON document that is an address of this site. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith(`${published}/`) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  // An entry of a feed that had another address once is still known by that.
  const members = Object.entries(value).filter(([name]) => name !== 'id');
  return members.flatMap(([, member]) => addressesIn(member));
}

it('every address that pages, headers, heads, indexes and catalogs name answers', async () => {
  const sitemap = await listSitemap();
  published = new URL(sitemap[0] ?? '').origin;
  let left = note(sitemap, 'the sitemap');
  const root = await rootFolder();
  left.push(
    ...note([`${root}/contact/`, `${root}/search/`, '/no/such/page/', ...(await listLocked())], 'this test'),
  );
  for (const path of [
    '/llms.txt',
    '/llms-full.txt',
    '/robots.txt',
    '/auth.md',
    '/.well-known/security.txt',
  ]) {
    const { text } = await ask(path);
    const urls = attribute(withoutCode(text), new RegExp(`(${published}/[^\\s)<>"\`]*)`, 'g'));
    left.push(...note(urls, path));
  }
  for (const path of [
    '/.well-known/api-catalog',
    '/.well-known/ard.json',
    '/.well-known/ai-catalog.json',
    '/.well-known/agent-skills/index.json',
    '/.well-known/mcp.json',
    ...((await hasPosts()) ? [`${root}/feed.json`] : []),
    '/wp-json/wp/v2/search?per_page=100',
  ]) {
    left.push(...note(addressesIn((await askJson(path)).json), path));
  }
  while (left.length > 0) {
    const pages = left.filter((path) => path.endsWith('/') && !path.startsWith('/wp-json/'));
    left = [];
    for (const path of pages) left.push(...(await readPage(path)));
  }
  named.delete('/no/such/page/');
  expect(named.size).toBeGreaterThan(sitemap.length);
  const missing: string[] = [];
  for (const [path, where] of named) {
    const { status } = await fetch(baseUrl() + path, { redirect: 'manual' });
    const endpoint = path.endsWith('/mcp') && status === 405;
    if (status !== 200 && !endpoint) missing.push(`${path}: ${status}, named by ${where}`);
  }
  expect(missing).toEqual([]);
});

let calls = 0;
async function call<Result>(method: string, params: Record<string, unknown>): Promise<Result> {
  const { json } = await askJson<{ result: Result }>('/wp-json/agentsite/v1/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++calls, method, params }),
  });
  return json.result;
}

it('every resource that MCP completes can be read', async () => {
  const complete = async (uri: string, name: string, context: Record<string, string> = {}) => {
    const { completion } = await call<{ completion: { values: string[] } }>('completion/complete', {
      ref: { type: 'ref/resource', uri },
      argument: { name, value: '' },
      context: { arguments: context },
    });
    return completion.values;
  };
  const uris: string[] = [];
  const { resourceTemplates } = await call<{ resourceTemplates: { uriTemplate: string }[] }>(
    'resources/templates/list',
    {},
  );
  for (const { uriTemplate } of resourceTemplates) {
    if (!uriTemplate.includes('{type}')) {
      const variable = /\{(\w+)\}/.exec(uriTemplate)?.[1] ?? '';
      for (const value of await complete(uriTemplate, variable)) {
        uris.push(uriTemplate.replace(`{${variable}}`, encodeURIComponent(value)));
      }
      continue;
    }
    for (const type of await complete(uriTemplate, 'type')) {
      for (const slug of await complete(uriTemplate, 'slug', { type })) {
        uris.push(uriTemplate.replace('{type}', type).replace('{+slug}', encodeURI(slug)));
      }
    }
  }
  const documents = (await listDocuments()).filter(({ content }) => !content.protected);
  expect(uris.length).toBeGreaterThanOrEqual(documents.length > 0 ? 1 : 0);
  const unread: string[] = [];
  for (const uri of uris) {
    const read = await call<{ contents: { text: string }[] } | undefined>('resources/read', { uri });
    if (!read?.contents[0]?.text) unread.push(uri);
  }
  expect(unread).toEqual([]);
});

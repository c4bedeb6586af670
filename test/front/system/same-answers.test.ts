import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runContract } from '../../helpers/contract-run.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { borrowBuild, type DeployedSite, deploySite } from './deployed-site.ts';
import { type Exchange, exchange } from './raw-exchange.ts';

/** nginx with everything behind it answers as `npm start` does, which serves the same build. */
const folder = mkdtempSync(join(tmpdir(), 'agentsite-nginx-'));
const embedded = inject('siteUrl');
let site: DeployedSite;

beforeAll(async () => {
  site = await deploySite({
    folder,
    project: await borrowBuild(inject('siteFolder'), join(folder, 'project')),
    environment: { MCP_PER_MINUTE: '2000' },
    // As behind a CDN that is this machine: the address that it names counts, so each suite has a budget of its own.
    edit: (text) =>
      text
        .replace('# set_real_ip_from 203.0.113.0/24', 'set_real_ip_from 127.0.0.1')
        .replace(/# (real_ip_(?:header|recursive) .*)/g, '$1'),
  });
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const fetchFrom = (base: string, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  exchange(base, { method, path, headers });

describe('Accept', () => {
  const cases = JSON.parse(readFileSync(join(projectRoot, 'test/fixtures/accept-cases.json'), 'utf8')) as [
    accept: string | null,
    form: 'html' | 'markdown',
    reason: string,
  ][];

  it('every row of the table gives the same answer on both fronts, for GET, HEAD and a repeated request', async () => {
    expect(cases.length).toBeGreaterThan(50);
    for (const [accept, form, reason] of cases) {
      const headers: Record<string, string> = accept === null ? {} : { Accept: accept };
      for (const base of [embedded, site.url]) {
        const place = `${reason} at ${base === embedded ? 'the embedded front' : 'nginx'}`;
        const got = await fetchFrom(base, '/about/', headers);
        expect([got.status, got.headers['content-type']], place).toEqual([
          200,
          `text/${form}; charset=utf-8`,
        ]);
        const head = await fetchFrom(base, '/about/', headers, 'HEAD');
        expect([head.status, head.headers['content-type'], head.body], place).toEqual([
          200,
          `text/${form}; charset=utf-8`,
          '',
        ]);
        expect(head.headers.etag, place).toBe(got.headers.etag);
        const again = await fetchFrom(base, '/about/', {
          ...headers,
          'If-None-Match': got.headers.etag ?? '',
        });
        expect([again.status, again.body], place).toEqual([304, '']);
        for (const name of [
          'link',
          'vary',
          'cache-control',
          'content-security-policy',
          'access-control-allow-origin',
        ]) {
          expect(again.headers[name], `${name}, ${place}`).toBe(got.headers[name]);
        }
      }
    }
  });
});

/** Differences of the two servers that say nothing about the site. */
const own = new Set([
  'date',
  'server',
  'connection',
  'keep-alive',
  'etag',
  'last-modified',
  // nginx has it for who wants it.
  'repr-digest',
  'content-length',
  'transfer-encoding',
  'accept-ranges',
  'ratelimit-remaining',
  'ratelimit-reset',
  'strict-transport-security',
]);

function comparable({ status, headers }: Exchange): Record<string, unknown> {
  const kept = Object.entries(headers)
    .filter(([name, value]) => !own.has(name) && !(name === 'vary' && listOf(value).length === 0))
    // nginx explains a redirect in a line of HTML.
    .filter(([name]) => !(name === 'content-type' && status === 301))
    .map(([name, value]) => [name, name === 'vary' ? listOf(value) : value]);
  return { status, ...Object.fromEntries(kept) };
}

/** The form has a token of its own each time. */
const withoutTokens = (html: string) => html.replace(/(name="submit_token" value=")[^"]+/, '$1');

/** Compressed or not is the affair of the server. */
function listOf(vary: string): string[] {
  return [...new Set(vary.split(/,\s*/))].filter((name) => name !== 'Accept-Encoding').sort();
}

const markdown = { Accept: 'text/markdown' };
const json = { Accept: 'application/json' };
const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const origin = { Origin: 'https://reader.example' };
const asked: readonly [path: string, headers?: Record<string, string>, method?: string][] = [
  ['/'],
  ['/', markdown],
  ['/index.md'],
  ['/start-here/'],
  ['/start-here/', markdown],
  ['/start-here.md'],
  ['/manual/writing/locked-example/'],
  ['/manual/writing/locked-example/', markdown],
  ['/manual/writing/locked-example.md'],
  ['/contact/', markdown],
  ['/contact.md'],
  ['/auth.md'],
  ['/llms.txt'],
  ['/llms-full.txt'],
  ['/robots.txt'],
  ['/sitemap.xml'],
  ['/feed.xml'],
  ['/atom.xml'],
  ['/feed.json'],
  ['/openapi.json'],
  ['/.well-known/api-catalog'],
  ['/.well-known/api-catalog', {}, 'HEAD'],
  ['/.well-known/security.txt'],
  ['/.well-known/mcp.json'],
  ['/.well-known/ai-catalog.json'],
  ['/.well-known/agent-skills/index.json'],
  ['/favicon.svg'],
  // Players ask for parts.
  ['/media/pages/manual/writing/address-parts.png', { Range: 'bytes=10-19' }],
  ['/media/pages/manual/writing/address-parts.png', { Range: 'bytes=-5' }],
  ['/media/pages/manual/writing/address-parts.png', { Range: 'bytes=99999999-' }],
  ['/favicon.ico'],
  ['/server.json'],
  ['/wp-json/'],
  ['/wp-json'],
  ['/wp-json/wp/v2'],
  ['/wp-json/wp/v2/posts'],
  ['/wp-json/wp/v2/posts', origin],
  ['/wp-json/wp/v2/pages'],
  ['/wp-json/wp/v2/types'],
  ['/wp-json/wp/v2/users/1'],
  ['/wp-json/wp/v2/posts?per_page=2'],
  ['/wp-json/wp/v2/posts?per_page=2', origin],
  ['/wp-json/wp/v2/posts', { 'X-HTTP-Method-Override': 'POST' }],
  ['/wp-json/wp/v2/posts', {}, 'POST'],
  ['/wp-json/wp/v2/posts', {}, 'OPTIONS'],
  ['/wp-json/nothing'],
  ['/wp-json/nothing', { Accept: 'text/html' }],
  ['/?rest_route=/wp/v2/types'],
  ['/wp-json/wp/v2/posts/1'],
  ['/about'],
  ['/about?x=1'],
  ['/feed/'],
  ['/index.html'],
  ['/about/index.html'],
  ['/.md'],
  ['/start-here/.md'],
  ['/manual/writing/locked-example/.md'],
  ['/nothing/.md'],
  ['/nothing/.md', json],
  ['/search.md'],
  ['/search/', markdown],
  ['/CONTACT/'],
  ['/CONTACT/', json],
  ['/CONTACT/', json, 'POST'],
  ['/ABOUT/'],
  ['/FEED/'],
  ['/contact/', json, 'PUT'],
  ['/contact/', {}, 'DELETE'],
  ['/contact/', json, 'POST'],
  ['/wp-json/SITE/v1/contact'],
  ['/wp-json/agentsite/v1/mcp/', {}, 'POST'],
  ['/index.php/wp-json/wp/v2/types'],
  ['/wp-json/../about/'],
  ['/about/', browser, 'DELETE'],
  ['/about/', markdown, 'DELETE'],
  ['/about.md', json, 'DELETE'],
  ['/a%2fb', browser],
  ['/a%2fb', markdown],
  ['/a%2fb.md'],
  ['/%ff', json],
  ['/wp-json/%01'],
  ['/permanent-links/'],
  ['/permanent-links.md'],
  ['/nothing/'],
  ['/nothing/', markdown],
  ['/nothing/', json],
  ['/nothing.md'],
  ['/nothing', {}, 'HEAD'],
  ['/_errors/404.html'],
  ['/_headers'],
  ['/.git/config'],
  ['/.env', json],
  ['/about/', {}, 'POST'],
  ['/about/', {}, 'DELETE'],
  ['/about/', {}, 'OPTIONS'],
  ['/nothing/', {}, 'DELETE'],
  ['/llms.txt', {}, 'PUT'],
  ['/a%2fb'],
  ['/a/../b'],
  ['/%00'],
  ['/%0d%0aX:%20y'],
  ['/a%5cb'],
  ['/search/'],
  ['/search/?q=footnote'],
  ['/search/?q='],
];

describe('headers', () => {
  it.each(asked)(
    '%s %o %s: the same status and headers on both fronts',
    async (path, headers = {}, method = 'GET') => {
      const [here, there] = await Promise.all([
        fetchFrom(embedded, path, headers, method),
        fetchFrom(site.url, path, headers, method),
      ]);
      expect(comparable(there)).toEqual(comparable(here));
      const bodies = [here.body, there.body].map((body) =>
        here.status === 301 || here.status === 400 ? '' : body,
      );
      expect(bodies[1]).toBe(bodies[0]);
    },
  );

  it('every page of the site and its twin are the same on both fronts', async () => {
    const { body } = await fetchFrom(embedded, '/sitemap.xml');
    const pages = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] ?? '').pathname);
    expect(pages.length).toBeGreaterThan(40);
    for (const page of pages) {
      for (const headers of [{}, markdown]) {
        const [here, there] = await Promise.all([
          fetchFrom(embedded, page, headers),
          fetchFrom(site.url, page, headers),
        ]);
        expect(comparable(there), page).toEqual(comparable(here));
        expect(withoutTokens(there.body), page).toBe(withoutTokens(here.body));
      }
    }
  });

  it('stored answers of the JSON interface are the bytes that the sidecar would send', async () => {
    const { body } = await fetchFrom(site.url, '/wp-json/wp/v2/posts?per_page=100');
    const ids = (JSON.parse(body) as { id: number }[]).map(({ id }) => id);
    for (const path of ids.map((id) => `/wp-json/wp/v2/posts/${id}`)) {
      const [here, there] = await Promise.all([fetchFrom(embedded, path), fetchFrom(site.url, path)]);
      expect(there.headers['last-modified'], `${path} is a file`).toBeDefined();
      expect(comparable(there), path).toEqual(comparable(here));
      expect(there.body, path).toBe(here.body);
    }
  });

  it('a negotiated answer is not for caches that others share, which may ignore Vary', async () => {
    const cacheOf = async (path: string, headers: Record<string, string>) =>
      (await fetchFrom(site.url, path, headers)).headers['cache-control'];
    expect(await cacheOf('/about/', markdown)).toBe('private, max-age=0, must-revalidate');
    expect(await cacheOf('/about/', {})).toBe('public, max-age=0, must-revalidate');
    expect(await cacheOf('/about.md', markdown)).toBe('public, max-age=0, must-revalidate');
  });

  it('stored codings are sent where they are wanted, each with an entity tag of its own', async () => {
    const tags = new Set<string>();
    for (const [accepted, coding] of [
      ['identity', undefined],
      ['gzip', 'gzip'],
      ['br', 'br'],
      ['gzip, br', 'br'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const { headers, status } = await fetchFrom(site.url, '/wp-json/wp/v2/posts', {
        'Accept-Encoding': accepted,
      });
      expect([status, headers['content-encoding']], accepted).toEqual([200, coding]);
      tags.add(headers.etag ?? '');
    }
    expect(tags.size).toBe(3);
  });

  it('what is made for one request is compressed too, by brotli where the client takes it', async () => {
    const path = '/wp-json/wp/v2/posts?per_page=100';
    for (const front of [embedded, site.url]) {
      for (const [accepted, coding] of [
        ['identity', undefined],
        ['gzip', 'gzip'],
        ['gzip, deflate, br', 'br'],
      ] as const) {
        const { headers } = await fetchFrom(front, path, { 'Accept-Encoding': accepted });
        expect([front, accepted, headers['content-encoding']]).toEqual([front, accepted, coding]);
        expect(headers.vary).toContain('Accept-Encoding');
      }
    }
  });
});

describe('limits count a network of IPv6 as one caller', () => {
  const contact = '/wp-json/site/v1/contact';
  const flood = (address: (number: number) => string, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, number) =>
        fetchFrom(site.url, contact, { 'X-Forwarded-For': address(number) }),
      ),
    );
  const refused = (answers: readonly Exchange[]) => answers.filter(({ status }) => status === 429).length;

  it('two hundred addresses of one /64 are stopped by nginx, the next network is not', async () => {
    const one = await flood((number) => `2001:db8:1:2:${number.toString(16)}::1`, 200);
    expect(refused(one)).toBeGreaterThan(50);
    expect(refused(await flood(() => '2001:db8:1:3::1', 1))).toBe(0);
  });

  it('addresses of IPv4 stay apart, also when they are written as IPv6', async () => {
    expect(refused(await flood((number) => `198.51.100.${number}`, 120))).toBe(0);
    expect(refused(await flood((number) => `::ffff:203.0.113.${number}`, 120))).toBe(0);
  });

  it('the budget of MCP is that of the /64', async () => {
    const left = async (address: string) => {
      const { headers } = await exchange(site.url, {
        method: 'POST',
        path: '/wp-json/agentsite/v1/mcp',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      });
      return Number(headers['ratelimit-remaining']);
    };
    const first = await left('2001:db8:9:9::1');
    expect(await left('2001:db8:9:9:ffff::2')).toBe(first - 1);
    expect(await left('2001:db8:9:8::1')).toBe(first);
  });
});

it('the whole black-box contract, MCP and contact included, passes at nginx', async () => {
  expect(await runContract(site.url)).toBe('passed');
});

it('nginx had nothing to complain about but what was wrong with requests', () => {
  const complaints = site.nginx
    .errors()
    .split('\n')
    .filter((line) => /\[(?:crit|alert|emerg)\]|cycle|variable/.test(line));
  expect(complaints).toEqual([]);
});

describe('old addresses', () => {
  it('IDs, slugs and feeds in queries, and addresses that WordPress has below every page, redirect on both fronts', async () => {
    const list = await fetchFrom(embedded, '/wp-json/wp/v2/pages?slug=about');
    const [{ id }] = JSON.parse(list.body) as [{ id: number }];
    const first = async (path: string) =>
      (
        JSON.parse((await fetchFrom(embedded, `/wp-json/wp/v2/${path}`)).body) as [
          { id: number; slug: string; date: string },
        ]
      )[0];
    const { id: category } = await first('categories?slug=guides');
    const { slug: talk } = await first('talks');
    const { date } = await first('posts');
    const day = date.slice(0, 10).replaceAll('-', '/');
    for (const base of [embedded, site.url]) {
      for (const [path, status, location] of [
        [`/?p=${id}`, 301, '/about/'],
        [`/?page_id=${id}`, 301, '/about/'],
        ['/?p=2147483646', 404, undefined],
        ['/?utm_source=x', 200, undefined],
        ['/about/feed/', 301, '/feed.xml'],
        ['/about/embed/', 301, '/about/'],
        ['/about/2/', 301, '/about/'],
        ['/feed', 301, '/feed.xml'],
        ['/page/77/', 301, '/posts/'],
        ['/type/aside/', 301, '/posts/'],
        ['/nowhere/feed/', 404, undefined],
        ['/?feed=rss2', 301, '/feed.xml'],
        ['/?feed=rss', 301, '/feed.xml'],
        ['/?feed=atom', 301, '/atom.xml'],
        ['/?feed=comments-rss2', 301, '/feed.xml'],
        ['/?withcomments=1&feed=rdf', 301, '/feed.xml'],
        ['/?feed=podcast', 200, undefined],
        ['/?x=feed=rss2', 200, undefined],
        ['/index.php?feed=rss2', 301, '/feed.xml'],
        ['/about/?feed=rss2', 301, '/feed.xml'],
        ['/category/guides/?feed=atom', 301, '/category/guides/atom.xml'],
        ['/search/?feed=rss2', 301, '/feed.xml'],
        ['/nowhere/at/all/?feed=rss2', 404, undefined],
        [`/?p=${id}&feed=rss2`, 301, '/feed.xml'],
        [`/?feed=rss2&cat=${category}`, 301, '/category/guides/feed.xml'],
        ['/?cat=2147483646&feed=rss2', 404, undefined],
        [`/?talk=${talk}`, 301, `/talks/${talk}/`],
        ['/?post_type=talk', 301, '/talks/'],
        [`/wp/?p=${id}`, 301, '/about/'],
        [`/wp/index.php?p=${id}`, 301, '/about/'],
        ['/wp/?feed=rss2', 301, '/feed.xml'],
        [`/contact/?p=${id}`, 200, undefined],
        [`/${day}/`, 301, `/${day.slice(0, 4)}/`],
        [`/?m=${day.replaceAll('/', '')}`, 301, `/${day.slice(0, 4)}/`],
        ['/?m=1984', 301, '/posts/'],
        [`/${day}/feed/`, 301, '/feed.xml'],
        ['/1984/03/04/', 404, undefined],
        ['//about/', 404, undefined],
        ['/about//', 404, undefined],
      ] as const) {
        const got = await fetchFrom(base, path, { Accept: 'text/html' });
        expect([path, got.status, got.headers.location], base).toEqual([path, status, location]);
      }
    }
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { borrowBuild, type DeployedSite, deploySite } from './deployed-site.ts';
import { startLoad } from './load.ts';
import { type Asked, type Exchange, exchange } from './raw-exchange.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentsite-failures-'));
let site: DeployedSite;

beforeAll(async () => {
  site = await deploySite({
    folder,
    project: await borrowBuild(inject('siteFolder'), join(folder, 'project')),
  });
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, options: Omit<Asked, 'path'> = {}) => exchange(site.url, { path, ...options });
const json = { 'Content-Type': 'application/json' };
const contact = '/wp-json/site/v1/contact';
const mcp = '/wp-json/agentsite/v1/mcp';
const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

const staticPaths = [
  '/',
  '/about/',
  '/about.md',
  '/llms.txt',
  '/wp-json/wp/v2/posts',
  '/feed.xml',
  '/favicon.svg',
];
const loadStatic = () =>
  startLoad({
    base: site.url,
    paths: staticPaths,
    keeping: 2,
    opening: 2,
    // Enough requests for what is tested, and not all that the machine can do.
    pause: 15,
    judge: ({ status, body }) => (status === 200 && body.length > 50 ? null : `status ${status}`),
  });

/** What only the sidecar can answer is refused in its own form, and everything else stays. */
async function expectStaticSiteAlone(): Promise<void> {
  const asked = await Promise.all([
    ask(contact),
    ask(mcp, { method: 'POST', headers: json, body: listTools }),
    ask('/wp-json/wp/v2/posts?search=x'),
    ask('/contact/', { headers: browser }),
    ask('/contact/', { headers: { Accept: '*/*' } }),
  ]);
  const [document, call, query, form, program] = asked;
  for (const answer of asked) {
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  }
  for (const [answer, code] of [
    [document, 'site_contact_unavailable'],
    [call, 'rest_unavailable'],
    [query, 'rest_unavailable'],
    [program, 'rest_unavailable'],
  ] as const) {
    expect(answer?.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code, data: { status: 503, retry_after: 5 } });
  }
  expect(form?.headers['content-type']).toBe('text/html; charset=utf-8');
  for (const [path, accept, type] of [
    ['/no/such/page/', 'application/json', 'application/json; charset=utf-8'],
    ['/no/such/page/', 'text/html', 'text/html; charset=utf-8'],
    ['/no/such/page.md', '*/*', 'text/markdown; charset=utf-8'],
  ] as const) {
    const { status, headers, body } = await ask(path, { headers: { Accept: accept } });
    expect([status, headers['content-type']]).toEqual([404, type]);
    expect(headers.link).toContain('rel="describedby"');
    expect(body).toContain('/llms.txt');
  }
  expect((await ask('/about/', { headers: { Accept: 'text/markdown' } })).body).toMatch(/^---|^# /);
  // Its digest is the sidecar's to say.
  const checked = await ask('/about.md', { headers: { 'Want-Repr-Digest': 'sha-256=1' } });
  expect([checked.status, checked.headers['repr-digest']]).toEqual([200, undefined]);
}

async function expectWhole(): Promise<void> {
  for (const answer of await Promise.all([
    ask(contact),
    ask(mcp, { method: 'POST', headers: json, body: listTools }),
    ask('/wp-json/wp/v2/posts?search=x'),
    ask('/contact/', { headers: browser }),
  ])) {
    expect(answer.status).toBe(200);
  }
}

describe('the sidecar', () => {
  it('restarted under load: not one request is lost, neither of files nor of its own', async () => {
    const files = loadStatic();
    const queries = startLoad({
      base: site.url,
      paths: ['/wp-json/wp/v2/posts?per_page=1', '/wp-json/wp/v2/search?search=site'],
      keeping: 2,
      opening: 2,
      pause: 15,
      judge: ({ status }) => (status === 200 ? null : `status ${status}`),
    });
    for (let restart = 0; restart < 2; restart++) {
      await delay(500);
      await site.service.end();
      await site.service.start();
    }
    await Promise.all([files.reach(100), queries.reach(100)]);
    for (const { requests, failures } of [await files.stop(), await queries.stop()]) {
      expect(failures).toEqual([]);
      expect(requests).toBeGreaterThan(100);
    }
    await expectWhole();
  });

  it('opens the release again on SIGHUP under load without losing a request, and keeps its contact state', async () => {
    const before = JSON.parse((await ask(contact)).body) as { submit_token: string };
    const queries = startLoad({
      base: site.url,
      paths: ['/wp-json/wp/v2/posts?per_page=1', contact],
      keeping: 2,
      opening: 1,
      pause: 15,
      judge: ({ status }) => (status === 200 || status === 429 ? null : `status ${status}`),
    });
    const opened = () => site.service.output().match(/another release is served/g)?.length ?? 0;
    for (let time = 1; time <= 5; time++) {
      site.service.signal('SIGHUP');
      await expect.poll(opened).toBe(time);
    }
    await queries.reach(50);
    const { failures, requests } = await queries.stop();
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(50);
    await delay(3_000);
    const message = {
      name: 'A',
      email: 'a@example.org',
      message: 'Hello.',
      submit_token: before.submit_token,
    };
    const sent = await ask(contact, { method: 'POST', headers: json, body: JSON.stringify(message) });
    expect([sent.status, JSON.parse(sent.body)]).toMatchObject([200, { sent: true }]);
  });

  it('frozen: its routes answer 503 in time, and 429 to a caller with too many queries at once; files answer throughout, and all is well when it wakes', async () => {
    const files = loadStatic();
    site.service.signal('SIGSTOP');
    const crowd = await Promise.all(
      Array.from({ length: 300 }, () => ask('/wp-json/wp/v2/posts?per_page=1')),
    );
    const refused = crowd.filter(({ status }) => status === 429);
    // One caller may have 256 queries at once.
    expect(refused).toHaveLength(300 - 256);
    expect(refused[0]?.headers['retry-after']).toBe('5');
    expect(JSON.parse(refused[0]?.body ?? '')).toMatchObject({ data: { status: 429, retry_after: 5 } });
    expect(crowd.filter(({ status }) => status === 503)).toHaveLength(256);
    await files.reach(300);
    site.service.signal('SIGCONT');
    const { failures, requests } = await files.stop();
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(300);
    await expectWhole();
  });

  it('reports the operator how it is, on a port of its own', async () => {
    const operations = (path: string) => exchange(site.operationsUrl, { path });
    expect((await operations('/livez')).status).toBe(200);
    expect((await operations('/readyz')).body).toMatch(/^ready \/.*\/dist\n$/);
    const { body, headers } = await operations('/metrics');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(body).toMatch(/agentsite_requests_seconds_count\{room="wp",method="GET",status="200"\} [1-9]/);
    expect(body).toMatch(/agentsite_store_seconds_count\{step="usage",outcome="ok"\} [1-9]/);
    expect(body).toMatch(/agentsite_mails_total\{outcome="accepted"\} 1/);
    expect(body).toMatch(/agentsite_release_info\{release="[^"]{16}"\} 1/);
    await site.redis.kill();
    expect((await operations('/readyz')).status).toBe(503);
    expect((await operations('/livez')).status).toBe(200);
    expect((await ask(contact)).status).toBe(503);
    expect((await ask('/wp-json/wp/v2/posts?per_page=1')).status).toBe(200);
    await site.redis.start();
    await expect.poll(async () => (await operations('/readyz')).status).toBe(200);
  });

  it('stopped for good: its routes answer 503 at once, files and misses are as before', async () => {
    const files = loadStatic();
    await site.service.close();
    await expectStaticSiteAlone();
    await files.reach(20);
    const { failures, requests } = await files.stop();
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(20);
  });
});

describe('limits', () => {
  it('content is never limited, however fast it is asked for', async () => {
    const answers = await Promise.all(Array.from({ length: 400 }, () => ask('/wp-json/wp/v2/posts')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('a flood at the contact endpoint is refused as an Error object, at MCP as a JSON-RPC error', async () => {
    const flood = async (count: number, path: string, options?: Omit<Asked, 'path'>): Promise<Exchange> => {
      const answers = await Promise.all(Array.from({ length: count }, () => ask(path, options)));
      return answers.find(({ status }) => status === 429) ?? flood(count, path, options);
    };
    const refused = await flood(120, contact);
    expect(JSON.parse(refused.body)).toMatchObject({
      code: 'site_contact_rate_limited',
      data: { status: 429, retry_after: 5 },
    });
    expect(refused.headers['retry-after']).toBe('5');
    const stopped = await flood(700, mcp, { method: 'POST', headers: json, body: listTools });
    expect(JSON.parse(stopped.body)).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32000 },
    });
    expect(stopped.headers['ratelimit-remaining']).toBe('0');
    expect(stopped.headers['retry-after']).toBe('5');
  });
});

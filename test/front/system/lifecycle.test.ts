import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { parsePattern } from '../../../src/core/front/redirect-pattern.ts';
import { renderNginxFiles } from '../../../src/core/front/servers/nginx-maps.ts';
import type { Site } from '../../../src/core/model/site.ts';
import { borrowBuild, type DeployedSite, layOutRelease, serveRelease } from './deployed-site.ts';
import { exchange } from './raw-exchange.ts';

/** A site in which some things go away, and one has gone. */
const folder = mkdtempSync(join(tmpdir(), 'agentsite-lifecycle-'));
const entry = { announced: '2026-01-01', documentation: '/addresses-that-last/' };
const lifecycle: Site['lifecycle'] = [
  { ...entry, target: '/talks/', sunset: '2999-01-01' },
  { ...entry, target: 'GET /wp-json/wp/v2/tags', sunset: '2999-01-01' },
  { ...entry, target: '/wp-json/wp/v2/{collection}/1', sunset: '2999-01-01' },
  { ...entry, target: '/about/', sunset: '2026-02-01', replacement: '/start-here/' },
];
let site: DeployedSite;

beforeAll(async () => {
  const project = await borrowBuild(inject('siteFolder'), join(folder, 'project'));
  const database = new DatabaseSync(join(project, 'dist/server/content.sqlite'));
  const row = database.prepare("SELECT value FROM meta WHERE key = 'site'").get();
  const changed = { ...(JSON.parse(String(row?.value)) as Site), lifecycle };
  database.prepare("UPDATE meta SET value = ? WHERE key = 'site'").run(JSON.stringify(changed));
  database.close();
  const table = join(project, 'dist/server/front.json');
  const front = JSON.parse(readFileSync(table, 'utf8'));
  // As the owner's list of old addresses makes it: `{ from: /sale/, status: 410 }`.
  front.old.rules.push({ pattern: parsePattern('/sale/'), to: null, status: 410 });
  writeFileSync(table, JSON.stringify(front));
  writeFileSync(join(project, 'dist/client/_errors/410.html'), '<title>Page removed</title>');
  const files = renderNginxFiles({ site: changed, front, wpAnswers: [], twinSizes: [] });
  for (const name of ['site.conf', 'lifecycle.conf']) {
    writeFileSync(join(project, 'dist/server/nginx', name), files[name] ?? '');
  }
  const root = join(folder, 'root');
  mkdirSync(root);
  layOutRelease(project, root);
  site = await serveRelease(root, { folder });
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  exchange(site.url, { path, headers, method });

it('what goes away says so on every way to it, files included, and still answers', async () => {
  const asked: readonly [string, Record<string, string>, string][] = [
    ['/talks/', {}, 'GET'],
    ['/talks/', {}, 'HEAD'],
    ['/talks/', { Accept: 'text/markdown' }, 'GET'],
    ['/talks.md', {}, 'GET'],
    ['/wp-json/wp/v2/tags', {}, 'GET'],
    ['/wp-json/wp/v2/tags?per_page=1', {}, 'GET'],
    ['/wp-json/wp/v2/users/1', {}, 'GET'],
  ];
  for (const [path, headers, method] of asked) {
    const answer = await ask(path, headers, method);
    expect(answer.status, path).toBe(200);
    expect(answer.headers.deprecation, path).toBe('@1767225600');
    expect(answer.headers.sunset, path).toBe('Tue, 01 Jan 2999 00:00:00 GMT');
    expect(answer.headers.link, path).toContain('rel="sunset"');
    expect(answer.headers['x-content-type-options'], path).toBe('nosniff');
  }
  for (const path of ['/', '/talks', '/plugins/', '/wp-json/wp/v2/categories']) {
    expect((await ask(path)).headers.deprecation, path).toBeUndefined();
  }
});

it('what has gone answers 410, though its files are still there', async () => {
  for (const [path, accept] of [
    ['/about/', 'text/html'],
    ['/about.md', '*/*'],
    ['/about/', 'application/json'],
  ] as const) {
    const answer = await ask(path, { Accept: accept });
    expect(answer.status, path).toBe(410);
    expect(answer.body, path).toContain('/start-here/');
  }
});

it('an old address that is broken answers 410 to people with the page of the theme', async () => {
  const { status, headers, body } = await ask('/sale/', { Accept: 'text/html' });
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    410,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expect(headers.vary).toContain('Accept');
  expect(headers.link).toContain('/llms.txt');
  expect(body).toBe('<title>Page removed</title>');
});

it.each([
  ['text/markdown', 'text/markdown; charset=utf-8'],
  ['application/json', 'application/json; charset=utf-8'],
])('an old address that is broken answers 410 to %s in its form', async (accept, type) => {
  const { status, headers, body } = await ask('/sale/', { Accept: accept });
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([410, type, 'no-store']);
  expect(headers.vary).toContain('Accept');
  expect(headers.link).toContain('/llms.txt');
  expect(body).toContain('/sale/ is gone, and will not come back.');
});

it('without the sidecar it answers 503 for these, and not a file without its warning', async () => {
  await site.service.close();
  expect((await ask('/talks/')).status).toBe(503);
  expect((await ask('/plugins/')).status).toBe(200);
});

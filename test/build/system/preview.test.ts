import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { plainEnvironment } from '../../helpers/environment.ts';
import { findFreePort } from '../../helpers/ports.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';

/** `astro preview` serves all that `npm start` serves, out of a build that `npm start` made. */
const folder = makeQuickFolder('astro-preview');
const astro = join(projectRoot, 'node_modules/astro/bin/astro.mjs');
const environment = { ...plainEnvironment, ASTRO_TELEMETRY_DISABLED: '1' };
let preview: ChildProcess;
let url = '';

function run(...words: string[]): ChildProcess {
  return spawn(process.execPath, [astro, ...words], { cwd: folder, env: environment, stdio: 'pipe' });
}

beforeAll(async () => {
  const withoutState = (path: string) => !path.endsWith('/.data');
  cpSync(inject('siteFolder'), folder, { recursive: true, verbatimSymlinks: true, filter: withoutState });
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  preview = run('preview', '--port', String(port));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = '';
  preview.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes(' is at http://localhost:')) resolve();
  });
  preview.once('exit', (status) => reject(new Error(`astro preview ended with status ${status}:\n${said}`)));
  await promise;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['/about/', 200, 'text/html'],
  ['/about.md', 200, 'text/markdown'],
  ['/wp-json/wp/v2/posts?search=the', 200, 'application/json'],
  ['/wp-json/site/v1/contact', 200, 'application/json'],
  ['/search/?q=the', 200, 'text/html'],
  ['/contact/', 200, 'text/html'],
  ['/manual/writing/locked-example.md', 403, 'text/markdown'],
  ['/no-such-page/', 404, 'text/html'],
])('%s answers %i %s', async (path, status, type) => {
  const response = await fetch(url + path, { headers: { Accept: 'text/html' } });
  expect(response.status).toBe(status);
  expect(response.headers.get('Content-Type') ?? '').toContain(type);
});

it('negotiates, and answers MCP', async () => {
  const twin = await fetch(`${url}/about/`, { headers: { Accept: 'text/markdown' } });
  expect(twin.headers.get('Content-Type')).toContain('text/markdown');
  const answer = await fetch(`${url}/wp-json/agentsite/v1/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect(await answer.text()).toContain('get_content');
});

it('ends with everything that it started', async () => {
  preview.kill('SIGTERM');
  await once(preview, 'exit');
  await expect(fetch(url)).rejects.toThrow();
});

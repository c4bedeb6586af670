import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { findFreePort, listens } from '../../helpers/ports.ts';
import { projectRoot } from '../../helpers/project-copy.ts';

/** deploy/Caddyfile, with addresses of this test instead of names, in the real program. */
const folder = mkdtempSync(join(tmpdir(), 'agentsite-caddy-'));
const written = readFileSync(join(projectRoot, 'deploy/Caddyfile'), 'utf8');
const started: ChildProcess[] = [];

async function startCaddy(upstream: string): Promise<string> {
  const port = await findFreePort();
  const file = join(folder, `Caddyfile-${port}`);
  const text = written
    .replace('{\n', '{\n\tadmin off\n')
    .replace('example.org {', `http://127.0.0.1:${port} {`)
    .replace('127.0.0.1:4321', upstream);
  writeFileSync(file, text);
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: folder },
  });
  started.push(child);
  await vi.waitUntil(() => listens(port), { timeout: 60_000, interval: 100 });
  return `http://127.0.0.1:${port}`;
}

afterAll(async () => {
  for (const child of started) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

describe('deploy/Caddyfile', () => {
  it('is valid as it is, and written as Caddy writes it', () => {
    const file = join(projectRoot, 'deploy/Caddyfile');
    const validate = spawnSync('caddy', ['validate', '--config', file, '--adapter', 'caddyfile'], {
      encoding: 'utf8',
    });
    expect(validate.stdout).toContain('Valid configuration');
    expect(spawnSync('caddy', ['fmt', file], { encoding: 'utf8' }).stdout).toBe(written);
  });

  describe('before a program that describes what it is sent', () => {
    let base = '';
    let received: IncomingHttpHeaders = {};
    const upstream = createServer((request, response) => {
      received = request.headers;
      request.resume();
      request.once('end', () => response.end('ok'));
    });
    beforeAll(async () => {
      upstream.listen(0, '127.0.0.1');
      await once(upstream, 'listening');
      const address = upstream.address();
      base = await startCaddy(`127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
    });
    afterAll(() => void upstream.close());

    it('names the caller, and no one whom the caller names', async () => {
      const forged = {
        'X-Forwarded-For': '203.0.113.9',
        'X-Real-IP': '203.0.113.9',
        Forwarded: 'for=203.0.113.9',
      };
      await fetch(base, { headers: { ...forged, 'X-Forwarded-Host': 'evil.example' } });
      expect(received['x-forwarded-for']).toBe('127.0.0.1');
      expect(JSON.stringify(received)).not.toMatch(/203\.0\.113\.9|evil\.example/);
    });

    it('refuses a body that is larger than the site takes there, as the site does', async () => {
      const mcp = '/wp-json/agentsite/v1/mcp';
      for (const [path, size, status] of [
        ['/contact/', 64_000, 200],
        ['/contact/', 70_000, 413],
        [mcp, 70_000, 200],
        [mcp, 2_000_000, 413],
      ] as const) {
        const answer = await fetch(base + path, { method: 'POST', body: 'x'.repeat(size) });
        expect([path, size, answer.status]).toEqual([path, size, status]);
        if (status === 413) expect(await answer.json()).toMatchObject({ code: 'rest_request_too_large' });
      }
    });
  });

  it('leaves the answers of the site as they are: pages, negotiated twins, queries, errors', async () => {
    const site = inject('siteUrl');
    const base = await startCaddy(new URL(site).host);
    for (const [path, accept, Range = ''] of [
      ['/', 'text/html'],
      ['/about/', 'text/markdown'],
      ['/about.md', '*/*'],
      ['/wp-json/wp/v2/posts?per_page=1', 'application/json'],
      ['/.well-known/api-catalog', '*/*'],
      ['/no/such/page/', 'text/markdown'],
      ['/media/pages/manual/writing/address-parts.png', 'image/*', 'bytes=10-19'],
    ] as const) {
      const [through, straight] = await Promise.all(
        [base, site].map(async (start) => {
          const answer = await fetch(start + path, {
            headers: { Accept: accept, Host: new URL(site).host, ...(Range ? { Range } : {}) },
          });
          const { status, headers } = answer;
          return [
            status,
            headers.get('content-type'),
            headers.get('vary'),
            headers.get('link'),
            headers.get('content-range'),
            await answer.text(),
          ];
        }),
      );
      expect([path, through]).toEqual([path, straight]);
      if (Range) expect([through?.[0], through?.[4]]).toEqual([206, expect.stringMatching(/^bytes 10-19\//)]);
    }
  });
});

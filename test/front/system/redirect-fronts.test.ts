import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DevServer, startDevServer } from '../../helpers/dev-server.ts';
import { layOutOwnSite } from '../../helpers/own-site.ts';
import { findFreePort, listens } from '../../helpers/ports.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { type SiteProcess, startSite } from '../../helpers/site-process.ts';
import { type DeployedSite, deploySite } from './deployed-site.ts';
import { exchange } from './raw-exchange.ts';

/** One site with redirects of every form on `npm start`, nginx, Caddy and the dev server. */
const redirects = `- { from: "/moved/{rest*}", to: "/{rest}" }
- { from: "/glued{rest*}", to: "/{rest}" }
- { from: "/turned/{a}/{rest*}", to: "/{rest}/{a}" }
- { from: "/away/{rest*}", to: "https://new.example/{rest}", status: 302 }
- { from: "/asked/{rest*}", to: "/search/?q={rest}", status: 307 }
- { from: "/{a}_{b}_{c}/", to: "/{c}/{b}/{a}/", status: 308 }
- { from: /shop/, to: "https://shop.example/a?b=1" }
- { from: "/日本/", to: "https://bücher.example/日本/" }
`;

const folder = mkdtempSync(join(tmpdir(), 'agentsite-redirects-'));
let embedded: SiteProcess;
let deployed: DeployedSite;
let caddy: ChildProcess;
let caddyUrl = '';
let dev: DevServer;

beforeAll(async () => {
  const root = layOutOwnSite(join(folder, 'own'), { 'content/redirects.yaml': redirects });
  const engine = join(folder, 'own/engine');
  embedded = await startSite(root, {}, join(engine, 'sidecar/main.ts'));
  cpSync(join(engine, 'package-lock.json'), join(root, 'package-lock.json'));
  deployed = await deploySite({ folder: join(folder, 'nginx'), project: root });
  dev = await startDevServer(root);

  const port = await findFreePort();
  const file = join(folder, 'Caddyfile');
  const text = readFileSync(join(projectRoot, 'deploy/Caddyfile'), 'utf8')
    .replace('{\n', '{\n\tadmin off\n')
    .replace('example.org {', `http://127.0.0.1:${port} {`)
    .replace('127.0.0.1:4321', new URL(embedded.url).host);
  writeFileSync(file, text);
  caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: folder },
  });
  caddyUrl = `http://127.0.0.1:${port}`;
  await vi.waitUntil(() => listens(port), { timeout: 60_000, interval: 100 });
});

afterAll(async () => {
  const ended = once(caddy, 'exit');
  caddy.kill('SIGTERM');
  await ended;
  await dev.stop();
  await deployed.stop();
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ['npm start', () => embedded.url],
  ['nginx', () => deployed.url],
  ['Caddy', () => caddyUrl],
  ['the dev server', () => dev.url],
])('on %s', (_name, front) => {
  it.each([
    ['/moved/about/', 301, '/about/'],
    ['/moved/a%20b/%E6%97%A5', 301, '/a%20b/%E6%97%A5'],
    ['/glued/evil.example/', 301, '/evil.example/'],
    ['/turned/evil.example/', 301, '/evil.example'],
    ['/away/a/b', 302, 'https://new.example/a/b'],
    ['/away/@evil.example/', 302, 'https://new.example/@evil.example/'],
    ['/asked/a%26b%3D%C3%A9', 307, '/search/?q=a%26b%3D%C3%A9'],
    ['/one_two_three_four/', 308, '/four/three/one_two/'],
    ['/shop/', 301, 'https://shop.example/a?b=1'],
    ['/shop/?c=2', 301, 'https://shop.example/a?b=1&c=2'],
    ['/%E6%97%A5%E6%9C%AC/', 301, 'https://xn--bcher-kva.example/%E6%97%A5%E6%9C%AC/'],
  ])('%s answers %s %s', async (path, status, location) => {
    const answer = await exchange(front(), { path, headers: { Accept: 'text/html' } });
    expect([answer.status, answer.headers.location]).toEqual([status, location]);
  });

  it('no path chooses the host of a redirect', async () => {
    const own = new URL(front()).origin;
    const values = [
      ...[
        '//evil.example/',
        '/evil.example/',
        '///evil.example',
        '/\\evil.example',
        '/%5cevil.example',
        '%5c%5cevil.example',
      ],
      ...[
        '/%2fevil.example',
        '%2f%2fevil.example',
        '/.//evil.example',
        '/%2e/%2e/evil.example',
        '/..//evil.example',
      ],
      ...[
        '/%09/evil.example',
        '/%0d%0aLocation:%20https://evil.example/',
        '/%00/evil.example',
        '/%252fevil.example',
      ],
      ...[
        '/@evil.example',
        '//@evil.example',
        '/https://evil.example/',
        '/https:evil.example',
        '/;//evil.example',
        '/?//evil',
      ],
    ];
    for (const prefix of [
      '/moved',
      '/glued',
      '/turned',
      '/turned/a',
      '/away',
      '',
      '/about',
      '//evil.example/moved',
    ])
      for (const value of values)
        for (const accept of ['text/html', 'application/json']) {
          const path = prefix + value;
          const { headers, status } = await exchange(front(), { path, headers: { Accept: accept } });
          if (headers.location === undefined) continue;
          const { origin } = new URL(headers.location, `${own}/a/b/`);
          expect([own, 'https://new.example'], `${path}: ${status} ${headers.location}`).toContain(origin);
        }
  });

  it('a pattern of several parts answers long paths', async () => {
    for (const path of [`/${'_'.repeat(7000)}`, `/${'a_'.repeat(400)}`, `/${'feed/'.repeat(1500)}`]) {
      const { status } = await exchange(front(), { path, headers: { Accept: 'text/html' } });
      expect([301, 308, 404]).toContain(status);
    }
  });
});

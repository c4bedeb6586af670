import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listDeployFiles } from '../../packages/create/src/deploy/deploy-files.ts';
import type { Site } from '../../src/core/model/site.ts';
import { surfacesOf } from '../../src/core/model/surfaces.ts';
import { crawl } from '../../src/hosts/crawl.ts';
import { readOptions } from '../../src/terminal/options.ts';
import { findFreePort, listens } from '../helpers/ports.ts';
import { buildTarget, layOutTargetsSite } from '../helpers/targets-site.ts';
import { need, run } from './tools.ts';

/**
 * `npm run test:edge`: a site built for Cloudflare and for Netlify, in the local runtimes of these hosts. Each must
 * choose the form of a page in the 60 cases as every other front does, answer every address that any document names,
 * and send the error page with status 404 for what is missing. The runtimes come from npm, without scripts that
 * download more, into a cache of their own: about 500 MB.
 */
readOptions('Usage: npm run test:edge', {});
const runtimes = ['wrangler@4.164.0', '@netlify/dev@5.1.3', 'deno@2.4.2'];
const cache = join(import.meta.dirname, '../../node_modules/.cache/clients/edge');
const own = 'https://notes.example.org';
const cases = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/accept-cases.json'), 'utf8'),
) as [accept: string | null, form: string, reason: string][];

/** A host's runtime that serves a site at an address of loopback. */
interface Runtime {
  readonly base: string;
  stop(): Promise<void>;
}

/** A runtime leads a process group of its own, in which it starts others that would outlive it. */
async function stop(child: ChildProcess): Promise<void> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
  signalGroup(child, 'SIGTERM');
  await ended;
  signalGroup(child, 'SIGKILL');
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Starts a runtime; it ends with this process, whatever ends this one. */
function start(words: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(process.execPath, words, { ...options, detached: true });
  process.once('exit', () => signalGroup(child, 'SIGKILL'));
  return child;
}

async function waitFor(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    if (await listens(port)) return;
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('The runtime does not listen.');
}

/** The files that `agentsite deploy-files` writes. */
function writeDeployFiles(folder: string, host: 'cloudflare' | 'netlify'): void {
  for (const [file, text] of Object.entries(listDeployFiles(host, 'notes'))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

async function serveCloudflare(folder: string): Promise<Runtime> {
  const [port, inspector] = [await findFreePort(), await findFreePort()];
  writeDeployFiles(folder, 'cloudflare');
  const words = [
    'pages',
    'dev',
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--inspector-port',
    String(inspector),
  ];
  const child = start(
    [join(cache, 'node_modules/wrangler/bin/wrangler.js'), ...words, '--show-interactive-dev-session=false'],
    { cwd: folder, stdio: 'ignore', env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' } },
  );
  await waitFor(port, child);
  return { base: `http://127.0.0.1:${port}`, stop: () => stop(child) };
}

async function serveNetlify(folder: string): Promise<Runtime> {
  writeDeployFiles(folder, 'netlify');
  const port = await findFreePort();
  cpSync(join(import.meta.dirname, 'netlify-host.mjs'), join(cache, 'netlify-host.mjs'));
  const child = start([join(cache, 'netlify-host.mjs'), folder, String(port)], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `${join(cache, 'node_modules/.bin')}:${process.env.PATH}` },
  });
  await waitFor(port, child);
  return { base: `http://127.0.0.1:${port}`, stop: () => stop(child) };
}

/** @returns what is wrong, in sentences */
async function inspect(base: string, site: Site, errorPage: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [accept, form, reason] of cases) {
    // Without the header fetch would send one of its own.
    const answer = await askRaw(`${base}/compost/`, accept);
    const expected = `text/${form}`;
    if (!answer.startsWith(expected))
      problems.push(`Accept: ${accept} gave ${answer}, not ${expected} (${reason})`);
  }
  const ask = (url: string) => fetch(url.replace(own, base), { redirect: 'manual' });
  const starts = [`${own}/`, ...surfacesOf(site).map(({ path }) => own + path)];
  const { asked, findings } = await crawl(own, starts, ask);
  console.log(`${site.deploy}: ${cases.length} cases of Accept, ${asked} addresses`);
  problems.push(...findings.map(({ url, problem, namedBy }) => `${url} ${problem}; named by ${namedBy}`));
  const missing = await ask(`${own}/no/such/page/`);
  const text = await missing.text();
  if (missing.status !== 404 || text !== errorPage)
    problems.push(`an unknown address answers ${missing.status}, with ${text.slice(0, 60)}`);
  return problems;
}

/** The media type of the answer. */
async function askRaw(url: string, accept: string | null): Promise<string> {
  const { get } = await import('node:http');
  const request = get(url, { headers: accept === null ? {} : { Accept: accept } });
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  response.resume();
  await once(response, 'end');
  return String(response.headers['content-type']);
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
if (!existsSync(join(cache, 'node_modules/wrangler'))) {
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, 'package.json'), '{ "private": true }\n');
  need(
    run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '-E', ...runtimes], cache),
    'npm install failed',
  );
}
const folder = mkdtempSync(join(tmpdir(), 'agentsite-edge-'));
const problems: string[] = [];
try {
  const root = layOutTargetsSite(folder);
  for (const [target, serve] of [
    ['cloudflare', serveCloudflare],
    ['netlify', serveNetlify],
  ] as const) {
    const { site } = await buildTarget(root, target, own, join(folder, target));
    const runtime = await serve(root);
    try {
      problems.push(
        ...(await inspect(runtime.base, site, readFileSync(join(root, 'dist/404.html'), 'utf8'))),
      );
    } finally {
      await runtime.stop();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'Both hosts answer as described.' : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

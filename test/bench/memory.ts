import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readOptions } from '../../src/terminal/options.ts';
import { findFreePort } from '../helpers/ports.ts';
import { projectRoot } from '../helpers/project-copy.ts';
import { createRandom, layOutAgentsite } from './generate-site.ts';
import { type AtTheEnd, runBench } from './run-bench.ts';

/**
 * `npm run bench:memory`: memory of a sidecar that is started by the command and with the environment of the systemd
 * unit, while 18 connections send every expensive request at once, and then while 200 more connections ask for long
 * lists that they never read. The peak is the kernel's `VmHWM`. These are the figures of the manual's page on systemd.
 */
readOptions(
  'Usage: npm run bench:memory\n\nSettings in the environment: POSTS=10000 SECONDS=300 SITE=FOLDER (a site that is built)',
  {},
);
const posts = Number(process.env.POSTS ?? 10_000);
const seconds = Number(process.env.SECONDS ?? 300);
const silentClients = 200;
const api = '/wp-json/wp/v2';
const megabyte = 1024;

interface Load {
  readonly name: string;
  readonly connections: number;
  readonly request: (random: () => number) => Request;
}

const pick = (random: () => number, max: number) => 1 + Math.floor(random() * max);
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  new Request(`http://localhost${path}`, { headers });
const mcp = (body: unknown) =>
  new Request('http://localhost/wp-json/agentsite/v1/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(body),
  });
const call = (id: number, name: string, values: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: values },
});
const words = ['kator', 'men', 'sol', 'quovi', 'stlo', 'lo', 'xyz', 'ingfulness', 'drafulness'];
const word = (random: () => number) => words[pick(random, words.length) - 1] ?? 'men';

const loads: readonly Load[] = [
  {
    name: 'lists of 100, embedded',
    connections: 4,
    request: (random) => get(`${api}/posts?per_page=100&_embed&page=${pick(random, posts / 100)}`),
  },
  {
    name: 'lists of 100, pretty',
    connections: 1,
    request: (random) => get(`${api}/posts?per_page=100&_pretty&page=${pick(random, posts / 100)}`),
  },
  {
    name: 'searches of wp/v2',
    connections: 3,
    request: (random) =>
      get(`${api}/search?search=${word(random)}+${word(random)}&per_page=100&page=${pick(random, 3)}`),
  },
  {
    name: 'search page',
    connections: 1,
    request: (random) => get(`/search/?q=${word(random)}+${word(random)}`, { accept: 'text/html' }),
  },
  {
    name: 'arrays of MCP',
    connections: 3,
    request: (random) =>
      mcp(
        Array.from({ length: 20 }, (_, at) =>
          at % 4 === 0
            ? call(at, 'search', { query: `${word(random)} ${word(random)}` })
            : call(at, 'list_content', { limit: 50 }),
        ),
      ),
  },
  {
    name: 'twins, pages, missing pages',
    connections: 3,
    request: (random) => {
      const at = pick(random, posts - 1);
      return get([`/post-${at}.md`, `/post-${at}/`, `/pots-${at}/`, `/no/${at}.md`][at % 4] ?? '/');
    },
  },
  { name: 'llms-full.txt', connections: 1, request: () => get('/llms-full.txt') },
  {
    name: 'media, users, terms',
    connections: 1,
    request: (random) => get(`${api}/tags?per_page=100&search=${word(random)}`),
  },
  { name: 'contact', connections: 1, request: () => get('/wp-json/site/v1/contact') },
];

await runBench([], async (atTheEnd) => {
  const folder = process.env.SITE ?? mkdtempSync(join(tmpdir(), 'agentsite-memory-'));
  if (process.env.SITE === undefined) atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  if (!existsSync(join(folder, 'dist'))) await build(folder);
  const { child, port } = await start(folder, atTheEnd);
  console.log(`${posts} posts; at the start ${memoryOf(child, 'VmRSS')} MB`);
  const end = performance.now() + seconds * 1_000;
  const counts = new Map<string, number>();
  await Promise.all(
    loads.flatMap((load, at) =>
      Array.from({ length: load.connections }, (_, turn) => repeat(port, load, at * 10 + turn, end, counts)),
    ),
  );
  for (const [what, count] of [...counts].sort()) console.log(`${what.padEnd(28)} ${count}`);
  console.log(`peak ${memoryOf(child, 'VmHWM')} MB, now ${memoryOf(child, 'VmRSS')} MB, after ${seconds} s`);
  await stopReading(port);
  console.log(`peak ${memoryOf(child, 'VmHWM')} MB with ${silentClients} clients that do not read`);
});

async function build(folder: string): Promise<void> {
  layOutAgentsite(folder, posts);
  const child = spawn('npm', ['run', 'build'], { cwd: folder, stdio: 'inherit', env: process.env });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The build of ${folder} failed.`);
}

/** As the unit starts it, without systemd. */
async function start(folder: string, atTheEnd: AtTheEnd): Promise<{ child: ChildProcess; port: number }> {
  const unit = readFileSync(join(projectRoot, 'deploy/systemd/agentsite.service'), 'utf8');
  const command = /^ExecStart=\S+ (.*)$/m.exec(unit)?.[1]?.replaceAll('/srv/agentsite/current', projectRoot);
  const state = mkdtempSync(join(tmpdir(), 'agentsite-memory-state-'));
  atTheEnd(() => rmSync(state, { recursive: true, force: true }));
  const port = await findFreePort();
  const settings = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  const child = spawn(process.execPath, command?.split(' ') ?? [], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      ...Object.fromEntries(settings),
      HOST: '127.0.0.1',
      PORT: String(port),
      RELEASE_DIR: join(folder, 'dist'),
      DATA_DIR: join(state, 'data'),
      NODE_COMPILE_CACHE: join(state, 'code'),
      OPERATIONS_PORT: String(await findFreePort()),
      MCP_PER_MINUTE: '1000000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atTheEnd(() => child.kill('SIGKILL'));
  for await (const line of child.stdout ?? []) if (String(line).includes(' is at ')) break;
  child.stdout?.resume();
  return { child, port };
}

async function repeat(
  port: number,
  load: Load,
  seed: number,
  end: number,
  counts: Map<string, number>,
): Promise<void> {
  const random = createRandom(seed);
  while (performance.now() < end) {
    const { url, method, headers, body } = load.request(random);
    const { pathname, search } = new URL(url);
    const answer = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      method,
      headers: { ...Object.fromEntries(headers), 'accept-encoding': seed % 2 === 0 ? 'br' : 'identity' },
      ...(body === null ? {} : { body, duplex: 'half' }),
    });
    const key = `${load.name} ${answer.status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    for await (const chunk of answer.body ?? []) void chunk;
  }
}

async function stopReading(port: number): Promise<void> {
  const sockets = Array.from({ length: silentClients }, (_, at) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const list = `${api}/posts?per_page=100&_embed&page=${1 + (at % (posts / 100))}`;
    const coding = at % 2 === 0 ? 'Accept-Encoding: br\r\n' : '';
    // Several answers of a connection wait for each other.
    socket.write(`GET ${list} HTTP/1.1\r\nHost: localhost\r\n${coding}\r\n`.repeat(8)).valueOf();
    return socket;
  });
  await delay(30_000);
  for (const socket of sockets) socket.destroy();
}

/** Megabytes. @param row of /proc/PID/status */
function memoryOf({ pid }: ChildProcess, row: 'VmRSS' | 'VmHWM'): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${row}:\\s+(\\d+) kB`).exec(text)?.[1]) / megabyte);
}

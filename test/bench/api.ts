import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeContentIndex } from '../../src/build/index/write-content-index.ts';
import { memorySettings } from '../../src/hosts/memory-settings.ts';
import { readOptions, stop } from '../../src/terminal/options.ts';
import { startNginx } from '../front/system/nginx-server.ts';
import { findFreePort } from '../helpers/ports.ts';
import { measurePeer } from './api-peer.ts';
import { createLargeLibrary } from './large-library.ts';
import { type AtTheEnd, runBench } from './run-bench.ts';

/**
 * `npm run bench:api`: the REST interface over POSTS made-up posts, each load as a ratio to a bare node:http
 * server that sends the same bytes. Each server has a process of its own, started like `npm start` starts the
 * sidecar; rounds are interleaved, and the middle one counts. A load "again" asks for one address, whose answer is
 * kept. All others go through enough addresses that no answer is still kept when it is asked for again; the words
 * of a search come again under other addresses, except those "never asked". The compile cache is warm, as it is on
 * any machine that has run the sidecar before.
 *
 * `SIDECARS=3` compares one, two and three sidecars behind nginx instead, which share the cores of the machine with
 * nginx and with this process.
 */
const howToUse = `Usage: npm run bench:api -- [--peer URL]

  --peer URL  also asks a WordPress for lists and searches; with WP-CLI, one is set up by
              wp core install and wp post generate --count=10000

Settings in the environment: POSTS=10000 ROUNDS=3 SECONDS=2 SIDECARS=0`;
const { peer } = readOptions(howToUse, { peer: { type: 'string' } }).values;
if (peer !== undefined && !URL.canParse(peer)) stop(`--peer is the address of a WordPress, not "${peer}".`);
const posts = Number(process.env.POSTS ?? 10_000);
const rounds = Number(process.env.ROUNDS ?? 3);
const secondsEach = Number(process.env.SECONDS ?? 2);
const sidecars = Number(process.env.SIDECARS ?? 0);
const connections = 4;
/** As `agentsite start` starts the sidecar. */
const startOptions = ['--max-semi-space-size=2'];
const api = '/wp-json/wp/v2';
const uncoded = { 'accept-encoding': 'identity' };

interface Load {
  readonly title: string;
  readonly paths: readonly string[];
}
interface Measure {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of the server's processor time for one request. */
  readonly cpu: number;
}
interface BenchServer {
  readonly child: ChildProcess;
  readonly port: number;
  readonly readyAfter: number;
}

const folder = mkdtempSync(join(tmpdir(), 'agentsite-bench-'));
await runBench(sidecars > 0 ? ['nginx'] : [], async (atTheEnd) => {
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  const index = join(folder, 'content.sqlite');
  const { words, never, ids } = writeIndex(index);
  const phrases = words.slice(1).map((word, at) => `${words[at]}+${word}`);
  const pages = Array.from({ length: Math.min(400, posts / 10) }, (_, at) => at + 1);
  await (sidecars > 0 ? compareNumbers : compare)(atTheEnd, index, [
    { title: 'posts?per_page=10, again', paths: [`${api}/posts?per_page=10`] },
    { title: 'posts?search=term, again', paths: [`${api}/posts?search=${words[0]}`] },
    { title: 'search?search=term, again', paths: [`${api}/search?search=${words[0]}`] },
    { title: 'posts?categories=1…100, again', paths: [`${api}/posts?categories=1&per_page=100`] },
    {
      title: 'posts?per_page=10&page=N',
      paths: pages.map((page) => `${api}/posts?per_page=10&page=${page}`),
    },
    { title: 'posts?search=term', paths: vary(words.map((word) => `${api}/posts?search=${word}`)) },
    { title: 'search?search=term', paths: vary(words.map((word) => `${api}/search?search=${word}`)) },
    { title: 'search?search=never asked', paths: never.map((word) => `${api}/search?search=${word}`) },
    {
      title: 'search?search=two+terms',
      paths: vary(phrases.map((phrase) => `${api}/search?search=${phrase}`)),
    },
    {
      title: 'search?search=xy',
      paths: vary(words.map((word) => `${api}/search?search=${word.slice(0, 2)}`)),
    },
    {
      title: 'posts?categories=N&per_page=100',
      paths: pages.slice(0, 12).map((id) => `${api}/posts?categories=${id}&per_page=100`),
    },
    {
      title: 'posts/{id}?_fields=id,title',
      paths: ids.map((id) => `${api}/posts/${id}?_fields=id,title`),
    },
    {
      title: 'posts?_embed&per_page=10&page=N',
      paths: pages.map((page) => `${api}/posts?_embed&per_page=10&page=${page}`),
    },
  ]);
});

/** A function of its own, so that the library is freed: with 400 MB to collect, the client's own pauses were its p99. */
function writeIndex(index: string) {
  const library = createLargeLibrary(posts);
  const started = performance.now();
  writeContentIndex(library, index);
  console.log(
    `${posts} posts, content index written in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  const words = [...new Set(library.documents.flatMap(({ title }) => title.split(' ')))]
    .map((word) => word.replace(/[^a-z]/g, ''))
    .filter((word) => word.length > 3);
  const never = [...new Set(words.slice(200, 1_000))];
  return { words: words.slice(0, 200), never, ids: library.documents.slice(0, 5_000).map(({ id }) => id) };
}

async function compare(atTheEnd: AtTheEnd, index: string, loads: readonly Load[]): Promise<void> {
  const warmUp = await start(atTheEnd, 'ours', index);
  // The thread for queries starts with the first one, and has modules of its own to compile.
  await (await fetch(`http://127.0.0.1:${warmUp.port}${loads[0]?.paths[0]}`)).arrayBuffer();
  warmUp.child.send('end');
  await once(warmUp.child, 'exit');
  const ours = await start(atTheEnd, 'ours', index);
  const fresh = await usage(ours.child);
  const answers = join(folder, 'answers.jsonl');
  const lines: string[] = [];
  for (const path of new Set(
    loads.flatMap(({ paths }) => paths.map((one) => one.replace(/&turn=\d+$/, ''))),
  )) {
    // The loads ask for no coding either.
    const response = await fetch(`http://127.0.0.1:${ours.port}${path}`, { headers: uncoded });
    const headers = Object.fromEntries(response.headers);
    for (const own of ['connection', 'date', 'keep-alive', 'transfer-encoding']) delete headers[own];
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
    lines.push(JSON.stringify({ path, headers, body: await response.text() }));
  }
  writeFileSync(answers, lines.join('\n'));
  lines.length = 0;
  const bare = await start(atTheEnd, 'bare', answers);
  console.log(
    'load                              req/s    bare   ratio    p50 ms   p99 ms   cpu µs  cpu ratio',
  );
  for (const { title, paths } of loads) {
    const measured: { ours: Measure; bare: Measure }[] = [];
    for (let round = 0; round < rounds; round++) {
      measured.push({ ours: await measure(ours, paths), bare: await measure(bare, paths) });
    }
    measured.sort((a, b) => a.ours.perSecond / a.bare.perSecond - b.ours.perSecond / b.bare.perSecond);
    const middle = measured[Math.floor(rounds / 2)];
    if (!middle) throw new Error('ROUNDS must be at least 1.');
    const { ours: own, bare: other } = middle;
    const cells = [
      title.padEnd(31),
      own.perSecond.toFixed(0).padStart(7),
      other.perSecond.toFixed(0).padStart(7),
      (own.perSecond / other.perSecond).toFixed(2).padStart(7),
      own.p50.toFixed(2).padStart(9),
      own.p99.toFixed(2).padStart(8),
      own.cpu.toFixed(0).padStart(8),
      (other.cpu / own.cpu).toFixed(2).padStart(10),
    ];
    console.log(cells.join(' '));
  }
  const { memory } = await usage(ours.child);
  await delay(10_000);
  const later = await usage(ours.child);
  console.log(
    `ready after ${ours.readyAfter.toFixed(0)} ms; resident ${mega(fresh.memory)} MB at start, ${mega(memory)} MB after the load, ${mega(later.memory)} MB 10 s later`,
  );
  if (peer === undefined) return;
  console.log(`${peer}:`);
  for (const { title, perSecond } of await measurePeer(peer, secondsEach))
    console.log(`${title.padEnd(31)} ${perSecond.toFixed(1).padStart(7)}`);
}

async function compareNumbers(atTheEnd: AtTheEnd, index: string, loads: readonly Load[]): Promise<void> {
  const balanced: BenchServer[] = [];
  const servers: BenchServer[] = [];
  while (servers.length < sidecars) {
    const started = await start(atTheEnd, 'ours', index);
    servers.push(started);
    const port = await findFreePort();
    const nginx = await startNginx({
      folder: join(folder, `nginx-${servers.length}`),
      root: folder,
      socket: '',
      port,
      workers: 1,
      http: `access_log off;
    upstream sidecars { ${servers.map((one) => `server 127.0.0.1:${one.port};`).join(' ')} keepalive 16; }
    server {
        listen 127.0.0.1:${port};
        keepalive_requests 10000000;
        location / { proxy_pass http://sidecars; proxy_http_version 1.1; proxy_set_header Connection ''; }
    }`,
    });
    atTheEnd(nginx.stop);
    balanced.push({ ...started, port });
  }
  console.log(
    `load; req/s and p99 ms of ${balanced.map((_, at) => at + 1).join(', ')} sidecars behind nginx`,
  );
  for (const { title, paths } of loads) {
    const measured: Measure[][] = balanced.map(() => []);
    for (let round = 0; round < rounds; round++)
      for (const [at, server] of balanced.entries()) measured[at]?.push(await measure(server, paths));
    const cells = measured.map((own) => {
      const middle = own.sort((a, b) => a.perSecond - b.perSecond)[Math.floor(rounds / 2)];
      return `${middle?.perSecond.toFixed(0).padStart(7)} ${middle?.p99.toFixed(1).padStart(6)}`;
    });
    console.log(`${title.padEnd(34)}${cells.join('  ')}`);
  }
}

/** The same questions under enough addresses that none is still kept when it comes again. */
function vary(paths: readonly string[]): string[] {
  return Array.from({ length: 20 }, (_, turn) => paths.map((path) => `${path}&turn=${turn}`)).flat();
}

async function start(atTheEnd: AtTheEnd, name: 'ours' | 'bare', file: string): Promise<BenchServer> {
  const child = fork(join(import.meta.dirname, 'api-server.ts'), [name, file], {
    execArgv: startOptions,
    env: { ...process.env, ...memorySettings, NODE_COMPILE_CACHE: join(folder, 'compiled') },
  });
  atTheEnd(() => child.kill());
  const [{ port, readyAfter }] = (await once(child, 'message')) as [{ port: number; readyAfter: number }];
  return { child, port, readyAfter };
}

async function usage(child: ChildProcess): Promise<{ cpu: number; memory: number }> {
  child.send('usage');
  const [used] = (await once(child, 'message')) as [{ cpu: number; memory: number }];
  return used;
}

/** Asks for the paths in turn over a few connections, each waiting for its answer before it asks again. */
async function measure({ child, port }: BenchServer, paths: readonly string[]): Promise<Measure> {
  const requests = paths.map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`),
  );
  let next = 0;
  const times: number[] = [];
  const turn = () => requests[next++ % requests.length] ?? Buffer.alloc(0);
  await drive(port, turn, 300, []);
  const before = await usage(child);
  const started = performance.now();
  await drive(port, turn, secondsEach * 1000, times);
  const seconds = (performance.now() - started) / 1000;
  const { cpu } = await usage(child);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    cpu: (cpu - before.cpu) / times.length,
  };
}

function drive(port: number, turn: () => Buffer, milliseconds: number, times: number[]): Promise<unknown> {
  const end = performance.now() + milliseconds;
  return Promise.all(Array.from({ length: connections }, () => driveOne(port, turn, end, times)));
}

function driveOne(port: number, turn: () => Buffer, end: number, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    let sent = 0;
    /** Bytes of the answer still to come; -1 while its head is not complete. */
    let missing = -1;
    let head = '';
    const ask = () => {
      if (performance.now() > end) {
        socket.destroy();
        resolve();
        return;
      }
      missing = -1;
      head = '';
      sent = performance.now();
      socket.write(turn());
    };
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      if (missing < 0) {
        head += chunk.toString('latin1');
        const headEnd = head.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        missing = length - (head.length - headEnd - 4);
      } else missing -= chunk.length;
      if (missing > 0) return;
      times.push(performance.now() - sent);
      ask();
    });
  });
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

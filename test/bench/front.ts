import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sirv from 'sirv';
import { layOutRelease } from '../front/system/deployed-site.ts';
import { startNginx } from '../front/system/nginx-server.ts';
import { readNumbers } from '../helpers/command-words.ts';
import { findFreePort } from '../helpers/ports.ts';
import { layOutProject, projectRoot } from '../helpers/project-copy.ts';
import { startSite } from '../helpers/site-process.ts';
import { type AtTheEnd, runBench } from './run-bench.ts';

/**
 * `npm run bench:front`: what the fronts cost, as ratios within one run. nginx as deployed, with one worker, against
 * nginx that does nothing but send the same bytes (no headers, no negotiation, no tables), and the embedded front
 * against sirv. Rounds are interleaved, so that other work of the machine falls on all alike; medians count.
 *
 * CPU a request is that of the serving process (user and system, /proc), which disturbances move least.
 */
/** Of the process that `startSirv` starts; the command itself has numbers. */
const isSirv = process.argv[2] === 'sirv';
const [rounds = 0, seconds = 0] = isSirv
  ? []
  : readNumbers('Usage: npm run bench:front -- [ROUNDS [SECONDS]]', 5, 2);
const ticksPerSecond = 100;
const browser =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

interface Runner {
  readonly name: string;
  readonly url: string;
  readonly accept: string;
  readonly pid: () => number;
  /** The runner that this one is a ratio of. */
  readonly against: string;
}

if (isSirv) {
  await serveBySirv(process.argv[3] ?? '', Number(process.argv[4]));
} else {
  await runBench(['nginx', 'wrk'], compare);
}

async function compare(atTheEnd: AtTheEnd): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-bench-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  const project = join(folder, 'project');
  layOutProject(project, join(projectRoot, 'content'));
  const embedded = await startSite(project);
  atTheEnd(embedded.stop);
  const root = join(folder, 'srv');
  mkdirSync(root);
  layOutRelease(project, root);
  const client = join(root, 'current/dist/client');

  const full = await startNginx({
    folder: join(folder, 'full'),
    root,
    socket: join(folder, 'none.sock'),
    port: await findFreePort(),
    workers: 1,
    edit: (text) => text.replace(/access_log .*;/, 'access_log off;'),
  });
  atTheEnd(full.stop);
  const barePort = await findFreePort();
  const bare = await startNginx({
    folder: join(folder, 'bare'),
    root,
    socket: '',
    port: barePort,
    workers: 1,
    http: `access_log off; sendfile on; tcp_nopush on; types { text/html html; text/markdown md; application/json json; }
    server { listen 127.0.0.1:${barePort}; root ${client}; }`,
  });
  atTheEnd(bare.stop);
  const cachingPort = await findFreePort();
  const caching = await startNginx({
    folder: join(folder, 'caching'),
    root,
    socket: '',
    port: cachingPort,
    workers: 1,
    http: `access_log off; sendfile on; tcp_nopush on; types { text/html html; }
    open_file_cache max=20000 inactive=60s; open_file_cache_valid 1s;
    server { listen 127.0.0.1:${cachingPort}; root ${client}; }`,
  });
  atTheEnd(caching.stop);
  const sirvPort = await findFreePort();
  const sirvProcess = spawn(process.execPath, [import.meta.filename, 'sirv', client, String(sirvPort)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atTheEnd(() => sirvProcess.kill());
  await once(sirvProcess.stdout, 'data');

  const nginxWorker = (master: number | undefined) => () =>
    Number(readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim().split(' ')[0]);
  const runners: Runner[] = [
    ...(
      [
        ['HTML', '/about/', browser, '/about/index.html'],
        ['Markdown by Accept', '/about/', 'text/markdown, text/html, */*', '/about.md'],
        ['JSON list', '/wp-json/wp/v2/posts', '*/*', '/wp-json/wp/v2/posts.json'],
        ['404', '/no/such/page/', browser, '/_errors/404.html'],
      ] as const
    ).flatMap(([name, path, accept, file]) => [
      {
        name: `bare nginx, ${name}`,
        url: bare.url + file,
        accept,
        pid: nginxWorker(bare.process.pid),
        against: `bare nginx, ${name}`,
      },
      {
        name: `nginx as deployed, ${name}`,
        url: full.url + path,
        accept,
        pid: nginxWorker(full.process.pid),
        against: `bare nginx, ${name}`,
      },
    ]),
    {
      name: 'bare nginx with open files kept, HTML',
      url: `${caching.url}/about/index.html`,
      accept: browser,
      pid: nginxWorker(caching.process.pid),
      against: 'bare nginx, HTML',
    },
    {
      name: 'sirv, HTML',
      url: `http://127.0.0.1:${sirvPort}/about/`,
      accept: browser,
      pid: () => sirvProcess.pid ?? 0,
      against: 'sirv, HTML',
    },
    {
      name: 'embedded front, HTML',
      url: `${embedded.url}/about/`,
      accept: browser,
      pid: () => embedded.process.pid ?? 0,
      against: 'sirv, HTML',
    },
    {
      name: 'embedded front, Markdown by Accept',
      url: `${embedded.url}/about/`,
      accept: 'text/markdown',
      pid: () => embedded.process.pid ?? 0,
      against: 'sirv, HTML',
    },
  ];

  const results = new Map(runners.map(({ name }) => [name, { rate: [] as number[], cpu: [] as number[] }]));
  for (const runner of runners) await measure(runner, 1);
  for (let round = 0; round < rounds; round++) {
    for (const runner of round % 2 === 0 ? runners : runners.toReversed()) {
      const { rate, cpu } = await measure(runner, seconds);
      results.get(runner.name)?.rate.push(rate);
      results.get(runner.name)?.cpu.push(cpu);
    }
  }

  console.log(`\n${rounds} interleaved rounds of ${seconds} s each, wrk -t1 -c16; medians\n`);
  console.log(
    `${'what'.padEnd(40)}${'requests/s'.padStart(12)}${'ratio'.padStart(8)}${'µs CPU'.padStart(10)}${'ratio'.padStart(8)}`,
  );
  for (const { name, against } of runners) {
    const own = results.get(name);
    const other = results.get(against);
    if (!own || !other) continue;
    // Each round's two values are neighbours in time, so their ratio says more than the ratio of the medians.
    const rate = median(own.rate.map((value, round) => value / (other.rate[round] ?? 1)));
    const cpu = median(own.cpu.map((value, round) => value / (other.cpu[round] ?? 1)));
    console.log(
      name.padEnd(40) +
        median(own.rate).toFixed(0).padStart(12) +
        rate.toFixed(2).padStart(8) +
        median(own.cpu).toFixed(1).padStart(10) +
        cpu.toFixed(2).padStart(8),
    );
  }
}

/** Requests a second, and microseconds of CPU that the server spent on each. */
async function measure(
  { url, accept, pid }: Runner,
  duration: number,
): Promise<{ rate: number; cpu: number }> {
  const before = cpuSeconds(pid());
  const child = spawn('wrk', ['-t1', '-c16', `-d${duration}s`, '-H', `Accept: ${accept}`, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(child, 'close');
  const requests = Number(/(\d+) requests in/.exec(output)?.[1] ?? 0);
  const rate = Number(/Requests\/sec:\s*([\d.]+)/.exec(output)?.[1] ?? 0);
  if (/Socket errors/.test(output) || requests === 0) throw new Error(`${url} failed under load:\n${output}`);
  return { rate, cpu: ((cpuSeconds(pid()) - before) * 1e6) / requests };
}

/** User and system time of a process, all of its threads. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** What people put in front of a folder of files when they write a server themselves. */
async function serveBySirv(folder: string, port: number): Promise<void> {
  const serve = sirv(folder, { etag: true, gzip: false, brotli: false, dev: false });
  const server = createServer((request, response) => serve(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  console.log('listening');
}

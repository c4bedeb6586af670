import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { paths } from '../../src/core/model/urls.ts';
import { readOptions } from '../../src/terminal/options.ts';
import { exchange } from '../front/system/raw-exchange.ts';
import { refuse } from '../helpers/command-words.ts';
import { validMessage } from '../helpers/contact-app.ts';
import { servePublished } from './published-site.ts';
import { runBench } from './run-bench.ts';
import { drawCharts, type Sample, slopeOf } from './trend.ts';

/**
 * `npm run soak -- [--hours 2] [--rate 6] [--out soak]`: the example site on nginx, a sidecar and Redis while readers,
 * queries, MCP sessions and messages come at RATE requests a second in all, and while it is built and published, asked
 * to open its release again, and its logs are rotated. Each answer is compared with what it has to be. Prints the
 * slope of memory, file descriptors and event-loop delay after the first fifth of the time, and writes OUT.json and
 * OUT.svg. It fails for wrong answers alone.
 */
const usage = 'Usage: npm run soak -- [--hours 2] [--rate 6] [--out soak]';
const { values } = readOptions(usage, {
  hours: { type: 'string', default: '2' },
  rate: { type: 'string', default: '6' },
  out: { type: 'string', default: 'soak' },
});
const [hours, rate] = [Number(values.hours), Number(values.rate)];
if (!(hours > 0 && rate > 0)) refuse('--hours and --rate are numbers above 0.', usage);

/** Seconds from one to the next. */
const every = { publication: 180, hangup: 100, rotation: 240, sample: 5 };
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const wrong: string[] = [];
const done: Record<string, number> = {};
const count = (name: string) => {
  done[name] = (done[name] ?? 0) + 1;
};

await runBench(['redis-server', 'nginx', 'rsync', 'curl'], async (atTheEnd) => {
  const plenty = '1000000';
  const { site, publish } = await servePublished(atTheEnd, {
    CONTACT_PER_IP_HOUR: plenty,
    CONTACT_SITE_DAY: plenty,
    MCP_PER_MINUTE: plenty,
    LOG_LEVEL: 'error',
  });
  const started = performance.now();
  const end = started + hours * 3_600_000;
  const isOver = () => performance.now() >= end;
  const ask = async (
    path: string,
    options: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ) => exchange(site.url, { path, agent, ...options });
  const check = async (name: string, work: () => Promise<string | null>) => {
    count(name);
    const problem = await work().catch(String);
    if (problem !== null) wrong.push(`${new Date().toISOString()} ${name}: ${problem}`.slice(0, 300));
  };

  // What does not change with a release is what it was at first.
  const first = new Map<string, string>();
  const same = async (path: string) => {
    const { status, body } = await ask(path);
    if (status !== 200) return `${path}: status ${status}`;
    if (!first.has(path)) first.set(path, body);
    return first.get(path) === body ? null : `${path}: another answer than before`;
  };
  const pages = ['/', '/start-here/', '/start-here.md', '/feed.xml', '/one-gate/', '/wp-json/wp/v2/posts'];
  const queries = [
    'search=token',
    'per_page=3&offset=2',
    'search=markdown&orderby=relevance',
    '_embed=1&per_page=2',
  ];
  let turn = 0;
  const reader = () => same(pages[turn++ % pages.length] ?? '/');
  const marked = async () => {
    const { status, body } = await ask('/marked/');
    const releases = new Set([...body.matchAll(/release-(\d+)-/g)].map((match) => match[1]));
    if (status !== 200 || releases.size !== 1) return `/marked/: ${status}, releases ${[...releases].join()}`;
    for (const [, asset] of body.matchAll(/(?:href|src)="(\/_astro\/[^"]+)"/g)) {
      const answer = await ask(asset ?? '');
      if (answer.status !== 200) return `${asset} of a page: status ${answer.status}`;
    }
    return null;
  };
  const query = () => same(`/wp-json/wp/v2/posts?${queries[turn++ % queries.length]}`);
  const newQuery = async () => {
    const { status, headers } = await ask(`/wp-json/wp/v2/posts?search=${randomUUID().slice(0, 8)}`);
    return status === 200 && headers['x-wp-total'] === '0' ? null : `a term that nothing contains: ${status}`;
  };
  let text = '';
  const session = async () => {
    const client = new Client({ name: 'soak', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(site.url + paths.mcp)));
    const { tools } = await client.listTools();
    const found = await client.callTool({ name: 'search', arguments: { query: 'token' } });
    const { results } = found.structuredContent as { results: { id: string }[] };
    const fetched = JSON.stringify(
      await client.callTool({ name: 'fetch', arguments: { id: results[0]?.id } }),
    );
    await client.close();
    text ||= fetched;
    return tools.length > 0 && text === fetched ? null : 'another answer than before';
  };
  let delivered = 0;
  const message = async () => {
    const token = JSON.parse((await ask(paths.contactApi)).body).submit_token;
    const body = JSON.stringify({ ...validMessage, submit_token: token });
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
    const sent = await ask(paths.contactApi, { method: 'POST', headers, body });
    if (sent.status !== 200) return `a message: status ${sent.status} ${sent.body}`;
    delivered++;
    const again = await ask(paths.contactApi, { method: 'POST', headers, body });
    return JSON.parse(again.body).replayed === true ? null : `a message again: ${again.status} ${again.body}`;
  };
  // Of 20 requests: those of a session of MCP and of a message are several.
  const kinds = { reader, marked, query, newQuery, session, message };
  const order = [
    'reader',
    'query',
    'reader',
    'newQuery',
    'reader',
    'message',
    'marked',
    'query',
    'reader',
    'session',
  ] as const;
  const visitor = async () => {
    for (let step = 0; !isOver(); step++) {
      const name = order[step % order.length] ?? 'reader';
      void check(name, kinds[name]);
      await delay(1_700 / rate);
    }
  };

  const repeat = async (seconds: number, name: string, work: () => Promise<unknown>) => {
    while (performance.now() + seconds * 1_000 < end) {
      await delay(seconds * 1_000);
      await check(name, async () => {
        await work();
        return null;
      });
    }
  };
  let release = 0;
  const log = join(site.nginx.configuration, '../agentsite-access.log');
  const rotate = async () => {
    for (const name of readdirSync(join(log, '..')).filter((name) => name.endsWith('access.log')))
      renameSync(join(log, '..', name), join(log, '..', `${name}.1`));
    site.nginx.process.kill('SIGUSR1');
  };

  const charts: Record<string, Sample[]> = {};
  const note = (name: string, value: number) => {
    if (!Number.isFinite(value)) return;
    charts[name] ??= [];
    charts[name].push([(performance.now() - started) / 3_600_000, value]);
  };
  let processor = Number.NaN;
  const sample = async () => {
    const report = await (await fetch(`${site.operationsUrl}/metrics`)).text();
    const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(report)?.[1] ?? Number.NaN);
    const used = read('process_cpu_seconds_total');
    note('sidecar: memory (MB)', read('process_resident_memory_bytes') / 1e6);
    note('sidecar: heap in use (MB)', read('nodejs_heap_size_used_bytes') / 1e6);
    note('sidecar: file descriptors', read('process_open_fds'));
    note('sidecar: event-loop delay, p99 (ms)', read('nodejs_eventloop_lag_p99_seconds') * 1e3);
    note('sidecar: processor (s an hour)', ((used - processor) / every.sample) * 3_600);
    processor = used;
    note('nginx: memory of its processes (MB)', memoryOf(site.nginx.process.pid ?? 0));
    const memory = /used_memory:(\d+)/.exec(await site.redis.command('INFO', 'memory'))?.[1];
    note('Redis: memory in use (MB)', Number(memory) / 1e6);
    writeFileSync(`${values.out}.json`, JSON.stringify({ done, wrong, charts }));
  };
  const sampling = async () => {
    while (!isOver()) {
      await sample();
      await delay(every.sample * 1_000);
    }
  };
  await Promise.all([
    visitor(),
    sampling(),
    repeat(every.publication, 'publication', () => publish(++release)),
    repeat(every.hangup, 'hangup', async () => site.service.signal('SIGHUP')),
    repeat(every.rotation, 'rotation', rotate),
  ]);
  await delay(2_000);

  const mails = readdirSync(join(site.root, '../data/outbox')).filter((name) => name.endsWith('.eml')).length;
  if (mails !== delivered) wrong.push(`${mails} mails of ${delivered} delivered messages`);
  console.log(
    `${((performance.now() - started) / 3_600_000).toFixed(2)} h at ${rate} requests a second`,
    done,
  );
  for (const [name, samples] of Object.entries(charts)) {
    const settled = samples.slice(Math.floor(samples.length / 5));
    const { slope, margin } = slopeOf(settled);
    const [low, high] = [Math.min, Math.max].map((pick) =>
      pick(...settled.map(([, value]) => value)).toFixed(1),
    );
    console.log(
      `${name.padEnd(38)} ${low} to ${high}; slope an hour ${slope.toFixed(2)} ± ${margin.toFixed(2)}`,
    );
  }
  writeFileSync(`${values.out}.svg`, drawCharts(charts));
  console.log(`${wrong.length} wrong answers`);
  for (const line of wrong.slice(0, 20)) console.log(line);
  if (wrong.length > 0) process.exitCode = 1;
});

/** Megabytes of a process and of its children. */
function memoryOf(parent: number): number {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ');
  const sizes = [parent, ...children].map((pid) => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1e3;
    } catch {
      return 0;
    }
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

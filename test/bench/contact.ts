import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRedis } from '../../sidecar/adapters/redis-connection.ts';
import { openRedisContactStore } from '../../sidecar/adapters/redis-contact-store.ts';
import { openSqliteContactStore } from '../../sidecar/adapters/sqlite-contact-store.ts';
import type { ContactStore } from '../../sidecar/contact/ports.ts';
import { createLogger } from '../../sidecar/process/logger.ts';
import { readOptions } from '../../src/terminal/options.ts';
import { systemClock, validMessage } from '../helpers/contact-app.ts';
import { type RedisGroup, startFailingCluster, startRedisSentinels } from '../helpers/redis-failover.ts';
import { everyWrite, type RedisServer, startRedis } from '../helpers/redis-server.ts';
import { type AtTheEnd, runBench } from './run-bench.ts';

/**
 * `npm run bench:contact -- [--seconds 2] [--minutes 10]`: begin+commit pairs as a ratio to PING (for SQLite: to the
 * smallest durable write), the same on Sentinels and a Cluster as a ratio to one Redis that writes as they do, POST as
 * a ratio to a bare GET of the same server, memory a delivered message, and a soak of GETs that must leave the store as
 * it was. Both sides of a ratio are measured in turns; the middle of three rounds counts.
 */
const { values } = readOptions('Usage: npm run bench:contact -- [--seconds 2] [--minutes 10]', {
  seconds: { type: 'string', default: '2' },
  minutes: { type: 'string', default: '10' },
});
const seconds = Number(values.seconds);
const rounds = 3;
const plenty = { perCaller: 1_000_000, site: 1_000_000 };

/** Runs `work` again and again, `width` at a time. @returns times a second. */
async function rate(width: number, work: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const lane = async () => {
    while (performance.now() < end) {
      await work();
      count++;
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return count / seconds;
}

async function ratio(
  title: string,
  width: number,
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
  goal?: number,
) {
  const measured: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    measured.push({ bare: await rate(width, bare), ours: await rate(width, ours) });
  }
  const middle = measured.sort((a, b) => a.ours / a.bare - b.ours / b.bare)[Math.floor(rounds / 2)];
  if (!middle) return;
  const value = middle.ours / middle.bare;
  const verdict = goal === undefined ? '' : ` (goal ${goal}: ${value >= goal ? 'met' : 'MISSED'})`;
  console.log(
    `${title.padEnd(44)} ${width} at a time: ${middle.ours.toFixed(0)}/s to ${middle.bare.toFixed(0)}/s = ${value.toFixed(3)}${verdict}`,
  );
}

let serial = 0;

async function sendOne(store: ContactStore): Promise<void> {
  const id = `${serial++}`;
  const attempt = {
    attempt: `${id}-0123456789abcdef0123456789abcd`,
    delivery: `${id}-0123456789abcdef0123456789abcd`,
    slot: `${id}-0123456789abcdef0123456789abcd`,
    // Many windows of a few deliveries each, as on a real site, rather than one of thousands.
    channel: `agent-${serial % 1_000}` as 'agent',
    caller: `caller-${serial % 500}`,
    key: { id: `${id}-key-0123456789abcdef012345678`, fingerprint: '0123456789abcdef0123456789abcdef' },
    token: { id: `${id}-token-0123456789`, expiresAt: Date.now() + 900_000 },
  };
  const begun = await store.begin({ ...attempt, lease: 30_000, retention: 86_400_000, limits: plenty });
  if (begun.kind !== 'go') throw new Error(`The store says ${begun.kind}`);
  await store.commit({
    ...attempt,
    retention: 86_400_000,
    result: '{"sent":true,"message":"The message was delivered."}',
  });
}

async function benchRedisStore(server: RedisServer): Promise<void> {
  const connection = await openRedis(server.url, createLogger('silent'));
  const store = await openRedisContactStore({ connection, siteName: 'x', secretCheck: 'y', clock: null });
  for (const width of [1, 16, 64]) {
    await ratio(
      'Redis: begin+commit to PING',
      width,
      () => sendOne(store),
      () => connection.client.ping(),
      0.1,
    );
  }
  await server.command('FLUSHALL');
  await openRedisContactStore({ connection, siteName: 'x', secretCheck: 'y', clock: null });
  const used = async () => Number(/used_memory:(\d+)/.exec(await connection.client.info('memory'))?.[1]);
  const before = await used();
  for (let count = 0; count < 5_000; count++) await sendOne(store);
  console.log(
    `Redis: memory a delivered message with key: ${(((await used()) - before) / 5_000).toFixed(0)} B`,
  );
  await connection.close();
}

/** What a group that fails over costs: each record waits for a replica. */
async function benchGroup(name: string, group: RedisGroup, one: ContactStore): Promise<void> {
  for (const mayForget of [false, true]) {
    const connection = await openRedis(group.url, createLogger('silent'), { mayForget });
    const store = await openRedisContactStore({ connection, siteName: 'x', secretCheck: 'y', clock: null });
    const title = `${name}${mayForget ? ', may forget' : ''}: begin+commit to one Redis`;
    for (const width of [1, 16])
      await ratio(
        title,
        width,
        () => sendOne(store),
        () => sendOne(one),
      );
    await connection.close();
  }
  await group.stop();
}

async function benchSqliteStore(folder: string): Promise<void> {
  const store = openSqliteContactStore(join(folder, 'store'), systemClock);
  const { DatabaseSync } = await import('node:sqlite');
  const bare = new DatabaseSync(join(folder, 'bare.sqlite'));
  bare.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (n INTEGER)');
  const write = bare.prepare('INSERT INTO t VALUES (1)');
  await ratio(
    'SQLite: begin+commit to one durable write',
    1,
    () => sendOne(store),
    async () => write.run(),
    0.1,
  );
  const before = sizeOf(join(folder, 'store'));
  for (let count = 0; count < 5_000; count++) await sendOne(store);
  const after = sizeOf(join(folder, 'store'));
  console.log(`SQLite: file growth a delivered message with key: ${((after - before) / 5_000).toFixed(0)} B`);
  bare.close();
  await store.close();
}

function sizeOf(folder: string): number {
  return readdirSync(folder)
    .filter((name) => name.startsWith('contact.sqlite') && !name.endsWith('-shm'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

function call(
  url: string,
  method: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${method} ${url}: ${response.statusCode} ${text}`));
      });
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed a connection that was idle, just before this request took it.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(call(url, method, headers, body));
      else reject(error);
    });
    sent.end(body);
  });
}

/** @returns the soak, which may run next to another one. */
async function benchHttp(
  kind: 'redis' | 'sqlite',
  where: string,
  size: () => Promise<number>,
  atTheEnd: AtTheEnd,
): Promise<() => Promise<void>> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'contact-server.ts'), [kind, where]);
  atTheEnd(() => child.kill());
  const [url] = (await once(child, 'message')) as [string];
  const endpoint = `${url}/wp-json/site/v1/contact`;
  const tokens: string[] = [];
  const refill = async () => {
    const lane = async () => {
      for (let count = 0; count < 700 * seconds; count++)
        tokens.push(JSON.parse(await call(endpoint, 'GET')).submit_token);
    };
    await Promise.all(Array.from({ length: 16 }, lane));
  };
  const post = () => {
    const body = JSON.stringify({ ...validMessage, submit_token: tokens.pop() });
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'Idempotency-Key': randomUUID(),
    };
    return call(endpoint, 'POST', headers, body);
  };
  const bare = () => call(`${url}/bare`, 'GET');
  const name = kind === 'redis' ? 'Redis' : 'SQLite';
  for (let round = 0; round < rounds; round++) await refill();
  await ratio(`${name}: POST to a bare GET`, 16, post, bare, 0.1);
  await ratio(`${name}: GET of a token to a bare GET`, 16, () => call(endpoint, 'GET'), bare, 0.1);

  return async () => {
    const before = await size();
    const end = performance.now() + Number(values.minutes) * 60_000;
    let gets = 0;
    while (performance.now() < end) {
      await Promise.all(Array.from({ length: 16 }, () => call(endpoint, 'GET')));
      gets += 16;
    }
    const after = await size();
    const verdict = before === after ? 'unchanged' : 'CHANGED';
    console.log(`${name}: ${gets} GETs in ${values.minutes} min: store ${before} → ${after} (${verdict})`);
  };
}

await runBench(['redis-server'], async (atTheEnd) => {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-bench-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startRedis();
  atTheEnd(server.stop);
  await benchRedisStore(server);
  const durable = await startRedis(...everyWrite);
  atTheEnd(durable.stop);
  const connection = await openRedis(durable.url, createLogger('silent'));
  const one = await openRedisContactStore({ connection, siteName: 'z', secretCheck: 'y', clock: null });
  await benchGroup('Sentinel', await startRedisSentinels(), one);
  await benchGroup('Cluster', await startFailingCluster(), one);
  await connection.close();
  await benchSqliteStore(folder);
  const soaks = [
    await benchHttp('redis', server.url, async () => Number(await server.command('DBSIZE')), atTheEnd),
    await benchHttp('sqlite', join(folder, 'http'), async () => sizeOf(join(folder, 'http')), atTheEnd),
  ];
  await Promise.all(soaks.map((soak) => soak()));
});

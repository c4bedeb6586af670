import { createHash } from 'node:crypto';
import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLimiter, type SharedCounts } from '../../../sidecar/mcp/limit.ts';
import { type RedisServer, startRedis, startRedisCluster } from '../../helpers/redis-server.ts';

const hashCaller = (caller: string) => createHash('sha256').update(caller).digest('hex').slice(0, 32);
const shared = (client: object): SharedCounts => ({ client, siteName: 'notes.example.org', hashCaller });

let server: RedisServer;
let redis: Redis;

beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.port, '127.0.0.1', { maxRetriesPerRequest: 0, retryStrategy: () => 50 });
  redis.on('error', () => {});
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

describe.each(['memory', 'Redis'])('counts in %s', (where) => {
  const limiter = (perMinute: number) =>
    createLimiter({ perMinute, redis: where === 'Redis' ? shared(redis) : null });

  test('a fresh caller has everything, and peeking costs nothing', async () => {
    const { peek } = limiter(5);
    for (let times = 0; times < 3; times++) {
      expect(await peek('192.0.2.1')).toEqual({ limit: 5, remaining: 5, resetSeconds: 60, exceeded: false });
    }
  });

  test('each unit counts, up to the limit and not over it', async () => {
    const { consume, peek } = limiter(5);
    expect(await consume('192.0.2.2', 1)).toMatchObject({ remaining: 4, exceeded: false });
    expect(await consume('192.0.2.2', 4)).toMatchObject({ remaining: 0, exceeded: false });
    expect(await consume('192.0.2.2', 1)).toMatchObject({ remaining: 0, exceeded: true });
    const after = await peek('192.0.2.2');
    expect(after.resetSeconds).toBeGreaterThan(50);
    expect(after.resetSeconds).toBeLessThanOrEqual(60);
  });

  test('callers do not share', async () => {
    const { consume } = limiter(10);
    expect((await consume('192.0.2.3', 1)).remaining).toBe(9);
    expect((await consume('192.0.2.4', 1)).remaining).toBe(9);
    expect((await consume('2001:db8:1:1::/64', 1)).remaining).toBe(9);
    expect((await consume('192.0.2.3', 1)).remaining).toBe(8);
  });

  test('races are counted to the last unit', async () => {
    const { consume } = limiter(50);
    const budgets = await Promise.all(Array.from({ length: 80 }, () => consume('192.0.2.5', 1)));
    expect(budgets.filter((budget) => !budget.exceeded)).toHaveLength(50);
  });
});

test('two processes on one Redis share the budget', async () => {
  const first = createLimiter({ perMinute: 10, redis: shared(redis) });
  const second = createLimiter({ perMinute: 10, redis: shared(redis) });
  await first.consume('192.0.2.7', 6);
  expect(await second.consume('192.0.2.7', 6)).toMatchObject({ exceeded: true });
});

test('a Redis Cluster counts, whichever node a caller falls to', async () => {
  const cluster = await startRedisCluster();
  const nodes = cluster.nodes.map(({ port }) => ({ host: '127.0.0.1', port }));
  const client = new Cluster(nodes, { enableOfflineQueue: true });
  const problems: unknown[] = [];
  const { consume } = createLimiter({
    perMinute: 5,
    redis: shared(client),
    onStoreError: (problem) => problems.push(problem),
  });
  for (let caller = 0; caller < 20; caller++) {
    expect((await consume(`192.0.2.${caller}`, 3)).remaining).toBe(2);
    expect((await consume(`192.0.2.${caller}`, 3)).exceeded).toBe(true);
  }
  expect(problems).toEqual([]);
  client.disconnect();
  await cluster.stop();
});

test('counts in Redis are under the site and a hash of the caller, and end by themselves', async () => {
  const { consume, peek } = createLimiter({ perMinute: 10, redis: shared(redis) });
  await consume('192.0.2.8', 2);
  const key = `mcp:notes.example.org:${hashCaller('192.0.2.8')}`;
  expect(Number(await server.command('PTTL', key))).toBeGreaterThan(50_000);
  expect(await server.command('GET', key)).toBe('2');
  expect(await server.command('KEYS', '*192.0.2*')).toBe('');
  await server.command('PEXPIRE', key, '1');
  await expect.poll(() => peek('192.0.2.8')).toMatchObject({ remaining: 10, exceeded: false });
});

test('sites that share a Redis do not share budgets', async () => {
  const one = createLimiter({ perMinute: 10, redis: shared(redis) });
  const other = createLimiter({ perMinute: 10, redis: { ...shared(redis), siteName: 'other.example' } });
  await one.consume('192.0.2.13', 4);
  expect((await other.peek('192.0.2.13')).remaining).toBe(10);
});

test('a Redis that forgot its scripts is no obstacle', async () => {
  const { consume } = createLimiter({ perMinute: 10, redis: shared(redis) });
  await consume('192.0.2.9', 1);
  await server.command('SCRIPT', 'FLUSH');
  expect((await consume('192.0.2.9', 1)).remaining).toBe(8);
});

test('while Redis is away each process counts for itself, says so, and returns to Redis afterwards', async () => {
  const problems: unknown[] = [];
  const { consume } = createLimiter({
    perMinute: 3,
    redis: shared(redis),
    onStoreError: (problem) => problems.push(problem),
  });
  await consume('192.0.2.10', 1);
  await server.kill();
  expect(await consume('192.0.2.10', 3)).toMatchObject({ remaining: 0, exceeded: false });
  expect(await consume('192.0.2.10', 1)).toMatchObject({ exceeded: true });
  expect(problems).toHaveLength(1);
  await server.start();
  await expect.poll(() => redis.status).toBe('ready');
  expect((await consume('192.0.2.11', 1)).remaining).toBe(2);
  expect(problems).toHaveLength(1);
});

test('while Redis can be read but not written each process counts for itself, and says so once', async () => {
  const problems: unknown[] = [];
  const { consume, peek } = createLimiter({
    perMinute: 3,
    redis: shared(redis),
    onStoreError: (problem) => problems.push(problem),
  });
  await server.command('CONFIG', 'SET', 'min-replicas-to-write', '1');
  for (const left of [2, 1, 0]) {
    expect((await consume('192.0.2.12', 1)).remaining).toBe(left);
    expect((await peek('192.0.2.12')).remaining).toBe(left);
  }
  expect(problems).toHaveLength(1);
  await server.command('CONFIG', 'SET', 'min-replicas-to-write', '0');
  expect((await consume('192.0.2.14', 1)).remaining).toBe(2);
  expect(await server.command('GET', `mcp:notes.example.org:${hashCaller('192.0.2.14')}`)).toBe('1');
});

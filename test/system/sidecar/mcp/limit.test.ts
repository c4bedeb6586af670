import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLimiter, type ScriptRunner } from '../../../../sidecar/mcp/limit.ts';
import { type RedisServer, startRedis, startRedisCluster } from '../../../helpers/redis-server.ts';

const now = Date.now;
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
  const limiter = (perMinute: number, windowMs?: number) =>
    createLimiter({
      perMinute,
      now,
      ...(windowMs === undefined ? {} : { windowMs }),
      ...(where === 'Redis' ? { redis } : {}),
    });

  test('a fresh caller has everything, and looking costs nothing', async () => {
    const { look, close } = limiter(5);
    for (let times = 0; times < 3; times++) {
      expect(await look('192.0.2.1')).toEqual({ limit: 5, remaining: 5, resetSeconds: 60, exceeded: false });
    }
    close();
  });

  test('each unit counts, up to the limit and not over it', async () => {
    const { spend, look, close } = limiter(5);
    expect(await spend('192.0.2.2', 1)).toMatchObject({ remaining: 4, exceeded: false });
    expect(await spend('192.0.2.2', 4)).toMatchObject({ remaining: 0, exceeded: false });
    expect(await spend('192.0.2.2', 1)).toMatchObject({ remaining: 0, exceeded: true });
    const after = await look('192.0.2.2');
    expect(after.resetSeconds).toBeGreaterThan(50);
    expect(after.resetSeconds).toBeLessThanOrEqual(60);
    close();
  });

  test('callers do not share', async () => {
    const { spend, close } = limiter(10);
    expect((await spend('192.0.2.3', 1)).remaining).toBe(9);
    expect((await spend('192.0.2.4', 1)).remaining).toBe(9);
    expect((await spend('2001:db8:1:1::/64', 1)).remaining).toBe(9);
    expect((await spend('192.0.2.3', 1)).remaining).toBe(8);
    close();
  });

  test('races are counted to the last unit', async () => {
    const { spend, close } = limiter(50);
    const budgets = await Promise.all(Array.from({ length: 80 }, () => spend('192.0.2.5', 1)));
    expect(budgets.filter((budget) => !budget.exceeded)).toHaveLength(50);
    close();
  });

  test('the budget is full again after its window', async () => {
    const { spend, close } = limiter(2, 300);
    await spend('192.0.2.6', 3);
    expect((await spend('192.0.2.6', 1)).exceeded).toBe(true);
    await new Promise((wake) => setTimeout(wake, 350));
    expect(await spend('192.0.2.6', 1)).toMatchObject({ remaining: 1, exceeded: false });
    close();
  });
});

test('two processes on one Redis share the budget', async () => {
  const first = createLimiter({ perMinute: 10, now, redis });
  const second = createLimiter({ perMinute: 10, now, redis });
  await first.spend('192.0.2.7', 6);
  expect(await second.spend('192.0.2.7', 6)).toMatchObject({ exceeded: true });
});

test('a Redis Cluster counts, whichever node a caller falls to', async () => {
  const cluster = await startRedisCluster();
  const nodes = cluster.nodes.map(({ port }) => ({ host: '127.0.0.1', port }));
  const client = new Cluster(nodes, { enableOfflineQueue: true });
  const faults: unknown[] = [];
  const { spend } = createLimiter({
    perMinute: 5,
    now,
    redis: client,
    onStoreFault: (fault) => faults.push(fault),
  });
  for (let caller = 0; caller < 20; caller++) {
    expect((await spend(`192.0.2.${caller}`, 3)).remaining).toBe(2);
    expect((await spend(`192.0.2.${caller}`, 3)).exceeded).toBe(true);
  }
  expect(faults).toEqual([]);
  client.disconnect();
  await cluster.stop();
}, 60_000);

test('counts in Redis end by themselves', async () => {
  const { spend } = createLimiter({ perMinute: 10, now, redis });
  await spend('192.0.2.8', 2);
  expect(Number(await server.command('PTTL', 'mcp:rate:192.0.2.8'))).toBeGreaterThan(50_000);
  expect(await server.command('GET', 'mcp:rate:192.0.2.8')).toBe('2');
});

test('a Redis that forgot its scripts is no obstacle', async () => {
  const { spend } = createLimiter({ perMinute: 10, now, redis });
  await spend('192.0.2.9', 1);
  await server.command('SCRIPT', 'FLUSH');
  expect((await spend('192.0.2.9', 1)).remaining).toBe(8);
});

test('while Redis is away each process counts for itself, says so, and returns to Redis afterwards', async () => {
  const faults: unknown[] = [];
  const { spend, close } = createLimiter({
    perMinute: 3,
    now,
    redis,
    onStoreFault: (fault) => faults.push(fault),
  });
  await spend('192.0.2.10', 1);
  await server.kill();
  expect(await spend('192.0.2.10', 3)).toMatchObject({ remaining: 0, exceeded: false });
  expect(await spend('192.0.2.10', 1)).toMatchObject({ exceeded: true });
  expect(faults).toHaveLength(1);
  await server.start();
  await expect.poll(() => redis.status, { timeout: 10_000 }).toBe('ready');
  expect((await spend('192.0.2.11', 1)).remaining).toBe(2);
  expect(faults).toHaveLength(1);
  close();
});

test('a Redis that never answers keeps nobody waiting', async () => {
  const silent: ScriptRunner = { eval: () => new Promise(() => {}) };
  const { spend, close } = createLimiter({ perMinute: 3, now, redis: silent });
  const begun = performance.now();
  expect((await spend('192.0.2.12', 1)).remaining).toBe(2);
  expect(performance.now() - begun).toBeLessThan(2000);
  close();
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openRedis } from '../../../sidecar/adapters/redis-connection.ts';
import { openRedisPluginStores } from '../../../sidecar/adapters/redis-plugin-store.ts';
import { openSqlitePluginStores } from '../../../sidecar/adapters/sqlite-plugin-store.ts';
import { startJobs } from '../../../sidecar/plugins/jobs.ts';
import { createLogger } from '../../../sidecar/process/logger.ts';
import type { PluginStore } from '../../../src/plugins/sidecar-plugin.ts';
import { everyWrite, startRedis } from '../../helpers/redis-server.ts';

/** Opens the stores of one plugin, and of another one, in each of two sidecars; SQLite has one. */
type Open = () => Promise<{
  readonly sidecars: readonly [PluginStore, PluginStore];
  readonly other: PluginStore;
}>;

const openSqlite: Open = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-stores-'));
  const stores = openSqlitePluginStores(folder, { now: () => Date.now() });
  onTestFinished(async () => {
    await stores.close();
    rmSync(folder, { recursive: true });
  });
  return { sidecars: [stores.open('one'), stores.open('one')], other: stores.open('two') };
};

const openTwo: Open = async () => {
  const server = await startRedis(...everyWrite);
  const connections = await Promise.all([1, 2].map(() => openRedis(server.url, createLogger('silent'))));
  onTestFinished(async () => {
    await Promise.all(connections.map(({ close }) => close()));
    await server.stop();
  });
  const [first, second] = connections.map((connection) =>
    openRedisPluginStores(connection, 'notes.example.org'),
  );
  if (!first || !second) throw new Error('Two connections were opened.');
  return { sidecars: [first.open('one'), second.open('one')], other: first.open('two') };
};

describe.each([
  ['SQLite', openSqlite],
  ['Redis', openTwo],
])('the store of a plugin on %s', (_, open) => {
  test('has values of its own, for a while or for good', async () => {
    const { sidecars, other } = await open();
    const [a, b] = sidecars;
    await a.set('key', 'value');
    await a.set('long', 'value', 600_000);
    await a.set('short', 'value', 1);
    expect([await b.get('key'), await b.get('long'), await other.get('key')]).toEqual([
      'value',
      'value',
      null,
    ]);
    await vi.waitFor(async () => expect(await b.get('short')).toBe(null), { timeout: 20_000 });
    await b.delete('key');
    expect(await a.get('key')).toBe(null);
  });

  test('replaces the expected value only, once among many', async () => {
    const { sidecars } = await open();
    const [a, b] = sidecars;
    const first = await Promise.all(
      Array.from({ length: 20 }, (_, at) => sidecars[at % 2 === 0 ? 0 : 1].replace('key', null, `${at}`)),
    );
    expect(first.filter(Boolean)).toHaveLength(1);
    const value = await a.get('key');
    expect(await b.replace('key', 'another', 'x')).toBe(false);
    expect(await b.replace('key', '', 'x')).toBe(false);
    expect(await b.replace('key', value, '')).toBe(true);
    expect(await a.replace('key', null, 'x')).toBe(false);
    expect(await a.replace('key', '', null)).toBe(true);
    expect(await a.get('key')).toBe(null);
  });

  test('lists what begins with a text, in order, and nothing that expired', async () => {
    const { sidecars, other } = await open();
    const [a, b] = sidecars;
    for (const key of ['to 2', 'to 1', 'to*', 'tu', 't[o] 1']) await a.set(key, key.toUpperCase());
    await a.append('to 3', 'x');
    await a.set('to 4', 'gone', 1);
    await other.set('to 1', 'of another');
    await vi.waitFor(async () => expect(await b.get('to 4')).toBe(null), { timeout: 20_000 });
    expect(await b.list('to ')).toEqual([
      ['to 1', 'TO 1'],
      ['to 2', 'TO 2'],
      ['to 3', 'x'],
    ]);
    expect(await b.list('to*')).toEqual([['to*', 'TO*']]);
    expect(await b.list('t[o]')).toHaveLength(1);
    expect(await b.list('')).toHaveLength(6);
    expect(await b.list('x')).toEqual([]);
  });

  test('appends without losing anything', async () => {
    const { sidecars } = await open();
    await Promise.all(
      Array.from({ length: 50 }, (_, at) => sidecars[at % 2 === 0 ? 0 : 1].append('list', `${at}\n`)),
    );
    const lines = (await sidecars[0].get('list'))?.trim().split('\n') ?? [];
    expect(new Set(lines).size).toBe(50);
  });

  test('a job runs in one of two sidecars at a time, and goes on after it failed', async () => {
    const { sidecars } = await open();
    const runs: string[] = [];
    const errors: unknown[] = [];
    const start = (name: string, store: PluginStore) =>
      startJobs(
        [
          {
            name: 'tidy',
            every: 1_000,
            run: async () => {
              runs.push(name);
              throw new Error('dust');
            },
          },
        ],
        store,
        (error) => errors.push(error),
      );
    const startedAt = performance.now();
    const ends = [start('a', sidecars[0]), start('b', sidecars[1])];
    await vi.waitFor(() => expect(runs.length).toBeGreaterThanOrEqual(3), { timeout: 30_000 });
    for (const end of ends) end();
    // Leases end a little early.
    expect(runs.length).toBeLessThanOrEqual((performance.now() - startedAt) / 850 + 1);
    await vi.waitFor(() => expect(errors).toHaveLength(runs.length), { timeout: 20_000 });
  });

  test('a job that takes longer than its pause runs once at a time, and another sidecar goes on', async () => {
    const { sidecars } = await open();
    let running = 0;
    let most = 0;
    const runs: string[] = [];
    const start = (name: string, store: PluginStore) => {
      const run = async () => {
        runs.push(name);
        most = Math.max(most, ++running);
        await delay(1_700);
        running--;
      };
      return startJobs([{ name: 'slow', every: 1_000, run }], store, () => undefined);
    };
    const ends = [start('a', sidecars[0]), start('b', sidecars[1])];
    await vi.waitFor(() => expect(runs).toHaveLength(1), { timeout: 20_000 });
    ends[runs[0] === 'a' ? 0 : 1]?.();
    await vi.waitFor(() => expect(new Set(runs).size).toBe(2), { timeout: 20_000 });
    for (const end of ends) end();
    await vi.waitFor(() => expect(running).toBe(0), { timeout: 20_000 });
    expect(most).toBe(1);
  });
});

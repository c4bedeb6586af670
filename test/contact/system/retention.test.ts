import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { sweepOutbox } from '../../../sidecar/adapters/outbox-mailer.ts';
import { openRedis } from '../../../sidecar/adapters/redis-connection.ts';
import { openRedisContactStore } from '../../../sidecar/adapters/redis-contact-store.ts';
import { openSqliteContactStore } from '../../../sidecar/adapters/sqlite-contact-store.ts';
import { createContact } from '../../../sidecar/contact/create-contact.ts';
import type { BeginRequest, ContactStore } from '../../../sidecar/contact/ports.ts';
import { createLogger } from '../../../sidecar/process/logger.ts';
import { contactParts } from '../../helpers/contact-app.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { startRedis } from '../../helpers/redis-server.ts';
import { VirtualClock } from './store-model.ts';

const folder = makeQuickFolder('retention');
const hour = 3_600_000;
const day = 24 * hour;
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.useRealTimers());

const request = (now: number): BeginRequest => ({
  attempt: 'attempt-trace',
  delivery: 'delivery-trace',
  slot: 'delivery-trace',
  channel: 'agent',
  caller: 'caller-trace',
  key: { id: 'key-trace', fingerprint: 'fingerprint-trace' },
  token: { id: 'token-trace', expiresAt: now + 900_000 },
  lease: 30_000,
  retention: day,
  limits: { perCaller: 10, site: 25 },
});

async function deliver(store: ContactStore, now: number): Promise<void> {
  await store.begin(request(now));
  await store.commit({ ...request(now), result: 'R' });
}

test('expired rows leave the SQLite file without any message coming: callers after their hour, the rest after a day', async () => {
  const own = join(folder, 'rows');
  const clock = new VirtualClock();
  const store = openSqliteContactStore(own, clock);
  await deliver(store, clock.now());
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const contact = createContact(await contactParts(own, { store, clock, sweep: () => store.sweep() }));
  const reader = new DatabaseSync(join(own, 'contact.sqlite'), { readOnly: true });
  const count = (sql: string) => reader.prepare(`SELECT count(*) AS n FROM ${sql}`).get()?.n;

  expect(count("slots WHERE bucket LIKE '%caller-trace'")).toBe(1);
  clock.time += hour + 30_000;
  await vi.advanceTimersByTimeAsync(hour);
  expect(count("slots WHERE bucket LIKE '%caller-trace'")).toBe(0);
  expect([count('slots'), count('keys'), count('tokens')]).toEqual([1, 1, 0]);

  clock.time += day;
  await vi.advanceTimersByTimeAsync(hour);
  expect([count('slots'), count('keys'), count('tokens')]).toEqual([0, 0, 0]);
  reader.close();
  const files = readdirSync(own, { withFileTypes: true }).filter((file) => file.isFile());
  const bytes = files.map(({ name }) => readFileSync(join(own, name), 'latin1')).join('');
  expect(bytes).not.toContain('trace');
  await contact.close(0);
});

test('every key that a message leaves in Redis has a time to live, of two days at most', async () => {
  const server = await startRedis();
  const connection = await openRedis(server.url, createLogger('silent'));
  const store = await openRedisContactStore({ connection, siteName: 'x', secretCheck: 'y', clock: null });
  await deliver(store, Date.now());
  const keys = (await connection.client.keys('contact:*')).filter((name) => !name.endsWith(':secret'));
  expect(keys).toHaveLength(4);
  for (const name of keys) {
    const left = await connection.client.pttl(name);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(name.includes(':l:') ? 2 * hour : 2 * day);
  }
  await connection.close();
  await server.stop();
});

test('mails leave the outbox after their days, and nothing else does', async () => {
  const outbox = join(folder, 'outbox');
  mkdirSync(outbox);
  const now = Date.now();
  for (const [name, age] of [
    ['old.eml', 91],
    ['young.eml', 89],
    ['old.txt', 91],
  ] as const) {
    writeFileSync(join(outbox, name), 'x');
    const at = new Date(now - age * day);
    utimesSync(join(outbox, name), at, at);
  }
  await sweepOutbox(outbox, 90, now);
  expect(readdirSync(outbox).sort()).toEqual(['old.txt', 'young.eml']);
  await sweepOutbox(join(folder, 'nowhere'), 90, now);
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
});

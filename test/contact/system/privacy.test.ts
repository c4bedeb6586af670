import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openRedis } from '../../../sidecar/adapters/redis-connection.ts';
import { openRedisContactStore } from '../../../sidecar/adapters/redis-contact-store.ts';
import { openResendMailer } from '../../../sidecar/adapters/resend-mailer.ts';
import { openSmtpMailer } from '../../../sidecar/adapters/smtp-mailer.ts';
import { openSqliteContactStore } from '../../../sidecar/adapters/sqlite-contact-store.ts';
import type { ContactStore, Mailer } from '../../../sidecar/contact/ports.ts';
import { createLogger } from '../../../sidecar/process/logger.ts';
import {
  envelope,
  fetchToken,
  postMessage,
  startContactApp,
  systemClock,
} from '../../helpers/contact-app.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { startRedis } from '../../helpers/redis-server.ts';
import { type ResendMood, ResendStub } from '../../helpers/resend-stub.ts';

/** What a visitor leaves behind, each part unmistakable. */
const canary = {
  name: 'Canaryname Qzx',
  email: 'canarymail-qzx@example.org',
  subject: 'Canarysubject qzx',
  message: 'Canarymessage qzx',
  agent: 'Canaryagent qzx',
};
const key = 'canarykey-qzx-0123456789';
const address = '203.0.113.77';
const traces = [...Object.values(canary), key, address, 'qzx', 'Canary'];

/** Posts the canary in every way that links to another line of the log. */
async function leaveTraces(store: ContactStore, mailers: Mailer[], log: string[]): Promise<void> {
  const logger = createLogger('debug', { write: (line: string) => void log.push(line) });
  for (const [index, mailer] of mailers.entries()) {
    const timings = { lease: 3_000, oneTry: 150, allTries: 300, pause: 5 };
    const app = await startContactApp({ store, mailer, logger, timings });
    const headers = {
      'X-Forwarded-For': address,
      'Idempotency-Key': `${key}-${index}`,
      'User-Agent': 'Canary/1',
    };
    const token = await fetchToken(app.endpoint);
    await postMessage(app.endpoint, { ...canary, submit_token: token }, headers);
    await postMessage(app.endpoint, { ...canary, submit_token: token }, headers);
    await postMessage(app.endpoint, { ...canary, email: 'canary qzx', canaryfield_qzx: 1 }, headers);
    await postMessage(
      app.endpoint,
      { ...canary, submit_token: 'canarytoken-qzx' },
      { 'X-Forwarded-For': address },
    );
    await fetch(`${app.endpoint}?canary=qzx`, {
      method: 'POST',
      body: '{"canary": qzx',
      headers: { 'Content-Type': 'application/json' },
    });
    await app.http.stop(500);
    await app.contact.service.drain(30_000);
    rmSync(dirname(app.outbox), { recursive: true });
  }
}

async function withMailers(work: (mailers: Mailer[]) => Promise<void>): Promise<void> {
  const stub = await new ResendStub().start();
  const moods: ResendMood[] = ['accept', 'refuse', 'limit', 'break-after', 'page'];
  const mailers = moods.map((mood): Mailer => {
    const resend = openResendMailer('re_test', envelope, stub.url);
    return {
      ...resend,
      send: (mail, handover) => {
        stub.mood = () => mood;
        return resend.send(mail, handover);
      },
    };
  });
  await work([...mailers, openSmtpMailer('smtp://127.0.0.1:9', envelope)]);
  await stub.stop();
}

function expectNoTraces(text: string): void {
  for (const trace of traces) expect(text.toLowerCase().includes(trace.toLowerCase()), trace).toBe(false);
}

test('log and SQLite file keep nothing of a visitor', async () => {
  const folder = makeQuickFolder('privacy');
  const store = openSqliteContactStore(folder, systemClock);
  const log: string[] = [];
  await withMailers((mailers) => leaveTraces(store, mailers, log));
  expect(log.length).toBeGreaterThan(20);
  expectNoTraces(log.join(''));
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  expect(files.join('').length).toBeGreaterThan(10_000);
  expectNoTraces(files.join(''));
  await store.close();
  rmSync(folder, { recursive: true });
});

test('Redis keeps nothing of a visitor', async () => {
  const server = await startRedis();
  const connection = await openRedis(server.url, createLogger('silent'));
  const store = await openRedisContactStore({ connection, siteName: 'x', secretCheck: 'same', clock: null });
  const log: string[] = [];
  await withMailers((mailers) => leaveTraces(store, mailers, log));
  const keys = await connection.client.keys('*');
  expect(keys.length).toBeGreaterThan(5);
  const values = await Promise.all(
    keys.map(async (name) => {
      const kind = await connection.client.type(name);
      if (kind === 'string') return connection.client.get(name);
      const value =
        kind === 'zset'
          ? await connection.client.zrange(name, '0', '-1')
          : await connection.client.hgetall(name);
      return JSON.stringify(value);
    }),
  );
  expectNoTraces(keys.join('\n') + values.join('\n'));
  expectNoTraces(log.join(''));
  await connection.close();
  await server.stop();
});

test('a store that fails is reported without what was asked of it', async () => {
  const log: string[] = [];
  const logger = createLogger('debug', { write: (line: string) => void log.push(line) });
  const folder = makeQuickFolder('privacy');
  const store = openSqliteContactStore(folder, systemClock);
  await store.close();
  const broken = {
    ...store,
    close: async () => {},
    begin: store.begin.bind(store),
    renew: store.renew.bind(store),
    sweep: store.sweep.bind(store),
    commit: store.commit.bind(store),
    abort: store.abort.bind(store),
    usage: store.usage.bind(store),
  };
  const app = await startContactApp({
    store: broken,
    logger,
    timings: { lease: 3_000, oneTry: 150, allTries: 300, pause: 5 },
  });
  expect((await fetch(app.endpoint)).status).toBe(503);
  const answer = await postMessage(
    app.endpoint,
    { ...canary, submit_token: 'x' },
    { 'Idempotency-Key': key },
  );
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
  await app.stop();
  rmSync(folder, { recursive: true });
  expect(log.join('')).toContain('contact store unavailable');
  expectNoTraces(log.join(''));
});

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchToken, postMessage } from '../../../helpers/contact-app.ts';
import { makeQuickFolder } from '../../../helpers/quick-folder.ts';
import { type RedisServer, startRedis } from '../../../helpers/redis-server.ts';
import { ResendStub } from '../../../helpers/resend-stub.ts';
import { crashPoints, type SidecarSetting } from './messages.ts';
import { runSchedules } from './run.ts';
import { SidecarProcess } from './sidecar-process.ts';

const folder = makeQuickFolder('faults');
let redis: RedisServer;
const stub = new ResendStub();
let sites = 0;

beforeAll(async () => {
  redis = await startRedis();
  await stub.start();
});
afterAll(async () => {
  await stub.stop();
  await redis.stop();
  rmSync(folder, { recursive: true });
});

function makeSetting(changes: Partial<SidecarSetting> = {}): SidecarSetting {
  const own = join(folder, String(sites++));
  mkdirSync(own);
  stub.sent.length = 0;
  return {
    store: 'redis',
    redisUrl: redis.url,
    siteName: `site-${sites}.example.org`,
    folder: own,
    mailer: 'resend',
    resendUrl: stub.url,
    smtpUrl: '',
    outbox: join(own, 'outbox'),
    secret: randomBytes(32).toString('hex'),
    limits: { perCaller: 1_000, site: 1_000 },
    timings: { lease: 400, oneTry: 1_000, allTries: 3_000, pause: 20 },
    crash: null,
    ...changes,
  };
}

function countMails(setting: SidecarSetting): number {
  if (setting.mailer === 'resend') return stub.sent.length;
  return existsSync(setting.outbox)
    ? readdirSync(setting.outbox).filter((name) => name.endsWith('.eml')).length
    : 0;
}

const endpointOf = (sidecar: SidecarProcess) => `${sidecar.url}/wp-json/site/v1/contact`;

describe.each([
  ['SQLite and the outbox', { store: 'sqlite', mailer: 'outbox' }],
  ['Redis and Resend', { store: 'redis', mailer: 'resend' }],
] as const)('kill -9 with %s', (_, kind) => {
  test.each(crashPoints)('%s: the same request again is answered, and one mail arrives', async (point) => {
    const setting = makeSetting({ ...kind, crash: { point, visit: 1 } });
    const first = new SidecarProcess();
    await first.configure(setting);
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const token = await fetchToken(endpointOf(first));
    await expect(postMessage(endpointOf(first), { submit_token: token }, headers)).rejects.toThrow();
    await expect.poll(() => first.dead).toBe(true);

    const second = new SidecarProcess();
    await second.configure({ ...setting, crash: null });
    const again = () => postMessage(endpointOf(second), { submit_token: token }, headers);
    const other = await postMessage(endpointOf(second), { submit_token: token, message: 'Other' }, headers);
    expect(other.status).toBe(422);
    let answer = await again();
    for (let tries = 0; tries < 20 && answer.status === 409; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      answer = await again();
    }
    expect(answer.status).toBe(200);
    expect(countMails(setting)).toBe(1);
    expect(((await (await again()).json()) as { replayed?: true }).replayed).toBe(true);
    await second.end();
  });
});

describe('two sidecars on one Redis', () => {
  let sidecars: SidecarProcess[] = [];
  let setting: SidecarSetting;
  const start = async (changes: Partial<SidecarSetting> = {}) => {
    const timings = { pause: 20 };
    setting = makeSetting({ timings, ...changes });
    await Promise.all(sidecars.map((sidecar) => sidecar.configure(setting)));
  };
  beforeAll(() => {
    sidecars = [new SidecarProcess(), new SidecarProcess()];
  });
  afterAll(async () => {
    await Promise.all(sidecars.map((sidecar) => sidecar.end()));
  });
  const postAll = (
    count: number,
    make: (index: number) => [Record<string, unknown>, Record<string, string>],
  ) =>
    Promise.all(
      Array.from({ length: count }, async (__, index) => {
        const response = await postMessage(endpointOf(sidecars[index % 2]!), ...make(index));
        return {
          status: response.status,
          body: (await response.json()) as { replayed?: true; code?: string },
        };
      }),
    );

  test('of 200 POSTs at once with one key one is delivered, and the others are replays or 409', async () => {
    await start();
    const token = await fetchToken(endpointOf(sidecars[0]!));
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const answers = await postAll(200, () => [{ submit_token: token }, headers]);
    expect(answers.filter(({ status, body }) => status === 200 && !body.replayed)).toHaveLength(1);
    expect(
      answers.every(
        ({ status, body }) => status === 200 || body.code === 'site_contact_idempotency_in_progress',
      ),
    ).toBe(true);
    expect(countMails(setting)).toBe(1);
  });

  test('of 200 POSTs at once with one token one is delivered', async () => {
    await start();
    const token = await fetchToken(endpointOf(sidecars[0]!));
    const answers = await postAll(200, (index) => [{ submit_token: token, message: `Message ${index}` }, {}]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(countMails(setting)).toBe(1);
  });

  test('of 60 messages at once from one address exactly 10 are delivered, from many exactly 25', async () => {
    await start({ limits: { perCaller: 10, site: 25 } });
    const tokens = await Promise.all(Array.from({ length: 120 }, () => fetchToken(endpointOf(sidecars[0]!))));
    const one = await postAll(60, (index) => [
      { submit_token: tokens[index] },
      { 'X-Forwarded-For': '203.0.113.1' },
    ]);
    expect(one.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(one.filter(({ status }) => status === 429)).toHaveLength(50);
    const many = await postAll(60, (index) => [
      { submit_token: tokens[60 + index] },
      { 'X-Forwarded-For': `198.51.100.${index}` },
    ]);
    expect(many.filter(({ status }) => status === 200)).toHaveLength(15);
    expect(countMails(setting)).toBe(25);
  });
});

const schedules = 20;

test('20 random schedules of kills, hangs and provider faults break no promise', async () => {
  const { totals, broken } = await runSchedules(schedules, 20_261_121, 2);
  expect(broken).toEqual([]);
  expect(totals.schedules).toBe(schedules);
  expect(totals.deliveries).toBeGreaterThan(20);
  expect(totals.sidecarKills).toBeGreaterThan(3);
  expect(totals.providerFaults).toBeGreaterThan(3);
  expect(totals.slowMailServers).toBeGreaterThan(0);
  expect(totals.lostReplies).toBeGreaterThan(0);
});

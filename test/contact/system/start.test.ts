import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { fetchToken, postMessage } from '../../helpers/contact-app.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { type RedisServer, startRedis } from '../../helpers/redis-server.ts';
import { type SiteProcess, startSite } from '../../helpers/site-process.ts';
import { gate, SmtpStub } from '../../helpers/smtp-stub.ts';

/** The whole sidecar on the built site, while what its contact endpoint needs is away. */
const folder = makeQuickFolder('start');
let folders = 0;
afterAll(() => rmSync(folder, { recursive: true }));

const start = (environment: Record<string, string>) => {
  const own = join(folder, String(folders++));
  mkdirSync(own, { recursive: true });
  return startSite(inject('siteFolder'), { SITE_URL: inject('siteUrl'), DATA_DIR: own, ...environment });
};

const endpointOf = (site: SiteProcess) => `${site.url}/wp-json/site/v1/contact`;

async function expectContentOnly(site: SiteProcess): Promise<void> {
  const status = async (path: string, init?: RequestInit) => (await fetch(`${site.url}${path}`, init)).status;
  expect(await status('/wp-json/wp/v2/posts?per_page=1')).toBe(200);
  expect(await status('/search/?q=contact')).toBe(200);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  expect(
    await status('/wp-json/agentsite/v1/mcp', { method: 'POST', headers, body: JSON.stringify(call) }),
  ).toBe(200);
  const contact = await fetch(endpointOf(site));
  expect([contact.status, contact.headers.get('Retry-After')]).toEqual([503, '5']);
  const body = (await contact.json()) as { code: string };
  expect(body.code).toBe('site_contact_unavailable');
}

const comesBack = (site: SiteProcess) =>
  expect.poll(async () => (await fetch(endpointOf(site))).status, { interval: 200 }).toBe(200);

interface Obstacle {
  readonly name: string;
  readonly settings?: readonly string[];
  /** @returns the address for the sidecar, where it is not the server's. */
  readonly begin: (redis: RedisServer) => Promise<string | undefined>;
  readonly end: (redis: RedisServer) => Promise<unknown>;
  /** What the log says. */
  readonly advice: string;
}

const set = (name: string, value: string) => (redis: RedisServer) =>
  redis.command('CONFIG', 'SET', name, value).then(() => undefined);

const permit =
  (...rules: string[]) =>
  async (redis: RedisServer) => {
    await redis.command('ACL', 'SETUSER', 'site', 'reset', 'on', '>pass', ...rules);
    return redis.url.replace('//', '//site:pass@');
  };

/** Makes the folder of a Redis unusable, so that a snapshot fails and Redis refuses writes (MISCONF). */
async function breakDisk(redis: RedisServer): Promise<undefined> {
  const [, dir = ''] = (await redis.command('CONFIG', 'GET', 'dir')).split('\n');
  await set('save', '3600 1')(redis);
  rmSync(dir, { recursive: true });
  await redis.command('BGSAVE').catch(() => {});
  await expect.poll(() => redis.command('INFO', 'persistence')).toContain('rdb_last_bgsave_status:err');
}

const obstacles: readonly Obstacle[] = [
  {
    name: 'has no memory left',
    begin: set('maxmemory', '1'),
    end: set('maxmemory', '0'),
    advice: 'has no memory left',
  },
  {
    name: 'is a replica',
    begin: (redis) => redis.command('REPLICAOF', '127.0.0.1', '1').then(() => undefined),
    end: (redis) => redis.command('REPLICAOF', 'NO', 'ONE'),
    advice: 'is a replica, which accepts no writes',
  },
  {
    name: 'has too few replicas',
    begin: set('min-replicas-to-write', '1'),
    end: set('min-replicas-to-write', '0'),
    advice: 'fewer replicas are connected than min-replicas-to-write',
  },
  {
    name: 'cannot write to its disk',
    begin: breakDisk,
    end: set('stop-writes-on-bgsave-error', 'no'),
    advice: 'cannot write to its disk',
  },
  {
    name: 'requires a password',
    begin: set('requirepass', 'secret'),
    end: (redis) => redis.command('-a', 'secret', 'CONFIG', 'SET', 'requirepass', ''),
    advice: 'requires a password',
  },
  {
    name: 'rejects the password',
    begin: async (redis) => {
      await permit('+@all', '~*')(redis);
      return redis.url.replace('//', '//site:wrong@');
    },
    end: (redis) => redis.command('ACL', 'SETUSER', 'site', '>wrong'),
    advice: 'rejects the user name or the password',
  },
  {
    name: 'does not allow its user to write',
    begin: permit('+@all', '-@write', '~*'),
    end: permit('+@all', '~*'),
    advice: 'does not allow its user a command',
  },
  {
    name: 'does not allow its user to ask for INFO',
    begin: permit('+@all', '-info', '~*'),
    end: permit('+@all', '~*'),
    advice: 'does not allow its user a command',
  },
  {
    name: 'does not allow its user our keys',
    begin: permit('+@all', '~other:*'),
    end: permit('+@all', '~*'),
    advice: 'does not allow its user a command or key',
  },
  {
    name: 'does not allow its user to run scripts',
    begin: permit('+@all', '-@scripting', '~*'),
    end: permit('+@all', '~*'),
    advice: 'does not allow its user a command',
  },
  {
    name: 'is a Cluster without its slots',
    settings: ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'],
    begin: async (redis) => redis.url.replace('redis:', 'redis+cluster:'),
    end: (redis) => redis.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383'),
    advice: 'Redis at REDIS_URL',
  },
  {
    name: 'is a node of a Cluster without its slots',
    settings: ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'],
    begin: async () => undefined,
    end: (redis) => redis.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383'),
    advice: 'is a Cluster with missing primaries',
  },
  {
    name: 'evicts records',
    begin: set('maxmemory-policy', 'allkeys-lru'),
    end: set('maxmemory-policy', 'noeviction'),
    advice: 'maxmemory-policy allkeys-lru',
  },
];

describe('the sidecar starts and serves the content', () => {
  test('without Redis, and contact comes back with it', async () => {
    const redis = await startRedis();
    await redis.kill();
    const site = await start({ REDIS_URL: redis.url });
    await expectContentOnly(site);
    await expect.poll(site.output).toContain('Redis at REDIS_URL does not answer');
    await redis.start();
    await comesBack(site);
    await site.stop();
    await redis.stop();
  });

  test.each(obstacles)(
    'with a Redis that $name, and contact comes back when that is over',
    async (obstacle) => {
      const redis = await startRedis(...(obstacle.settings ?? []));
      onTestFinished(redis.stop);
      const url = await obstacle.begin(redis);
      const site = await start({ REDIS_URL: url ?? redis.url });
      onTestFinished(site.stop);
      await expectContentOnly(site);
      await expect.poll(site.output).toContain(obstacle.advice);
      await obstacle.end(redis);
      await comesBack(site);
    },
  );

  test('with a damaged contact file, and contact comes back with a good one', async () => {
    const own = join(folder, 'damaged');
    mkdirSync(own);
    const file = join(own, 'contact.sqlite');
    writeFileSync(file, 'not a database, and long enough to be checked as one '.repeat(200));
    const site = await start({ DATA_DIR: own });
    await expectContentOnly(site);
    await expect.poll(site.output).toContain('contact.sqlite cannot be used');
    rmSync(file);
    await comesBack(site);
    await site.stop();
  });
});

test('SIGTERM ends the process in bounded time with Redis down and a record pending, and the next start writes it', async () => {
  const redis = await startRedis();
  const smtp = await new SmtpStub().start();
  const { wait, open } = gate();
  smtp.mood = () => ({ dot: wait });
  const own = join(folder, 'pending');
  mkdirSync(own);
  const environment = {
    DATA_DIR: own,
    REDIS_URL: redis.url,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    CONTACT_TO: 'owner@example.org',
    CONTACT_FROM: 'site@example.org',
  };
  const site = await start(environment);
  const fields = { submit_token: await fetchToken(endpointOf(site)) };
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const answer = postMessage(endpointOf(site), fields, headers);
  await expect.poll(() => smtp.handovers.length).toBe(1);
  await redis.kill();
  open();
  expect((await answer).status).toBe(200);
  const limit = delay(29_000, 'too late', { ref: false });
  site.process.removeAllListeners('exit');
  const ended = once(site.process, 'exit');
  site.process.kill('SIGTERM');
  expect(await Promise.race([ended.then(() => 'ended'), limit])).toBe('ended');
  await redis.start();
  const next = await start(environment);
  await expect
    .poll(
      async () => {
        const again = await postMessage(endpointOf(next), fields, headers);
        return [again.status, ((await again.json()) as { replayed?: true }).replayed];
      },
      { interval: 200 },
    )
    .toEqual([200, true]);
  expect(smtp.handovers).toHaveLength(1);
  await next.stop();
  await redis.stop();
  await smtp.stop();
});

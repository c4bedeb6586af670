import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openRedis, type RedisConnection } from '../../../sidecar/adapters/redis-connection.ts';
import { openRedisContactStore } from '../../../sidecar/adapters/redis-contact-store.ts';
import { openRedisPluginStores } from '../../../sidecar/adapters/redis-plugin-store.ts';
import { type BeginRequest, type ContactStore, StoreUnavailable } from '../../../sidecar/contact/ports.ts';
import { createLimiter } from '../../../sidecar/mcp/limit.ts';
import { createLogger } from '../../../sidecar/process/logger.ts';
import { LosingProxy } from '../../helpers/losing-proxy.ts';
import { type RedisServer, startRedis, startRedisCluster } from '../../helpers/redis-server.ts';
import { describeContactStore } from './store-contract.ts';
import { checkContactStore, VirtualClock } from './store-model.ts';

const logger = createLogger('silent');
const clock = new VirtualClock();
const site = { siteName: 'notes.example.org', secretCheck: 'same' };

const attempt = (name: string): BeginRequest => ({
  attempt: name,
  delivery: name,
  slot: name,
  channel: 'agent',
  caller: name,
  key: { id: name, fingerprint: name },
  token: { id: name, expiresAt: clock.now() + 900_000 },
  lease: 30_000,
  retention: 86_400_000,
  limits: { perCaller: 1, site: 9 },
});

describe('one Redis server', () => {
  let server: RedisServer;
  let connection: RedisConnection;
  let store: ContactStore;

  beforeAll(async () => {
    server = await startRedis();
    connection = await openRedis(server.url, logger);
    store = await openRedisContactStore({ connection, ...site, clock });
  });
  afterAll(async () => {
    await connection.close();
    await server.stop();
  });

  describeContactStore('Redis', clock, () => store);

  test('Redis follows the model through 5,000 random histories', async () => {
    await checkContactStore(store, clock, { runs: 5_000, seed: 20_261_121, shrink: true });
  });

  test('the server clock decides where no clock is given', async () => {
    const timed = await openRedisContactStore({ connection, ...site, clock: null });
    const serverSeconds = async () => Number((await server.command('TIME')).split('\n')[0]);
    const before = await serverSeconds();
    const now = Math.floor((await timed.usage('agent', 'nobody')).now / 1000);
    const after = await serverSeconds();
    expect([before, now, after]).toEqual([before, now, after].toSorted((one, other) => one - other));
  });

  test('a sidecar with another secret is refused with what to do', async () => {
    const other = openRedisContactStore({ connection, ...site, secretCheck: 'other', clock });
    await expect(other).rejects.toThrow(/CONTACT_SECRET/);
  });

  test('scripts come back by themselves after SCRIPT FLUSH', async () => {
    await server.command('SCRIPT', 'FLUSH');
    expect((await store.usage('agent', 'nobody')).site.used).toBe(0);
  });

  test('while Redis is gone a step fails within seconds, and works again when Redis is back', async () => {
    await server.kill();
    await expect(store.usage('agent', 'nobody')).rejects.toBeInstanceOf(StoreUnavailable);
    await server.start();
    await expect.poll(() => store.usage('agent', 'nobody').catch(() => null)).not.toBeNull();
  });

  test('a Redis that hangs is given up after its time limit', async () => {
    process.kill(server.pid(), 'SIGSTOP');
    try {
      await expect(store.usage('agent', 'nobody')).rejects.toBeInstanceOf(StoreUnavailable);
    } finally {
      process.kill(server.pid(), 'SIGCONT');
    }
    await expect.poll(() => store.usage('agent', 'nobody').catch(() => null)).not.toBeNull();
  });
});

test('a Redis without memory records what was delivered and replays it, and begins nothing new', async () => {
  const server = await startRedis('--maxmemory', '3mb', '--maxmemory-policy', 'noeviction');
  const connection = await openRedis(server.url, logger);
  const store = await openRedisContactStore({ connection, ...site, clock });
  expect(await store.begin(attempt('first'))).toEqual({ kind: 'go', resumed: false });
  await server.command('CONFIG', 'SET', 'maxmemory', '1');
  expect(await store.commit({ ...attempt('first'), result: 'R' })).toBe('committed');
  await expect(store.begin(attempt('second'))).rejects.toMatchObject({ code: 'OOM' });
  await expect(store.usage('agent', 'nobody')).rejects.toMatchObject({ code: 'OOM' });
  expect(await store.begin({ ...attempt('first'), attempt: 'again' })).toEqual({
    kind: 'replay',
    result: 'R',
  });
  await connection.close();
  await server.stop();
});

test.each([
  ['evicts (allkeys-lru)', ['--maxmemory-policy', 'allkeys-lru'], /CONFIG SET maxmemory-policy noeviction/],
  ['evicts (volatile-ttl)', ['--maxmemory-policy', 'volatile-ttl'], /CONFIG SET maxmemory-policy noeviction/],
  ['keeps nothing', ['--appendonly', 'no'], /CONFIG SET appendonly yes.*REDIS_MAY_FORGET=yes/],
  ['keeps snapshots only', ['--appendonly', 'no', '--save', '60', '1'], /Snapshots \(save\) are not enough/],
  ['leaves writing to the system', ['--appendfsync', 'no'], /CONFIG SET appendfsync always/],
])('a Redis that %s begins nothing, and the fix is logged', async (_, settings, fix) => {
  const server = await startRedis(...settings);
  const log: string[] = [];
  const recording = createLogger('error', { write: (line: string) => void log.push(line) });
  const connection = await openRedis(server.url, recording);
  expect(connection.refusal()).toMatch(fix);
  expect(log.join('')).toMatch(fix);
  const store = await openRedisContactStore({ connection, ...site, clock });
  await expect(store.begin(attempt('refused'))).rejects.toBeInstanceOf(StoreUnavailable);
  await connection.close();
  await server.stop();
});

test('REDIS_MAY_FORGET accepts a Redis that forgets, not one that evicts', async () => {
  for (const [settings, refused] of [
    [['--appendonly', 'no'], false],
    [['--appendfsync', 'no'], false],
    [['--appendonly', 'no', '--maxmemory-policy', 'allkeys-lru'], true],
  ] as const) {
    const server = await startRedis(...settings);
    const connection = await openRedis(server.url, logger, { mayForget: true });
    expect(connection.refusal() !== null).toBe(refused);
    await connection.close();
    await server.stop();
  }
});

test('a Redis whose crash or failover may lose records is used with a warning, until its settings are safe', async () => {
  const server = await startRedis('--repl-diskless-sync-delay', '0');
  const replica = await startRedis('--replicaof', '127.0.0.1', String(server.port));
  onTestFinished(async () => void (await Promise.all([server.stop(), replica.stop()])));
  await expect.poll(() => server.command('INFO', 'replication')).toContain('state=online');
  const logOf = async (url: string) => {
    const log: string[] = [];
    const connection = await openRedis(url, createLogger('warn', { write: (line) => void log.push(line) }));
    expect(connection.refusal()).toBeNull();
    await connection.close();
    return log.join('');
  };
  expect(await logOf(server.url)).toMatch(/CONFIG SET appendfsync always/);
  await server.command('CONFIG', 'SET', 'appendfsync', 'always');
  expect(await logOf(server.url)).toMatch(/CONFIG SET min-replicas-to-write 1/);
  await server.command('CONFIG', 'SET', 'min-replicas-to-write', '1');
  expect(await logOf(server.url)).toBe('');
});

test('a Redis that remains a replica keeps its connection', async () => {
  const server = await startRedis();
  onTestFinished(server.stop);
  const connection = await openRedis(server.url, logger);
  onTestFinished(connection.close);
  const store = await openRedisContactStore({ connection, ...site, clock });
  const connections = async () =>
    Number(/total_connections_received:(\d+)/.exec(await server.command('INFO', 'stats'))?.[1]);
  await server.command('REPLICAOF', '127.0.0.1', '1');
  const before = await connections();
  const codes = new Set<string | null>();
  for (let count = 0; count < 40; count++) {
    await store.begin(attempt(`readonly ${count}`)).catch(({ code }) => codes.add(code));
    await expect.poll(() => connection.client.status).toBe('ready');
  }
  expect(codes).toContain('READONLY');
  // One is redis-cli's, one may have linked to another server; a slow machine gets a few more.
  expect((await connections()) - before).toBeLessThan(12);
});

test('the permissions of the manual are enough', async () => {
  const manual = readFileSync('content/pages/manual/contact.md', 'utf8');
  const rules = /ACL SETUSER agentsite (.*)/.exec(manual)?.[1]?.split(' ') ?? [];
  const server = await startRedis();
  onTestFinished(server.stop);
  await server.command('ACL', 'SETUSER', 'agentsite', ...rules);
  const password = rules.find((rule) => rule.startsWith('>'))?.slice(1);
  const connection = await openRedis(server.url.replace('//', `//agentsite:${password}@`), logger);
  onTestFinished(connection.close);
  expect(connection.refusal()).toBeNull();
  const store = await openRedisContactStore({ connection, ...site, clock });
  const [first, second] = [attempt('first'), attempt('second')];
  expect(await store.begin(first)).toEqual({ kind: 'go', resumed: false });
  expect(await store.renew(first)).toBe(true);
  expect(await store.commit({ ...first, result: 'R' })).toBe('committed');
  expect(await store.begin({ ...first, attempt: 'again' })).toMatchObject({ kind: 'replay' });
  expect(await store.begin(second)).toEqual({ kind: 'go', resumed: false });
  await store.abort({ ...second, outcome: 'nothing-sent' });
  expect((await store.usage('agent', 'first')).perCaller.used).toBe(1);
  const problems: unknown[] = [];
  const { consume, peek } = createLimiter({
    perMinute: 5,
    redis: { client: connection.client, siteName: site.siteName, hashCaller: (caller) => caller },
    onStoreError: (problem) => problems.push(problem),
  });
  expect((await consume('first', 3)).remaining).toBe(2);
  expect((await peek('first')).remaining).toBe(2);
  expect(problems).toEqual([]);
  const values = openRedisPluginStores(connection, site.siteName).open('one');
  await values.set('key', 'value');
  await values.append('key', 's');
  expect(await values.replace('key', 'values', 'next')).toBe(true);
  expect(await values.list('k')).toEqual([['key', 'next']]);
  await values.delete('key');
  expect(await values.get('key')).toBeNull();
  expect(await server.command('ACL', 'LOG')).toBe('');

  const startLog = async (host: string) => {
    const log: string[] = [];
    const recording = createLogger('warn', { write: (line: string) => void log.push(line) });
    await openRedisPluginStores(connection, host).tryOut(recording);
    return log.join('');
  };
  expect(await startLog('new.example')).toBe('');
  await values.set('job daily', 'owner');
  expect(await startLog('new.example')).toBe('');
  await values.set('key', 'value');
  expect(await startLog(site.siteName)).toBe('');
  expect(await startLog('new.example')).toMatch(/"hosts":\["notes\.example\.org"\].*manual \(Plugins/);
  expect(await server.command('ACL', 'LOG')).toBe('');
  for (const [without, said] of [
    ['-append', /'append' command.*manual \(Contact, Permissions\).*Plugins that store/],
    ['-scan', /'scan' command/],
    ['-eval', /'eval' command/],
    ['resetkeys', /NOPERM.*key/i],
  ] as const) {
    await server.command('ACL', 'SETUSER', 'agentsite', ...rules, without);
    expect(await startLog(site.siteName)).toMatch(said);
  }
});

test('the command of the manual moves what plugins stored to another host', async () => {
  const manual = readFileSync('content/pages/manual/changing/plugins.md', 'utf8');
  const command = /```sh\n(old=.*?)```/s.exec(manual)?.[1] ?? '';
  const server = await startRedis();
  onTestFinished(server.stop);
  const connection = await openRedis(server.url, logger);
  onTestFinished(connection.close);
  const storeOf = (host: string) => openRedisPluginStores(connection, host).open('guest-book');
  await storeOf('localhost:4321').set('entry a  b', 'words');
  await storeOf('localhost:4321').set("it's \\ 'so'", 'more', 60_000);
  execFileSync('bash', ['-c', command.replaceAll('redis-cli ', `redis-cli -p ${server.port} `)]);
  expect(await storeOf('example.org').list('')).toEqual([
    ['entry a  b', 'words'],
    ["it's \\ 'so'", 'more'],
  ]);
  expect(await storeOf('localhost:4321').list('')).toEqual([]);
});

test('where CONFIG is not allowed, INFO decides', async () => {
  const server = await startRedis('--rename-command', 'CONFIG', '');
  const connection = await openRedis(server.url, logger);
  expect(connection.refusal()).toBeNull();
  await connection.close();
  await server.stop();
});

test('a Redis that begins to forget while the sidecar runs is refused after its restart', async () => {
  const server = await startRedis();
  const connection = await openRedis(server.url, logger);
  const store = await openRedisContactStore({ connection, ...site, clock });
  expect(await store.begin(attempt('first'))).toEqual({ kind: 'go', resumed: false });
  await server.kill();
  await server.start('--appendonly', 'no');
  await expect.poll(() => connection.refusal()).toMatch(/appendonly no/);
  await expect(store.begin(attempt('second'))).rejects.toBeInstanceOf(StoreUnavailable);
  await connection.close();
  await server.stop();
});

test('a Redis whose settings are changed while it runs is refused within a minute', async () => {
  const server = await startRedis();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const connection = await openRedis(server.url, logger);
  await server.command('CONFIG', 'SET', 'appendonly', 'no');
  expect(connection.refusal()).toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(() => connection.refusal()).toMatch(/appendonly no/);
  await connection.close();
  await server.stop();
});

test('a Redis that is not there is said to be so, and is used once it is', async () => {
  const server = await startRedis();
  await server.kill();
  const connection = await openRedis(server.url, logger);
  const open = () => openRedisContactStore({ connection, ...site, clock });
  await expect(open()).rejects.toThrow(/does not answer.*Check that Redis runs/);
  await server.start();
  await expect
    .poll(
      () =>
        open().then(
          () => 'open',
          () => 'away',
        ),
      { interval: 100 },
    )
    .toBe('open');
  await connection.close();
  await server.stop();
});

test('an attempt whose commit reply is lost on the wire hears that it was the first', async () => {
  const server = await startRedis();
  const wire = await new LosingProxy(server.port, 'the result').start();
  wire.loses = () => wire.lost === 0;
  const connection = await openRedis(`redis://127.0.0.1:${wire.port}`, logger);
  const store = await openRedisContactStore({ connection, ...site, clock });
  await store.begin(attempt('lost'));
  expect(await store.commit({ ...attempt('lost'), result: 'the result' })).toBe('committed');
  expect(wire.lost).toBe(1);
  await connection.close();
  await wire.stop();
  await server.stop();
});

describe('a Cluster of six nodes', () => {
  let cluster: Awaited<ReturnType<typeof startRedisCluster>>;
  let connection: RedisConnection;
  let store: ContactStore;

  beforeAll(async () => {
    cluster = await startRedisCluster();
    connection = await openRedis(cluster.url, logger);
    store = await openRedisContactStore({ connection, ...site, clock });
  });
  afterAll(async () => {
    await connection.close();
    await cluster.stop();
  });

  describeContactStore('Redis Cluster', clock, () => store);

  test('the Cluster follows the model through 300 random histories', async () => {
    await checkContactStore(store, clock, { runs: 300, seed: 7 });
  });

  const findSlot = () => cluster.nodes[0]!.command('CLUSTER', 'KEYSLOT', `contact:{${site.siteName}}:x`);
  const held = async () => {
    const slot = await findSlot();
    const roles = await Promise.all(
      cluster.nodes.map(async (node) => ({
        node,
        nodes: await node.command('CLUSTER', 'NODES').catch(() => ''),
      })),
    );
    return roles.find(({ nodes }) => ownsSlot(nodes, Number(slot)))?.node;
  };

  test('a record that no replica has is not confirmed, neither to its sidecar nor to another', async () => {
    const primary = await held();
    const infos = await Promise.all(cluster.nodes.map((node) => node.command('INFO', 'replication')));
    const replica = cluster.nodes.find((_, at) => infos[at]!.includes(`master_port:${primary!.port}\r`));
    const open = async (mayForget: boolean) => {
      const own = await openRedis(cluster.url, logger, { mayForget });
      onTestFinished(own.close);
      return openRedisContactStore({ connection: own, ...site, clock });
    };
    const [other, forgetful] = [await open(false), await open(true)];
    const again = { ...attempt('unheard'), attempt: 'again' };
    process.kill(replica!.pid(), 'SIGSTOP');
    onTestFinished(() => void process.kill(replica!.pid(), 'SIGCONT'));
    await expect(store.begin(attempt('unheard'))).rejects.toThrow(/^Not every replica of Redis/);
    await expect(other.begin(again)).rejects.toThrow(/^Not every replica of Redis/);
    expect(await forgetful.begin(again)).toMatchObject({ kind: 'busy' });
    process.kill(replica!.pid(), 'SIGCONT');
    await expect.poll(() => other.begin(again).catch(() => null)).toMatchObject({ kind: 'busy' });
    expect(await store.begin(attempt('unheard'))).toMatchObject({ kind: 'go' });
  });

  test('a value of a plugin that no replica has is not confirmed', async () => {
    const primary = await held();
    const infos = await Promise.all(cluster.nodes.map((node) => node.command('INFO', 'replication')));
    const replica = cluster.nodes.find((_, at) => infos[at]!.includes(`master_port:${primary!.port}\r`));
    const values = openRedisPluginStores(connection, site.siteName).open('one');
    await values.set('key', 'first');
    process.kill(replica!.pid(), 'SIGSTOP');
    onTestFinished(() => void process.kill(replica!.pid(), 'SIGCONT'));
    const refused = /^Not every replica of Redis/;
    await expect(values.replace('key', 'first', 'second')).rejects.toThrow(refused);
    await expect(values.set('other', 'value', 60_000)).rejects.toThrow(refused);
    await expect(values.append('other', 's')).rejects.toThrow(refused);
    process.kill(replica!.pid(), 'SIGCONT');
    await expect.poll(() => values.replace('key', 'second', 'third').catch(() => null)).toBe(true);
    expect(await values.get('key')).toBe('third');
  });

  test('the process outlives a server that hangs while the slot of the site moves to it', async () => {
    const [source, slot] = [await held(), await findSlot()];
    const roles = await Promise.all(cluster.nodes.map((node) => node.command('ROLE')));
    const target = cluster.nodes.find((node, at) => node !== source && roles[at]!.startsWith('master'));
    const set = (node: RedisServer, ...words: string[]) => node.command('CLUSTER', 'SETSLOT', slot, ...words);
    await set(target!, 'IMPORTING', await source!.command('CLUSTER', 'MYID'));
    await set(source!, 'MIGRATING', await target!.command('CLUSTER', 'MYID'));
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    const ask = () => connection.client.get(`contact:{${site.siteName}}:moved`);
    expect(await ask()).toBeNull();
    process.kill(target!.pid(), 'SIGSTOP');
    await expect(ask()).rejects.toThrow(/timed out/);
    await new Promise(setImmediate);
    expect(unhandled).not.toHaveBeenCalled();
    process.kill(target!.pid(), 'SIGCONT');
    for (const node of [source, target]) await set(node!, 'STABLE');
  });

  test('when the primary of the site fails, its replica takes over', async () => {
    const primary = await held();
    expect(primary).toBeDefined();
    await primary!.kill();
    await expect
      .poll(() => store.usage('agent', 'nobody').catch(() => null), { interval: 250 })
      .not.toBeNull();
  });
});

/** Does the line of the asked node itself, a primary, cover the slot? */
function ownsSlot(nodes: string, slot: number): boolean {
  const own = nodes.split('\n').find((line) => line.includes('myself') && line.includes('master'));
  return (own?.split(' ').slice(8) ?? []).some((range) => {
    const [from = Number.NaN, to = from] = range.split('-').map(Number);
    return slot >= from && slot <= to;
  });
}

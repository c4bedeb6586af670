import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { openRedis } from '../../../sidecar/adapters/redis-connection.ts';
import { openRedisContactStore } from '../../../sidecar/adapters/redis-contact-store.ts';
import { countReplicas, unknownReplicas } from '../../../sidecar/adapters/redis-sentinels.ts';
import { parseRedisUrl } from '../../../sidecar/adapters/redis-url.ts';
import { createLogger } from '../../../sidecar/process/logger.ts';
import { findFreePort } from '../../helpers/ports.ts';
import { startRedis } from '../../helpers/redis-server.ts';

const logger = createLogger('silent');

test('a password is used, and a wrong one gets no answer', async () => {
  const server = await startRedis();
  await server.command('CONFIG', 'SET', 'requirepass', 'p@ss');
  const connection = await openRedis(`redis://:p%40ss@127.0.0.1:${server.port}`, logger);
  expect(await connection.client.ping()).toBe('PONG');
  await connection.close();
  const wrong = await openRedis(`redis://:wrong@127.0.0.1:${server.port}`, logger);
  await expect(wrong.inspect()).rejects.toThrow();
  await wrong.close();
  await server.stop();
});

test('it speaks TLS to a server whose certificate it can check', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-tls-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      certificate,
      ...subject,
    ],
    { stdio: 'ignore' },
  );
  const settings = [
    '--tls-port',
    'PORT',
    '--port',
    '0',
    '--tls-cert-file',
    certificate,
    '--tls-key-file',
    key,
  ];
  const server = await startRedis(...settings, '--tls-auth-clients', 'no');
  const script = join(folder, 'client.ts');
  const module = pathToFileURL(
    join(import.meta.dirname, '../../../sidecar/adapters/redis-connection.ts'),
  ).href;
  const silent = '{ warn() {}, debug() {}, error() {} }';
  writeFileSync(
    script,
    `import { openRedis } from '${module}';
const connection = await openRedis(process.argv[2], ${silent});
console.log(await connection.client.ping().catch(() => 'no answer'));
await connection.close();`,
  );
  const url = `rediss://localhost:${server.port}`;
  const trusting = { ...process.env, NODE_EXTRA_CA_CERTS: certificate };
  const run = (env: NodeJS.ProcessEnv) =>
    execFileSync(process.execPath, [script, url], { env, stdio: 'pipe' }).toString();
  expect(run(trusting)).toBe('PONG\n');
  expect(run({ ...process.env, NODE_EXTRA_CA_CERTS: '' })).toBe('no answer\n');
  await server.stop();
  rmSync(folder, { recursive: true });
});

test('it asks Sentinels for the primary, and waits for all replicas that they may choose', async () => {
  const primary = await startRedis();
  const [replica, other] = [
    await startRedis('--replicaof', '127.0.0.1', String(primary.port)),
    await startRedis('--replicaof', '127.0.0.1', String(primary.port)),
  ];
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-sentinel-'));
  const port = await findFreePort();
  const configuration = join(folder, 'sentinel.conf');
  writeFileSync(
    configuration,
    [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor main 127.0.0.1 ${primary.port} 1`,
      'sentinel down-after-milliseconds main 500',
      'sentinel failover-timeout main 3000',
    ].join('\n'),
  );
  const sentinel = spawn('redis-server', [configuration, '--sentinel'], { stdio: 'ignore' });
  const ask = (...words: string[]) => execFileSync('redis-cli', ['-p', String(port), ...words]).toString();
  await expect
    .poll(() => attempt(() => ask('SENTINEL', 'replicas', 'main')))
    .toMatch(new RegExp(`${replica.port}[^]*${other.port}|${other.port}[^]*${replica.port}`));

  const connection = await openRedis(`redis+sentinel://127.0.0.1:${port}/main`, logger);
  const countAgain = () => {
    connection.doubt();
    return connection.replicas();
  };
  await expect.poll(countAgain).toBe(2);
  const runId = /run_id:(\w+)/.exec(await primary.command('INFO', 'server'))?.[1] ?? '';
  const count = (url: string, id: string) =>
    countReplicas(parseRedisUrl(url) as Parameters<typeof countReplicas>[0], id);
  const [here, nowhere] = [`127.0.0.1:${port}`, '127.0.0.1:1'];
  expect(await count(`redis+sentinel://${here},${here},${nowhere}/main`, runId)).toBe(2);
  expect(await count(`redis+sentinel://${here},${nowhere},${nowhere}/main`, runId)).toBe(unknownReplicas);
  expect(await count(`redis+sentinel://${here}/main`, 'another')).toBe(unknownReplicas);
  await connection.client.set('where', 'before');
  await expect.poll(() => replica.command('GET', 'where')).toBe('before');

  const store = await openRedisContactStore({ connection, siteName: 'x', secretCheck: 'y', clock: null });
  const begin = () =>
    store.begin({
      ...{ attempt: 'a', delivery: 'a', slot: 'a', channel: 'agent', caller: 'a' },
      ...{ key: { id: 'a', fingerprint: 'a' }, token: { id: 'a', expiresAt: Number.MAX_SAFE_INTEGER } },
      ...{ lease: 30_000, retention: 86_400_000, limits: { perCaller: 1, site: 1 } },
    });
  expect(await begin()).toMatchObject({ kind: 'go' });
  // Each may take over without the record: one that hears nothing, one that only the Sentinel knows, and one that only
  // the primary knows.
  process.kill(other.pid(), 'SIGSTOP');
  await expect(begin()).rejects.toThrow(/^Not every replica/);
  process.kill(sentinel.pid ?? 0, 'SIGSTOP');
  await other.kill();
  const connected = () => primary.command('INFO', 'replication');
  await expect.poll(connected).toContain('connected_slaves:1');
  await expect(begin()).rejects.toThrow(/^Not every replica/);
  process.kill(sentinel.pid ?? 0, 'SIGCONT');
  await expect.poll(() => begin().catch(() => null)).toMatchObject({ kind: 'go' });
  process.kill(sentinel.pid ?? 0, 'SIGSTOP');
  await other.start();
  await expect.poll(connected).toContain('connected_slaves:2');
  process.kill(other.pid(), 'SIGSTOP');
  await expect(begin()).rejects.toThrow(/^Not every replica/);
  process.kill(sentinel.pid ?? 0, 'SIGCONT');
  await other.stop();

  await primary.kill();
  await expect
    .poll(() => connection.client.set('where', 'after').catch(() => 'down'), {
      interval: 200,
    })
    .toBe('OK');
  expect(await replica.command('GET', 'where')).toBe('after');
  await connection.close();
  const ended = once(sentinel, 'exit');
  sentinel.kill('SIGKILL');
  await ended;
  await primary.stop();
  await replica.stop();
  rmSync(folder, { recursive: true });
});

function attempt(work: () => string): string {
  try {
    return work();
  } catch {
    return '';
  }
}

test('a server that is away is in the log once, however often it is tried', async () => {
  const warned: unknown[] = [];
  const listening = { ...logger, warn: (fields: object) => warned.push(fields) } as unknown as typeof logger;
  const connection = await openRedis(`redis://127.0.0.1:${await findFreePort()}`, listening);
  await vi.waitFor(() => expect(warned).toContainEqual({ code: 'ECONNREFUSED' }), { timeout: 10_000 });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(warned).toEqual([{ code: 'ECONNREFUSED' }]);
  await connection.close();
});

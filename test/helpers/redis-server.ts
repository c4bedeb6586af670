import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort, listens } from './ports.ts';

const execute = promisify(execFile);

export interface RedisServer {
  readonly port: number;
  readonly url: string;
  readonly pid: () => number;
  /** Ends the process without mercy. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port and files. */
  readonly start: (...changes: string[]) => Promise<void>;
  readonly command: (...words: string[]) => Promise<string>;
  /** Ends it and removes its files. */
  readonly stop: () => Promise<void>;
}

/** Settings with which a server answers only what is on its disk, whatever ends it. */
export const everyWrite = ['--appendfsync', 'always'];

/**
 * Starts a real redis-server on a free port of loopback, with its files in a folder of its own. Another process may
 * take the port, or a Cluster node's second one, in the moment before the server does: then it tries the next.
 */
export async function startRedis(...settings: string[]): Promise<RedisServer> {
  for (let tries = 1; ; tries++) {
    try {
      return await startRedisOnce(settings);
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

async function startRedisOnce(settings: string[]): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'agentsite-redis-'));
  const port = await findFreePort();
  const tls = settings.includes('--tls-port');
  let child: ChildProcess | undefined;
  const command = async (...words: string[]) => {
    const { stdout } = await execute('redis-cli', ['-p', String(port), ...words]);
    return stdout.trim();
  };
  const start = async (...changes: string[]) => {
    const listen = tls
      ? settings.map((word) => (word === 'PORT' ? String(port) : word))
      : ['--port', String(port), ...settings];
    const started = spawn(
      'redis-server',
      ['--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', '', ...listen, ...changes],
      { stdio: 'ignore' },
    );
    child = started;
    for (let tries = 0; tries < 2400; tries++) {
      if (started.exitCode !== null) throw new Error(`redis-server ended with ${started.exitCode}`);
      if (tls ? await listens(port) : (await command('PING').catch(() => '')) === 'PONG') return;
      await delay(25);
    }
    throw new Error('redis-server did not answer');
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const stop = async () => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    pid: () => child?.pid ?? 0,
    kill,
    start,
    command,
    stop,
  };
}

/** Starts a Cluster of three primaries and three replicas. */
export async function startRedisCluster(): Promise<{
  url: string;
  nodes: RedisServer[];
  stop: () => Promise<void>;
}> {
  const nodes = await Promise.all(
    Array.from({ length: 6 }, () =>
      startRedis(
        '--cluster-enabled',
        'yes',
        '--cluster-node-timeout',
        '1000',
        '--repl-diskless-sync-delay',
        '0',
      ),
    ),
  );
  const addresses = nodes.map((node) => `127.0.0.1:${node.port}`);
  await execute('redis-cli', [
    '--cluster',
    'create',
    ...addresses,
    '--cluster-replicas',
    '1',
    '--cluster-yes',
  ]);
  for (let tries = 0; tries < 2400; tries++) {
    const states = await Promise.all(nodes.map((node) => node.command('CLUSTER', 'INFO')));
    if (
      states.every((state) => state.includes('cluster_state:ok') && state.includes('cluster_known_nodes:6'))
    )
      break;
    await delay(50);
  }
  return {
    url: addresses.map((address) => `redis://${address}`).join(','),
    nodes,
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

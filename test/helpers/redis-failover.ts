import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CuttingProxy } from './cutting-proxy.ts';
import { findFreePort } from './ports.ts';
import { everyWrite, type RedisServer, startRedis } from './redis-server.ts';

const execute = promisify(execFile);

/** Several Redis servers of which one takes over from another, on a network that can be cut. */
export interface RedisGroup {
  readonly url: string;
  readonly nodes: readonly RedisNode[];
  /** The primary that a key is on, as most of the group sees it. */
  readonly primary: (key: string) => Promise<RedisNode>;
  /** Cuts a server off from every other one of the group, or from the Sentinels alone; not from its clients. */
  readonly cutOff: (node: RedisNode, wholly: boolean) => void;
  readonly reconnect: () => void;
  /** Moves the slot of a key to another primary of a Cluster. @throws when that stops half way. */
  readonly move?: (key: string, disturb?: Disturbance) => Promise<void>;
  /**
   * Finishes a move that stopped half way, as the operator of the Cluster does.
   * @returns whether a server that failed has taken keys along that had moved to it.
   */
  readonly repair?: () => Promise<boolean>;
  /** Waits until each primary has its replicas, and the group could bear the next failure. */
  readonly settle: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The target has opened the slot, some keys have moved, the target has taken the slot, or the source has given it up. */
export const moveSteps = ['open', 'keys', 'taken', 'done'] as const;
type Disturbance = (target: RedisNode, step: (typeof moveSteps)[number]) => Promise<void>;

export interface RedisNode {
  readonly server: RedisServer;
  readonly proxy: CuttingProxy;
  readonly bus: CuttingProxy | null;
  /** What it connects from. */
  readonly source: string;
}

async function startNode(
  index: number,
  settings: (proxy: CuttingProxy, bus: CuttingProxy) => string[],
): Promise<RedisNode> {
  const [proxy, bus] = [await new CuttingProxy().start(), await new CuttingProxy().start()];
  const source = `127.0.0.${10 + index}`;
  const server = await startRedis(
    ...everyWrite,
    '--bind-source-addr',
    source,
    '--repl-diskless-sync-delay',
    '0',
    '--repl-timeout',
    '2',
    '--repl-ping-replica-period',
    '1',
    ...settings(proxy, bus),
  );
  proxy.target = server.port;
  bus.target = server.port + 10_000;
  return { server, proxy, bus, source };
}

function network(nodes: readonly RedisNode[], others: readonly string[]) {
  const proxies = nodes.flatMap(({ proxy, bus }) => (bus ? [proxy, bus] : [proxy]));
  return {
    cutOff: (node: RedisNode, wholly: boolean) => {
      const rest = wholly ? nodes.filter((other) => other !== node) : [];
      for (const proxy of [node.proxy, node.bus])
        proxy?.cut([...rest.map(({ source }) => source), ...others]);
      for (const { proxy, bus } of rest) for (const one of [proxy, bus]) one?.cut([node.source]);
    },
    reconnect: () => {
      for (const proxy of proxies) proxy.reconnect();
    },
    stop: async () => {
      await Promise.all(nodes.map(({ server }) => server.stop()));
      await Promise.all(proxies.map((proxy) => proxy.stop()));
    },
  };
}

/** Asks a server, which may be frozen. */
async function askBriefly(server: RedisServer, ...words: string[]): Promise<string> {
  return (await execute('redis-cli', ['-p', String(server.port), ...words], { timeout: 300 })).stdout.trim();
}

/** Asks until the answer is true. @throws after a minute, with what it waited for. */
async function waitUntil(what: string, done: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await done().catch(() => false)); tries++) {
    if (tries > 600) throw new Error(`${what} did not come`);
    await delay(100);
  }
}

/** A primary, two replicas and three Sentinels, which give up a primary after half a second. */
export async function startRedisSentinels(): Promise<RedisGroup> {
  const nodes = await Promise.all(
    [0, 1, 2].map((index) =>
      startNode(index, (proxy) => [
        '--replica-announce-ip',
        '127.0.0.1',
        '--replica-announce-port',
        String(proxy.port),
      ]),
    ),
  );
  const [first, ...others] = nodes as [RedisNode, ...RedisNode[]];
  for (const { server } of others) await server.command('REPLICAOF', '127.0.0.1', String(first.proxy.port));
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-sentinels-'));
  const source = '127.0.0.20';
  const sentinels: { port: number; child: ChildProcess }[] = [];
  for (let index = 0; index < 3; index++) {
    const port = await findFreePort();
    const file = join(folder, `${index}.conf`);
    writeFileSync(
      file,
      [
        `port ${port}`,
        'bind 127.0.0.1',
        `bind-source-addr ${source}`,
        'sentinel announce-ip 127.0.0.1',
        `dir ${folder}`,
        `sentinel monitor main 127.0.0.1 ${first.proxy.port} 2`,
        'sentinel down-after-milliseconds main 500',
        'sentinel failover-timeout main 1000',
        'sentinel parallel-syncs main 2',
      ].join('\n'),
    );
    sentinels.push({ port, child: spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' }) });
  }
  const ask = async (port: number, ...words: string[]) =>
    (await execute('redis-cli', ['-p', String(port), 'SENTINEL', ...words])).stdout;
  const portOfPrimary = async (port: number) =>
    Number((await ask(port, 'GET-MASTER-ADDR-BY-NAME', 'main')).split('\n')[1]);
  const find = (port: number) => nodes.find(({ proxy }) => proxy.port === port);
  const settle = () =>
    waitUntil('a primary with two replicas', async () => {
      const ports = await Promise.all(sentinels.map(({ port }) => portOfPrimary(port)));
      const chosen = find(ports[0] ?? 0);
      if (new Set(ports).size > 1 || !chosen) return false;
      const report = await chosen.server.command('INFO', 'replication');
      if (!report.includes('role:master') || (report.match(/state=online/g) ?? []).length < 2) return false;
      const known = await Promise.all(
        sentinels.map(
          async ({ port }) => `${await ask(port, 'REPLICAS', 'main')}${await ask(port, 'SENTINELS', 'main')}`,
        ),
      );
      return known.every(
        (text) =>
          (text.match(/^runid$/gm) ?? []).length === 4 && !/^\S*(?:[so]_down|disconnected)/m.test(text),
      );
    });
  // They inspect the replicas before they choose, as they do where a primary is given up after 30 s instead of 0.5.
  await waitUntil('the Sentinels', async () => {
    const said = await Promise.all(sentinels.map(({ port }) => ask(port, 'DEBUG', 'info-period', '100')));
    return said.every((word) => word.startsWith('OK'));
  });
  await settle();
  const { cutOff, reconnect, stop } = network(nodes, [source]);
  return {
    url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/main`,
    nodes,
    primary: async () => find(await portOfPrimary(sentinels[0]?.port ?? 0)) ?? first,
    cutOff,
    reconnect,
    settle,
    stop: async () => {
      for (const { child } of sentinels) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A Cluster of three primaries with a replica each, in which a primary is given up after half a second. */
export async function startFailingCluster(): Promise<RedisGroup> {
  const nodes = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((index) =>
      startNode(index, (proxy, bus) => [
        '--cluster-enabled',
        'yes',
        '--cluster-node-timeout',
        '500',
        '--cluster-announce-ip',
        '127.0.0.1',
        '--cluster-announce-port',
        String(proxy.port),
        '--cluster-announce-bus-port',
        String(bus.port),
      ]),
    ),
  );
  const addresses = nodes.map(({ server }) => `127.0.0.1:${server.port}`);
  await execute('redis-cli', [
    '--cluster',
    'create',
    ...addresses,
    '--cluster-replicas',
    '1',
    '--cluster-yes',
  ]);
  const view = async ({ server }: RedisNode) =>
    (await askBriefly(server, 'CLUSTER', 'NODES')).split('\n').map((line) => line.split(' '));
  const covers = (slot: number, ranges: readonly string[]) =>
    ranges.some((range) => {
      const [from = Number.NaN, to = from] = range.split('-').map(Number);
      return slot >= from && slot <= to;
    });
  const owner = (lines: string[][], slot: number) =>
    lines.find(([, , flags = '', , , , , , ...ranges]) => /master/.test(flags) && covers(slot, ranges));
  const portOf = (line: readonly string[] | undefined) => Number(/:(\d+)@/.exec(line?.[1] ?? '')?.[1]);
  const settle = () =>
    waitUntil('a Cluster with three replicas', async () => {
      const views = await Promise.all(nodes.map(view));
      const whole = views.every(
        (lines) =>
          lines.length === 6 &&
          lines.every(
            ([, , flags = '', , , , , link]) => !/fail|handshake/.test(flags) && link === 'connected',
          ) &&
          lines.filter(([, , flags = '']) => flags.includes('slave')).length === 3,
      );
      if (
        !whole ||
        [0, 8_000, 16_000].some((slot) => new Set(views.map((lines) => portOf(owner(lines, slot)))).size > 1)
      )
        return false;
      const roles = await Promise.all(nodes.map(({ server }) => server.command('INFO', 'replication')));
      return roles.every((role) => /master_link_status:up|state=online/.test(role));
    });
  const nodeOf = (line: readonly string[] | undefined) =>
    nodes.find(({ proxy }) => proxy.port === portOf(line)) as RedisNode;
  let [movedSlot, movedKeys] = ['', [] as string[]];
  const keysOf = async ({ server }: RedisNode, count: string) =>
    (await server.command('CLUSTER', 'GETKEYSINSLOT', movedSlot, count)).split('\n').filter(Boolean);
  const listPrimaries = async () => {
    const lines = await view(nodes[0] as RedisNode);
    return lines.filter(([, , flags = '']) => flags.includes('master'));
  };
  const moveSlot = async (
    source: string[] = [],
    target: string[] = [],
    disturb: Disturbance = async () => {},
  ) => {
    const set = async (at: RedisNode, ...words: string[]) => {
      const answer = await askBriefly(at.server, 'CLUSTER', 'SETSLOT', movedSlot, ...words);
      if (answer !== 'OK') throw new Error(answer);
    };
    const [from, to, id] = [nodeOf(source), nodeOf(target), target[0] ?? ''];
    await set(to, 'IMPORTING', source[0] ?? '');
    await set(from, 'MIGRATING', id);
    await disturb(to, 'open');
    for (;;) {
      const keys = await keysOf(from, '2');
      if (keys.length === 0) break;
      const address = ['127.0.0.1', String(to.proxy.port)];
      const answer = await from.server.command(
        'MIGRATE',
        ...address,
        '',
        '0',
        '1000',
        'REPLACE',
        'KEYS',
        ...keys,
      );
      if (!/^(?:OK|NOKEY)/.test(answer)) throw new Error(answer);
      movedKeys.push(...keys);
      await disturb(to, 'keys');
      await delay(20);
    }
    await set(to, 'NODE', id);
    await disturb(to, 'taken');
    await set(from, 'NODE', id);
    await disturb(to, 'done');
  };
  await settle();
  const { cutOff, reconnect, stop } = network(nodes, []);
  return {
    url: nodes.map(({ proxy }) => `redis://127.0.0.1:${proxy.port}`).join(','),
    nodes,
    move: async (key, disturb) => {
      movedSlot = String(await nodes[0]?.server.command('CLUSTER', 'KEYSLOT', key));
      movedKeys = [];
      const primaries = await listPrimaries();
      const source = owner(primaries, Number(movedSlot));
      const target = primaries.find((line) => line !== source);
      await moveSlot(source, target, disturb);
    },
    repair: async () => {
      await settle();
      const kept = (
        await Promise.all((await listPrimaries()).map((line) => keysOf(nodeOf(line), '1000')))
      ).flat();
      const lost = movedKeys.some((key) => !kept.includes(key));
      // Not by `redis-cli --cluster fix`: it gives the slot to the server with most of the keys, and the other one
      // deletes its own when it hears of that.
      await waitUntil('a Cluster without open slots', async () => {
        const primaries = await listPrimaries();
        const source = owner(primaries, Number(movedSlot));
        for (const target of primaries) {
          if (target !== source && (await keysOf(nodeOf(target), '1')).length > 0)
            await moveSlot(source, target);
        }
        for (const { server } of nodes) await server.command('CLUSTER', 'SETSLOT', movedSlot, 'STABLE');
        await execute('redis-cli', ['--cluster', 'check', addresses[0] ?? ''], { timeout: 20_000 });
        return true;
      });
      return lost;
    },
    primary: async (key) => {
      const votes = new Map<number, number>();
      const slot = await Promise.any(
        nodes.map(async ({ server }) => Number(await askBriefly(server, 'CLUSTER', 'KEYSLOT', key))),
      );
      for (const node of nodes) {
        const port = portOf(owner(await view(node).catch(() => []), slot));
        votes.set(port, (votes.get(port) ?? 0) + 1);
      }
      const [port] = [...votes].sort(([, a], [, b]) => b - a)[0] ?? [];
      return nodes.find(({ proxy }) => proxy.port === port) ?? (nodes[0] as RedisNode);
    },
    cutOff,
    reconnect,
    settle,
    stop,
  };
}

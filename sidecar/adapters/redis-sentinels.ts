import { Redis } from 'ioredis';
import type { RedisNode, RedisTarget } from './redis-url.ts';

type SentinelTarget = Extract<RedisTarget, { readonly kind: 'sentinel' }>;

/** More replicas than anybody has: no record counts. */
export const unknownReplicas = 99;
const timeLimit = 1_000;

/**
 * How many replicas may take over from the primary with this run id, as a majority of the Sentinels sees it. Without
 * a majority that knows this primary another server may have taken over already, and the answer is `unknownReplicas`.
 */
export async function countReplicas(target: SentinelTarget, runId: string): Promise<number> {
  const counts = await Promise.all(
    target.nodes.map((node) => ask(node, target, runId).catch(() => unknownReplicas)),
  );
  return counts.sort((one, other) => one - other)[Math.floor(counts.length / 2)] ?? unknownReplicas;
}

async function ask(node: RedisNode, target: SentinelTarget, runId: string): Promise<number> {
  const sentinel = new Redis({
    ...node,
    ...(target.tls ? { tls: {} } : {}),
    ...(target.sentinelPassword ? { password: target.sentinelPassword } : {}),
    lazyConnect: true,
    enableReadyCheck: false,
    retryStrategy: null,
    connectTimeout: timeLimit,
    commandTimeout: timeLimit,
    protocol: 2,
  });
  sentinel.on('error', () => {});
  try {
    await sentinel.connect();
    const replicas = (await sentinel.call('SENTINEL', 'REPLICAS', target.primary)) as string[][];
    const primary = (await sentinel.call('SENTINEL', 'MASTER', target.primary)) as string[];
    return primary.includes(runId) ? replicas.filter(mayTakeOver).length : unknownReplicas;
  } finally {
    sentinel.disconnect();
  }
}

/** By the rules of Sentinel, which are a little stricter: what it would not choose either may be counted. */
function mayTakeOver(replica: readonly string[]): boolean {
  const about = (name: string) => replica[replica.indexOf(name) + 1] ?? '';
  return !/[so]_down|disconnected/.test(about('flags')) && about('slave-priority') !== '0';
}

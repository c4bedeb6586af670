import { Cluster, Redis } from 'ioredis';
import type { Logger } from 'pino';
import { parseRedisUrl, type RedisTarget } from './redis-url.ts';

/**
 * One connection to Redis for everything in the sidecar that needs it.
 *
 * The library's defaults wait: it queues commands while there is no connection and tries them twenty times. Here
 * a command fails at once or within a second, so that a caller hears 503 instead of silence, and the connection
 * comes back by itself.
 */
export interface RedisConnection {
  readonly client: Redis | Cluster;
  /** Whether scripts may carry flags (Redis 7 and later, Valkey). */
  readonly scriptFlags: boolean;
  /** A sentence when the server must not be used at the moment, because it may throw records away. */
  readonly refusal: () => string | null;
  readonly close: () => Promise<void>;
}

const commandTimeout = 1_000;
const connectTimeout = 2_000;
/** How long the start waits for a first connection. */
const startTimeout = 5_000;
/** How often the eviction policy is looked at again. */
const policyInterval = 60_000;
/** How long after its end a connection is made anew. */
const revivalPause = 500;

/**
 * Connects, waits until the server is ready and checks that it never evicts.
 * @throws Error with a sentence for the operator: unreachable, or an evicting policy and how to change it.
 */
export async function openRedis(url: string, logger: Logger): Promise<RedisConnection> {
  const target = parseRedisUrl(url);
  const client = createClient(target);
  client.on('error', (error: Error) => logger.warn({ code: codeOf(error) }, 'redis connection trouble'));
  try {
    await becomeReady(client);
    const found = await inspect(client);
    if (found.refusal) throw new Error(found.refusal);
    return watch(client, found.version, logger);
  } catch (error) {
    client.disconnect();
    throw error;
  }
}

type FoundAddress = (error: null, address: string) => void;

function createClient(target: RedisTarget): Redis | Cluster {
  const server = {
    commandTimeout,
    connectTimeout,
    maxRetriesPerRequest: 1,
    // After a failover the old primary answers READONLY: connect anew and send the command again, which is
    // harmless since every step may be repeated.
    reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? (2 as const) : false),
    ...(target.username ? { username: target.username } : {}),
    ...(target.password ? { password: target.password } : {}),
    ...(target.tls ? { tls: {} } : {}),
  };
  const retryStrategy = (times: number) => Math.min(times * 50, 1_000);
  if (target.kind === 'cluster') {
    return new Cluster(
      target.nodes.map((node) => ({ ...node })),
      {
        lazyConnect: true,
        enableOfflineQueue: false,
        redisOptions: server,
        clusterRetryStrategy: retryStrategy,
        slotsRefreshTimeout: connectTimeout,
        // Certificates carry names: keep the names instead of looking up addresses.
        ...(target.tls ? { dnsLookup: (address: string, found: FoundAddress) => found(null, address) } : {}),
      },
    );
  }
  const options = { ...server, lazyConnect: true, enableOfflineQueue: false, retryStrategy };
  if (target.kind === 'sentinel') {
    return new Redis({
      ...options,
      sentinels: target.nodes.map((node) => ({ ...node })),
      name: target.primary,
      db: target.database,
      sentinelRetryStrategy: retryStrategy,
      ...(target.tls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
      ...(target.sentinelPassword ? { sentinelPassword: target.sentinelPassword } : {}),
    });
  }
  if (target.kind === 'socket') return new Redis({ ...options, path: target.path });
  return new Redis({ ...options, ...target.node, db: target.database });
}

function becomeReady(client: Redis | Cluster): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () => {
      client.off('ready', ready);
      reject(new Error(`Redis at REDIS_URL did not become ready within ${startTimeout / 1000} seconds.`));
    };
    const timer = setTimeout(late, startTimeout);
    const ready = () => {
      clearTimeout(timer);
      resolve();
    };
    client.once('ready', ready);
    // A first refusal is not the end: the client tries again until the timer above decides.
    client.connect().catch(() => {});
  });
}

async function inspect(client: Redis | Cluster): Promise<{ version: number; refusal: string | null }> {
  const servers = client instanceof Cluster ? client.nodes('master') : [client];
  const reports = await Promise.all(servers.map((server) => server.info()));
  const policies = reports
    .map((report) => field(report, 'maxmemory_policy'))
    .filter((policy) => policy !== 'noeviction');
  const versions = reports.map((report) => Number.parseInt(field(report, 'redis_version') ?? '0', 10));
  const refusal =
    policies.length === 0
      ? null
      : `Redis at REDIS_URL has maxmemory-policy ${policies[0] ?? 'unknown'}: under memory pressure it would forget which messages were delivered and send them twice. Set "maxmemory-policy noeviction" in redis.conf, or run: redis-cli CONFIG SET maxmemory-policy noeviction`;
  return { version: Math.min(...versions), refusal };
}

function field(report: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(report)?.[1];
}

function watch(client: Redis | Cluster, version: number, logger: Logger): RedisConnection {
  let refusal: string | null = null;
  const look = async () => {
    try {
      const found = await inspect(client);
      if (found.refusal && !refusal) logger.error({ reason: 'evicting-policy' }, found.refusal);
      refusal = found.refusal;
    } catch (error) {
      // Unreachable: commands say so themselves.
      logger.debug({ code: codeOf(error) }, 'redis could not be inspected');
    }
  };
  // The library ends a connection for good when a Sentinel's change of mind meets its own attempt to connect.
  const revive = () => {
    revival = setTimeout(() => client.connect().catch(() => {}), revivalPause);
  };
  let revival: NodeJS.Timeout | undefined;
  client.on('ready', look);
  client.on('end', revive);
  const timer = setInterval(look, policyInterval);
  timer.unref();
  return {
    client,
    scriptFlags: version >= 7,
    refusal: () => refusal,
    close: async () => {
      clearInterval(timer);
      client.off('ready', look);
      client.off('end', revive);
      clearTimeout(revival);
      try {
        if (client.status === 'ready') await client.quit();
      } catch {
        // The server is gone already; disconnect ends the attempts to reach it.
      }
      client.disconnect();
    },
  };
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

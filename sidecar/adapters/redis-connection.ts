import { once } from 'node:events';
import { Cluster, Redis } from 'ioredis';
import type { Logger } from 'pino';
import { handleAsking } from './cluster-asking.ts';
import { replyCode } from './redis-advice.ts';
import { countReplicas, unknownReplicas } from './redis-sentinels.ts';
import { parseRedisUrl, type RedisTarget } from './redis-url.ts';

/**
 * The sidecar's one connection to Redis. Commands fail at once or within a second, instead of waiting in the library's
 * queue, so that clients get 503 instead of silence; the connection comes back by itself.
 */
export interface RedisConnection {
  readonly client: Redis | Cluster;
  /** Inspects the server now. @throws when it does not answer. */
  readonly inspect: () => Promise<ServerFacts>;
  /** A sentence when the server, as last seen, must not be used because it may lose records. */
  readonly refusal: () => string | null;
  /**
   * How many replicas must have a record before it counts, at least: those which the Sentinels may choose, and one in a
   * Cluster with replicas; 0 where no server takes over from another.
   */
  readonly replicas: () => number;
  /** Inspects the server soon, since `replicas` may have changed. */
  readonly doubt: () => void;
  /** Why there is no connection, such as a wrong password; null while there is one, or when nothing is known. */
  readonly lastError: () => Error | null;
  readonly close: () => Promise<void>;
}

interface ServerFacts {
  /** Whether scripts may carry flags (Redis 7 and later, Valkey). */
  readonly scriptFlags: boolean;
  readonly refusal: string | null;
  /** A sentence about a setting that is worth changing, though the server is used. */
  readonly warning: string | null;
  readonly replicas: number;
}

export interface RedisOptions {
  /** The operator accepts that records are lost in a crash or a failover: REDIS_MAY_FORGET. */
  readonly mayForget?: boolean;
}

const commandTimeout = 1_000;
const connectTimeout = 2_000;
/** How long the start waits for a first connection. */
const startTimeout = 5_000;
/** Milliseconds between inspections of a server that was refused; an accepted one is inspected every twelfth time. */
const inspectionInterval = 5_000;
const inspectionsSkipped = 12;
/** Min pause between two reconnections that are caused by READONLY. */
const readonlyPause = 2_000;
/** Milliseconds from the end of a connection to the next one, and from a doubt to an inspection. */
const revivalPause = 500;

/**
 * Connects, and inspects the server's settings at the start, after every reconnection and every minute. A safe server
 * never evicts records (`maxmemory-policy noeviction`) and logs each change before it answers (`appendonly yes`,
 * `appendfsync always`). With `everysec` it answers first and writes up to two seconds later while the disk is busy: a
 * crash loses that. Snapshots (`save`) lose everything since the last one. Where CONFIG is not allowed, as with managed
 * servers, `appendfsync` is assumed to be safe.
 *
 * A missing server doesn't keep the sidecar from starting.
 * @throws Error with a sentence for the operator when the URL can't be read.
 */
export async function openRedis(
  url: string,
  logger: Logger,
  options: RedisOptions = {},
): Promise<RedisConnection> {
  const target = parseRedisUrl(url);
  const client = createClient(target, logger);
  const mayForget = options.mayForget ?? false;
  const connection = watch(client, () => inspect(client, target, mayForget), mayForget, logger);
  const ready = once(client, 'ready', { signal: AbortSignal.timeout(startTimeout) });
  // A first refusal is not the end: the client tries again by itself.
  client.connect().catch(() => {});
  await ready.then(connection.look, () => {});
  return connection;
}

type FoundAddress = (error: null, address: string) => void;

function createClient(target: RedisTarget, logger: Logger): Redis | Cluster {
  const server = {
    commandTimeout,
    connectTimeout,
    maxRetriesPerRequest: 1,
    reconnectOnError: createReadonlyReconnection(),
    // A user with the permissions of the manual may not say it.
    disableClientInfo: true,
    ...(target.username ? { username: target.username } : {}),
    ...(target.password ? { password: target.password } : {}),
    ...(target.tls ? { tls: {} } : {}),
  };
  const retryStrategy = (times: number) => Math.min(times * 50, 1_000);
  if (target.kind === 'cluster') {
    const cluster = new Cluster(
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
    return handleAsking(cluster, logger);
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

/** After a failover, a former primary answers READONLY. A server that stays a replica is not left for each command. */
function createReadonlyReconnection(): (error: Error) => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    const now = performance.now();
    if (replyCode(error) !== 'READONLY' || now - last < readonlyPause) return false;
    last = now;
    return true;
  };
}

async function inspect(
  client: Redis | Cluster,
  target: RedisTarget,
  mayForget: boolean,
): Promise<ServerFacts> {
  const servers = client instanceof Cluster ? client.nodes('master') : [client];
  const seen = await Promise.all(
    servers.map(async (server) => ({ report: await server.info(), sync: await readSync(server) })),
  );
  if (seen.length === 0) throw new Error('The Cluster has no primary');
  const versions = seen.map(({ report }) => Number.parseInt(field(report, 'redis_version') ?? '0', 10));
  const runId = field(seen[0]?.report ?? '', 'run_id') ?? '';
  const replicas = mayForget ? 0 : await countNeeded(client, target, runId);
  const refusals = seen.map(({ report, sync }) => findRefusal(report, sync, mayForget));
  const warnings = mayForget ? [] : seen.map(({ report, sync }) => findWarning(report, sync, replicas));
  return {
    scriptFlags: Math.min(...versions) >= 7,
    refusal: refusals.find((refusal) => refusal !== null) ?? null,
    warning: warnings.find((warning) => warning !== null) ?? null,
    replicas,
  };
}

/** A Cluster may have no replicas, then a primary that ends is started again and no other takes its place. */
async function countNeeded(client: Redis | Cluster, target: RedisTarget, runId: string): Promise<number> {
  if (target.kind === 'sentinel') return Math.max(1, await countReplicas(target, runId));
  if (!(client instanceof Cluster)) return 0;
  const report = String(await client.cluster('INFO'));
  return field(report, 'cluster_known_nodes') === field(report, 'cluster_size') ? 0 : 1;
}

/** When the log of changes is written to the disk; null where CONFIG is not allowed. */
async function readSync(server: Redis): Promise<string | null> {
  try {
    return String([await server.config('GET', 'appendfsync')].flat()[1] ?? '') || null;
  } catch (error) {
    if (error instanceof Error && error.name === 'ReplyError') return null;
    throw error;
  }
}

function findRefusal(report: string, sync: string | null, mayForget: boolean): string | null {
  const policy = field(report, 'maxmemory_policy');
  if (policy !== 'noeviction') {
    return `Redis at REDIS_URL has maxmemory-policy ${policy ?? 'unknown'}: under memory pressure it would forget which messages were delivered and send them twice. The contact endpoint answers 503 until this is changed. Set "maxmemory-policy noeviction" in redis.conf, or run: redis-cli CONFIG SET maxmemory-policy noeviction`;
  }
  if (mayForget) return null;
  const accept = 'To accept that risk, set REDIS_MAY_FORGET=yes.';
  if (field(report, 'aof_enabled') !== '1') {
    return `Redis at REDIS_URL has appendonly no: after a crash it would forget which messages were delivered and send them twice. The contact endpoint answers 503 until this is changed. Set "appendonly yes" in redis.conf, or run: redis-cli CONFIG SET appendonly yes. Snapshots (save) are not enough: they lose what came after the last one. ${accept}`;
  }
  if (sync === 'no') {
    return `Redis at REDIS_URL has appendfsync no: after a power failure it would forget which messages were delivered and send them twice. The contact endpoint answers 503 until this is changed. Set "appendfsync always" in redis.conf, or run: redis-cli CONFIG SET appendfsync always. ${accept}`;
  }
  return null;
}

/** `min_slaves_good_slaves` is in the report only where min-replicas-to-write and min-replicas-max-lag are set. */
function findWarning(report: string, sync: string | null, awaited: number): string | null {
  if (sync === 'everysec') {
    return 'Redis at REDIS_URL has appendfsync everysec: a crash or a power failure can take the records of the last two seconds, and their messages could be delivered twice. Set "appendfsync always" in redis.conf, or run: redis-cli CONFIG SET appendfsync always';
  }
  const replicas = Number(field(report, 'connected_slaves') ?? 0);
  if (awaited > 0 || replicas === 0 || field(report, 'min_slaves_good_slaves') !== undefined) return null;
  return 'Redis at REDIS_URL has replicas but no min-replicas-to-write: after a failover to a replica that lags behind, it would have lost the latest records, and messages sent by SMTP could be delivered twice. Set "min-replicas-to-write 1" and "min-replicas-max-lag 10" in redis.conf on every node, or run on each: redis-cli CONFIG SET min-replicas-to-write 1';
}

function field(report: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(report)?.[1];
}

/** Caches what inspections found until another server may have taken over. */
export function watch(
  client: Redis | Cluster,
  inspection: () => Promise<ServerFacts>,
  mayForget: boolean,
  logger: Logger,
): RedisConnection & { readonly look: () => Promise<void> } {
  let refusal: string | null = null;
  let warning: string | null = null;
  const failsOver = !mayForget && (client instanceof Cluster || Boolean(client.options.sentinels));
  const before = failsOver ? unknownReplicas : 0;
  let replicas = before;
  let lastError: Error | null = null;
  let inspections = 0;
  let meetings = 0;
  const look = async () => {
    lastError = null;
    const meeting = meetings;
    try {
      const found = await inspection();
      if (meeting !== meetings) return;
      if (found.refusal && !refusal) logger.error({ reason: 'forgetful-redis' }, found.refusal);
      if (found.warning && !warning) logger.warn({ reason: 'losable-records' }, found.warning);
      refusal = found.refusal;
      warning = found.warning;
      replicas = found.replicas;
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
  let doubted: NodeJS.Timeout | undefined;
  client.on('error', (error: Error & { readonly lastNodeError?: Error }) => {
    // Of a Cluster, the error of its last node says more.
    const trouble = error.lastNodeError ?? error;
    const code = codeOf(trouble);
    // It tries again many times a second.
    if (lastError === null || codeOf(lastError) !== code) logger.warn({ code }, 'redis connection trouble');
    lastError = trouble;
  });
  const meet = () => {
    // It may be another server, of which nothing is known yet.
    replicas = before;
    meetings++;
    return look();
  };
  client.on('ready', meet);
  client.on('end', revive);
  const timer = setInterval(() => {
    if (refusal !== null || ++inspections % inspectionsSkipped === 0) void look();
  }, inspectionInterval);
  timer.unref();
  return {
    client,
    look,
    inspect: inspection,
    refusal: () => refusal,
    replicas: () => replicas,
    doubt: () => {
      doubted ??= setTimeout(() => {
        doubted = undefined;
        void look();
      }, revivalPause);
    },
    lastError: () => lastError,
    close: async () => {
      clearInterval(timer);
      client.off('ready', meet);
      client.off('end', revive);
      clearTimeout(revival);
      clearTimeout(doubted);
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
  const reply = replyCode(error);
  if (reply !== null) return reply;
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

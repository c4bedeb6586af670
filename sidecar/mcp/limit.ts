import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible';

/** How much one caller may still ask for. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the budget is full again. */
  readonly resetSeconds: number;
  /** True when what was just asked for is more than there was. */
  readonly exceeded: boolean;
}

/**
 * Points a caller, a minute, counted in windows that begin with a caller's first message. Who counts as one caller
 * is decided by `client-address.ts`, what a message costs by `message-cost.ts`.
 */
export interface Limiter {
  readonly consume: (caller: string, points: number) => Promise<Budget>;
  /** The budget as it stands, nothing consumed. */
  readonly peek: (caller: string) => Promise<Budget>;
}

/** Counts that any number of sidecars share. */
export interface SharedCounts {
  /** An ioredis client of a single Redis, a Sentinel group or a Cluster. */
  readonly client: object;
  /** Part of each key, since several sites may use one Redis. */
  readonly siteName: string;
  /** The name of a caller in Redis: a keyed hash, since an address is personal data. */
  readonly hashCaller: (caller: string) => string;
}

export interface LimiterOptions {
  readonly perMinute: number;
  /** Without it each process counts for itself. */
  readonly redis?: SharedCounts | null;
  readonly windowSeconds?: number;
  /** Called once when Redis stops counting; this process counts in its own memory then. */
  readonly onStoreFault?: (fault: unknown) => void;
}

/** Longer than this a caller does not wait for Redis. */
const storeDeadlineMs = 500;

export function createLimiter(options: LimiterOptions): Limiter {
  const { perMinute, redis, windowSeconds = 60, onStoreFault } = options;
  const counts = { points: perMinute, duration: windowSeconds };
  const memory = new RateLimiterMemory(counts);
  const shared =
    redis && new RLWrapperTimeouts({ limiter: openShared(redis, counts), timeoutMs: storeDeadlineMs });
  let away = false;

  /** The insurance of the library would do, but hides why Redis did not count. */
  async function count(caller: string, points: number): Promise<Budget> {
    if (shared) {
      try {
        const counted = await consumePoints(shared, caller, points);
        away = false;
        return toBudget(counted);
      } catch (fault) {
        reportOnce(fault);
      }
    }
    return toBudget(await consumePoints(memory, caller, points));
  }

  /** A Redis that can be read but not written counts nothing, so what it returns is no budget. */
  async function look(caller: string): Promise<Budget> {
    if (shared && !away) {
      try {
        return toBudget(await shared.get(caller));
      } catch (fault) {
        reportOnce(fault);
      }
    }
    return toBudget(await memory.get(caller));
  }

  function reportOnce(fault: unknown): void {
    if (!away) onStoreFault?.(fault);
    away = true;
  }

  function toBudget(counted: RateLimiterRes | null): Budget {
    const isOpen = counted !== null && counted.msBeforeNext > 0;
    const used = isOpen ? counted.consumedPoints : 0;
    return {
      limit: perMinute,
      remaining: Math.max(0, perMinute - used),
      resetSeconds: Math.ceil(isOpen ? counted.msBeforeNext / 1000 : windowSeconds),
      exceeded: used > perMinute,
    };
  }

  const nameOf = redis?.hashCaller ?? ((caller: string) => caller);
  return {
    consume: (caller, points) => count(nameOf(caller), points),
    peek: (caller) => look(nameOf(caller)),
  };
}

/** Keys are `mcp:example.org:` and the hash of a caller; they differ in their slots, so a Cluster shares the work. */
function openShared({ client, siteName }: SharedCounts, counts: { points: number; duration: number }) {
  return new RateLimiterRedis({ ...counts, storeClient: client, keyPrefix: `mcp:${siteName}` });
}

/** The library rejects with the count where the points are spent. */
async function consumePoints(
  store: RateLimiterAbstract,
  caller: string,
  points: number,
): Promise<RateLimiterRes> {
  try {
    return await store.consume(caller, points);
  } catch (fault) {
    if (fault instanceof RateLimiterRes) return fault;
    throw fault;
  }
}

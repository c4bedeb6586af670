import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible';

/** The rest of a caller's budget. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the budget is full again. */
  readonly resetSeconds: number;
  /** Whether the last request was for more than was left. */
  readonly exceeded: boolean;
}

/**
 * Points per caller and minute, in windows that begin with the caller's first message. `client-address.ts` groups
 * callers, `message-cost.ts` has the cost of messages.
 */
export interface Limiter {
  readonly consume: (caller: string, points: number) => Promise<Budget>;
  /** The current budget; consumes nothing. */
  readonly peek: (caller: string) => Promise<Budget>;
}

/** Counts shared by any number of sidecars. */
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
  /** Called once when Redis stops counting; this process then counts in its own memory. */
  readonly onStoreError?: (error: unknown) => void;
}

/** Milliseconds that a caller waits for Redis at most. */
const storeTimeout = 500;

export function createLimiter(options: LimiterOptions): Limiter {
  const { perMinute, redis, windowSeconds = 60, onStoreError } = options;
  const counts = { points: perMinute, duration: windowSeconds };
  const memory = new RateLimiterMemory(counts);
  const shared =
    redis && new RLWrapperTimeouts({ limiter: openShared(redis, counts), timeoutMs: storeTimeout });
  const nameOf = redis?.hashCaller ?? ((caller: string) => caller);
  let isAway = false;

  /** Asks Redis, else this process. The library's own fallback hides why Redis did not count. */
  async function ask(
    question: (store: RateLimiterAbstract) => Promise<RateLimiterRes | null>,
  ): Promise<Budget> {
    if (shared) {
      try {
        return toBudget(await question(shared));
      } catch (error) {
        if (!isAway) onStoreError?.(error);
        isAway = true;
      }
    }
    return toBudget(await question(memory));
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

  return {
    consume: (caller, points) =>
      ask(async (store) => {
        const counted = await consumePoints(store, nameOf(caller), points);
        if (store === shared) isAway = false;
        return counted;
      }),
    // A Redis that can be read but not written counts nothing, so its answer is no budget.
    peek: (caller) => ask((store) => (store === shared && isAway ? memory : store).get(nameOf(caller))),
  };
}

/** Keys are `mcp:example.org:` and the hash of a caller; they are in different slots of a Cluster. */
function openShared({ client, siteName }: SharedCounts, counts: { points: number; duration: number }) {
  return new RateLimiterRedis({ ...counts, storeClient: client, keyPrefix: `mcp:${siteName}` });
}

/** The library rejects with the count when the points are spent. */
async function consumePoints(
  store: RateLimiterAbstract,
  caller: string,
  points: number,
): Promise<RateLimiterRes> {
  try {
    return await store.consume(caller, points);
  } catch (error) {
    if (error instanceof RateLimiterRes) return error;
    throw error;
  }
}

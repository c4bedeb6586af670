import { type ClientRateLimitInfo, MemoryStore, type Options, type Store } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';

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
 * Messages a caller, a minute, counted in windows that begin with a caller's first message. Who counts as one caller
 * is decided by `client-address.ts`.
 */
export interface Limiter {
  /** Counts `units` messages. */
  readonly spend: (caller: string, units: number) => Promise<Budget>;
  /** The budget as it stands, nothing counted. */
  readonly look: (caller: string) => Promise<Budget>;
  readonly close: () => void;
}

/** The one command of ioredis that is needed; a single Redis, a Sentinel group and a Cluster all have it. */
export interface ScriptRunner {
  readonly eval: (script: string, keys: number, ...rest: string[]) => Promise<unknown>;
}

export interface LimiterOptions {
  readonly perMinute: number;
  /** Shared counts, for any number of sidecars. Without it each process counts for itself. */
  readonly redis?: ScriptRunner | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly windowMs?: number;
  /** Told once when Redis stops answering; the counting goes on in this process's memory then. */
  readonly onStoreFault?: (fault: unknown) => void;
}

/** Longer than this a caller does not wait for Redis. */
const storeDeadlineMs = 500;

/**
 * The stores are express-rate-limit's; its middleware is not used, since an array costs as many units as it has
 * elements and since answers that cost nothing carry the headers too.
 */
export function createLimiter({
  perMinute,
  redis,
  now,
  windowMs = 60_000,
  onStoreFault,
}: LimiterOptions): Limiter {
  const memory = prepare(new MemoryStore(), windowMs);
  const shared =
    redis &&
    prepare(new RedisStore({ prefix: 'mcp:rate:', sendCommandCluster: runScripts(redis) }), windowMs);

  let away = false;
  async function withStore<Value>(work: (store: Store) => Promise<Value>): Promise<Value> {
    if (!shared) return work(memory);
    try {
      const value = await within(storeDeadlineMs, work(shared));
      away = false;
      return value;
    } catch (fault) {
      if (!away) onStoreFault?.(fault);
      away = true;
      return work(memory);
    }
  }

  function toBudget(counted: ClientRateLimitInfo | undefined): Budget {
    // The Redis store reports a caller that it does not know as NaN.
    const used = counted?.totalHits || 0;
    const left = used === 0 ? windowMs : (counted?.resetTime?.getTime() ?? now()) - now();
    return {
      limit: perMinute,
      remaining: Math.max(0, perMinute - used),
      resetSeconds: Math.max(0, Math.ceil(left / 1000)),
      exceeded: used > perMinute,
    };
  }

  async function count(store: Store, key: string, units: number): Promise<Budget> {
    const counts = await Promise.all(Array.from({ length: units }, () => store.increment(key)));
    return toBudget(counts.at(-1));
  }

  // The memory store hands out its own record, which the next count changes: one after the other, then.
  let turn: Promise<unknown> = Promise.resolve();
  function countInMemory(key: string, units: number): Promise<Budget> {
    const counted = turn.then(() => count(memory, key, units));
    turn = counted;
    return counted;
  }

  return {
    spend: (caller, units) =>
      withStore((store) => (store === memory ? countInMemory(caller, units) : count(store, caller, units))),
    look: (caller) => withStore(async (store) => toBudget(await store.get?.(caller))),
    close: () => memory.shutdown?.(),
  };
}

/** Of the middleware's options both stores read the length of the window alone. */
function prepare(store: Store, windowMs: number): Store {
  void store.init?.({ windowMs } as Options);
  return store;
}

/**
 * Runs the store's scripts by EVAL, with their text: what the store takes for the digest of a loaded script is
 * the text itself. A real digest is asked for once, which fails for good when Redis is away at that moment,
 * and is known to one node of a Cluster only.
 */
function runScripts(redis: ScriptRunner) {
  return async ({ command }: { command: string[] }): Promise<never> => {
    const [name, script = '', keys = '1', ...values] = command;
    if (name === 'SCRIPT') return command[2] as never;
    return (await redis.eval(script, Number(keys), ...values)) as never;
  };
}

async function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Redis took longer than ${milliseconds} ms to count.`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

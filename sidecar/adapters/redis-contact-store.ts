import { readFileSync } from 'node:fs';
import type { Result } from 'ioredis';
import {
  type AbortRequest,
  type Attempt,
  type BeginRequest,
  type BeginResult,
  type Clock,
  type CommitRequest,
  type ContactStore,
  callerWindow,
  type RenewRequest,
  StoreUnavailable,
  siteWindow,
  type Usage,
} from '../contact/ports.ts';
import { adviseOnRedis, replyCode } from './redis-advice.ts';
import type { RedisConnection } from './redis-connection.ts';
import { LastingWrites } from './redis-replicas.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    contactBegin(...given: (string | number)[]): Result<string[], Context>;
    contactRenew(...given: (string | number)[]): Result<string[], Context>;
    contactCommit(...given: (string | number)[]): Result<string[], Context>;
    contactAbort(...given: (string | number)[]): Result<string[], Context>;
    contactUsage(...given: (string | number)[]): Result<string[], Context>;
  }
}

export interface RedisContactStoreOptions {
  readonly connection: RedisConnection;
  /** Names the site among others in the same Redis; also the hash tag that keeps its keys in one Cluster slot. */
  readonly siteName: string;
  /** A hash of the signing secret: sidecars that share a Redis must share the secret. */
  readonly secretCheck: string;
  /** Null for the server's clock, the one that several sidecars have in common. */
  readonly clock: Clock | null;
  readonly scripts?: ContactScripts;
}

const tenYears = 315_360_000_000;

const scriptNames = ['shared', 'begin', 'renew', 'commit', 'abort', 'usage'] as const;
export type ContactScripts = Readonly<Record<(typeof scriptNames)[number], string>>;
type Step = 'contactBegin' | 'contactRenew' | 'contactCommit' | 'contactAbort' | 'contactUsage';

/**
 * The contact store on Redis, for any number of sidecars: each step is one atomic script. `contact:{site}:i:KEY` and
 * `contact:{site}:t:TOKEN` are packed records; `contact:{site}:l:CHANNEL:CALLER` and `contact:{site}:d:CHANNEL` are the
 * windows, sorted sets of slots by time. Every key expires by itself.
 * @throws {StoreUnavailable} when Redis does not answer or accepts no writes, and Error when another sidecar signs with
 *   another secret: both with a sentence for the operator.
 */
export async function openRedisContactStore(options: RedisContactStoreOptions): Promise<ContactStore> {
  const { client, inspect, lastError } = options.connection;
  const unavailable = (cause: unknown) => {
    throw toUnavailable(replyCode(cause) === null ? (lastError() ?? cause) : cause);
  };
  const { scriptFlags } = await inspect().catch(unavailable);
  const scripts = options.scripts ?? readContactScripts();
  // A delivered message must be recorded even when Redis has no memory left for anything else.
  const urgent = scriptFlags ? '#!lua flags=allow-oom\n' : '';
  // Without flags a script is refused by a server that accepts no writes, though it only reads: so clients get no token
  // that they could not use. `begin` still replays what was delivered.
  const refusable = scriptFlags ? '#!lua\n' : '';
  const steps: Readonly<Record<Step, string>> = {
    contactBegin: `${scripts.shared}\n${scripts.begin}`,
    contactRenew: `${scripts.shared}\n${scripts.renew}`,
    contactCommit: `${urgent}${scripts.shared}\n${scripts.commit}`,
    contactAbort: `${urgent}${scripts.shared}\n${scripts.abort}`,
    contactUsage: `${refusable}${scripts.shared}\n${scripts.usage}`,
  };
  for (const [name, lua] of Object.entries(steps)) client.defineCommand(name, { numberOfKeys: 4, lua });

  const prefix = `contact:{${options.siteName}}:`;
  const agreed = `${prefix}secret`;
  await client.hsetnx(agreed, 'check', options.secretCheck).catch(unavailable);
  if ((await client.hget(agreed, 'check').catch(unavailable)) !== options.secretCheck) {
    throw new Error(
      `The sidecars that share REDIS_URL must share one secret, and this one has another. Copy DATA_DIR/secret from a running sidecar or give all of them the same CONTACT_SECRET; after a deliberate change stop all of them and run: redis-cli DEL '${agreed}'`,
    );
  }
  return new RedisContactStore(options, steps, prefix, agreed);
}

export function readContactScripts(): ContactScripts {
  const scripts = scriptNames.map((name) => [
    name,
    readFileSync(new URL(`./redis-contact/${name}.lua`, import.meta.url), 'utf8'),
  ]);
  return Object.fromEntries(scripts) as ContactScripts;
}

class RedisContactStore implements ContactStore {
  readonly #connection: RedisConnection;
  readonly #clock: Clock | null;
  readonly #steps: Readonly<Record<Step, string>>;
  readonly #prefix: string;
  /** Name of the record that all sidecars agree on. */
  readonly #agreed: string;
  readonly #lasting: LastingWrites;

  constructor(
    { connection, clock }: RedisContactStoreOptions,
    steps: Readonly<Record<Step, string>>,
    prefix: string,
    agreed: string,
  ) {
    this.#connection = connection;
    this.#clock = clock;
    this.#steps = steps;
    this.#prefix = prefix;
    this.#agreed = agreed;
    this.#lasting = new LastingWrites(connection, agreed);
  }

  async begin(request: BeginRequest): Promise<BeginResult> {
    const [kind, detail = '', more] = await this.#run('contactBegin', [
      ...this.#listSubject(request),
      request.lease,
      request.retention,
      request.limits.perCaller,
      request.limits.site,
      callerWindow,
      siteWindow,
    ]);
    switch (kind) {
      case 'go':
        return { kind, resumed: detail === 'resumed' };
      case 'reuse':
      case 'token-missing':
      case 'token-refused':
        return { kind };
      case 'replay':
        return { kind, result: detail };
      case 'busy':
      case 'token-held':
        return { kind, wait: Number(detail) };
      case 'limited':
        return { kind, wait: Number(detail), resumed: more === 'resumed' };
      default:
        throw new Error(`The begin script answered ${kind}`);
    }
  }

  async renew(request: RenewRequest): Promise<boolean> {
    const given = [...this.#listSubject(request), request.lease, callerWindow, siteWindow];
    const [kind] = await this.#run('contactRenew', given);
    return kind === 'renewed';
  }

  async commit(request: CommitRequest): Promise<'committed' | 'already'> {
    const [kind] = await this.#run('contactCommit', [
      ...this.#listSubject(request),
      request.retention,
      callerWindow,
      siteWindow,
      request.result,
    ]);
    return kind === 'already' ? 'already' : 'committed';
  }

  async abort(request: AbortRequest): Promise<void> {
    await this.#run('contactAbort', [
      ...this.#listSubject(request),
      request.outcome,
      callerWindow,
      siteWindow,
    ]);
  }

  async usage(channel: Attempt['channel'], caller: string): Promise<Usage> {
    const keys = this.#listKeys({ channel, caller, key: null, token: null });
    const answer = await this.#run('contactUsage', [
      ...keys,
      this.#clock?.now() ?? 0,
      callerWindow,
      siteWindow,
    ]);
    const [now, callerUsed, callerReset, siteUsed, siteReset] = answer.map(Number);
    return {
      now: now ?? 0,
      perCaller: { used: callerUsed ?? 0, reset: callerReset ?? 0 },
      site: { used: siteUsed ?? 0, reset: siteReset ?? 0 },
    };
  }

  /** Redis deletes what has expired itself. */
  async sweep(): Promise<void> {}

  /** The connection is shared: whatever opened it closes it. */
  async close(): Promise<void> {}

  /** The four keys of a step and the arguments that all of begin, renew, commit and abort start with. */
  #listSubject(request: Attempt): (string | number)[] {
    return [
      ...this.#listKeys(request),
      this.#clock?.now() ?? 0,
      request.attempt,
      request.delivery,
      request.slot,
      request.key?.fingerprint ?? '',
      request.token?.expiresAt ?? '',
    ];
  }

  #listKeys(request: Pick<Attempt, 'channel' | 'caller' | 'key' | 'token'>): string[] {
    return [
      `${this.#prefix}i:${request.key?.id ?? 'none'}`,
      `${this.#prefix}t:${request.token?.id ?? 'none'}`,
      `${this.#prefix}l:${request.channel}:${request.caller}`,
      `${this.#prefix}d:${request.channel}`,
    ];
  }

  async #run(name: Step, given: (string | number)[]): Promise<string[]> {
    // A server that may forget is not asked to promise anything new; what was delivered is recorded all the same.
    const promises = name === 'contactBegin' || name === 'contactRenew' || name === 'contactUsage';
    const refusal = promises ? this.#connection.refusal() : null;
    if (refusal) throw new StoreUnavailable(refusal);
    const lasts = name !== 'contactAbort' && name !== 'contactUsage' && this.#connection.replicas() > 0;
    try {
      if (!lasts) return await this.#connection.client[name](...given);
      // What it rests on may be a record that another sidecar has just written: so it writes something in any case.
      const commands = [
        ['eval', this.#steps[name], 4, ...given],
        ['pexpire', this.#agreed, tenYears],
      ];
      return (await this.#lasting.write(commands, true)) as string[];
    } catch (cause) {
      throw cause instanceof StoreUnavailable ? cause : toUnavailable(cause);
    }
  }
}

function toUnavailable(cause: unknown): StoreUnavailable {
  return new StoreUnavailable(adviseOnRedis(cause), { cause, code: replyCode(cause) });
}

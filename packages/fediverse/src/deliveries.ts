import { setTimeout as wait } from 'node:timers/promises';
import type { SidecarContext } from 'agentsite/plugin';
import type { Connections, Key, Sent } from './connections.ts';
import type { Followers } from './followers.ts';
import { allBuckets, bucketOf, RecentValues, readJson, type Store, update } from './state.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** After that long, what could not be delivered is dropped. */
const tryFor = 2 * day;
/** After that long without an answer, followers of a server are dropped. */
const deadAfter = 7 * day;
/** While one process delivers, no other does; longer than a request may take. */
const lease = 5 * minute;
const atOnce = { buckets: 12, tasks: 4, ofHost: 2 };
/** Milliseconds between two beginnings: each signs and writes, and readers wait meanwhile. */
const usualPause = 25;

/** Of one activity for one inbox. */
type Task = readonly [since: number, attempts: number, next: number];

/** The hosts of one bucket, with everything that is due for them. */
interface Bucket {
  /** By activity and inbox, with a space between them. */
  readonly tasks: Readonly<Record<string, Task>>;
  /** Hosts that don't answer. */
  readonly hosts: Readonly<Record<string, readonly [since: number, failures: number, next: number]>>;
}
const empty: Bucket = { tasks: {}, hosts: {} };

export interface DeliveryParts {
  readonly store: Store;
  readonly followers: Followers;
  readonly servers: Pick<Connections, 'post'>;
  readonly keyOf: () => Promise<Key>;
  readonly now: () => number;
  readonly log: SidecarContext['log'];
  readonly isBlocked: (address: string) => boolean;
  readonly pause?: number;
}

/** Delivers activities to inboxes. An activity that an inbox has accepted is not sent to it again. */
export class Deliveries {
  readonly #parts: DeliveryParts;
  readonly #bodies = new RecentValues<string | null>(8);
  #nextTurn = 0;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Equal activities have equal IDs; one that is here already is left as it is. */
  async add(activity: { readonly id: string }, inboxes: Iterable<string>): Promise<void> {
    const { store, now } = this.#parts;
    const [since, { id }] = [now(), activity];
    await store.replace(`activity ${id}`, null, JSON.stringify(activity), tryFor + day);
    const byBucket = Map.groupBy(inboxes, (inbox) => bucketOf(new URL(inbox).host));
    for (const [bucket, own] of byBucket)
      await update(store, keyOf(bucket), empty, ({ tasks, hosts }) => {
        const added = own.map((inbox) => [`${id} ${inbox}`, [since, 0, since]] as const);
        return { tasks: { ...tasks, ...Object.fromEntries(added.filter(([name]) => !tasks[name])) }, hosts };
      });
  }

  /** Delivers everything that is due, as long as there is time. */
  async run(): Promise<void> {
    const waiting = [...allBuckets];
    const end = performance.now() + 5 * minute;
    const work = async () => {
      for (let bucket = waiting.pop(); bucket !== undefined; bucket = waiting.pop())
        while (performance.now() < end && (await this.#runBucket(bucket)));
    };
    // No delivery is still under way when this ends.
    const ended = await Promise.allSettled(Array.from({ length: atOnce.buckets }, work));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  }

  /** How many deliveries are still to be made. */
  async count(): Promise<number> {
    let count = 0;
    for (const bucket of allBuckets)
      count += Object.keys((await readJson(this.#parts.store, keyOf(bucket), empty)).tasks).length;
    return count;
  }

  /** @returns was anything due? */
  async #runBucket(bucket: number): Promise<boolean> {
    const { store, now } = this.#parts;
    if ((await store.get(keyOf(bucket))) === null) return false;
    let claimed: string[] = [];
    await update(store, keyOf(bucket), empty, (state) => {
      const claim = claimTasks(state, now());
      claimed = claim.claimed;
      return claim.state;
    });
    const results = await Promise.all(
      claimed.map(async (name) => [name, await this.#deliver(name).catch(unknown)] as const),
    );
    if (results.length === 0) return false;
    const dead = new Set<string>();
    await update(store, keyOf(bucket), empty, (state) => settle(state, results, now(), dead));
    for (const host of dead) {
      this.#parts.log.warn({ host }, 'a server has not answered for a week; its followers are dropped');
      await this.#parts.followers.removeHosts((actor) => new URL(actor).host === host);
    }
    return true;
  }

  async #deliver(name: string): Promise<Sent | 'done'> {
    const { store, followers, servers, keyOf: currentKey, isBlocked, log } = this.#parts;
    const [id = '', inbox = ''] = name.split(' ');
    await this.#turn();
    const marker = `sent ${name}`;
    if (isBlocked(inbox) || (await store.get(marker)) !== null) return 'done';
    const body = await this.#bodyOf(id);
    if (body === null) return 'done';
    const sent = await servers.post(inbox, body, await currentKey());
    if (!isFinal(sent)) return sent;
    await store.set(marker, String(sent.status), tryFor + day);
    if (sent.status === 410) await followers.removeInbox(inbox);
    if (sent.status >= 300)
      log.warn({ status: sent.status, host: new URL(inbox).host }, 'an inbox refuses an activity');
    return 'done';
  }

  async #turn(): Promise<void> {
    const now = performance.now();
    const turn = Math.max(now, this.#nextTurn);
    this.#nextTurn = turn + (this.#parts.pause ?? usualPause);
    if (turn > now) await wait(turn - now);
  }

  async #bodyOf(id: string): Promise<string | null> {
    const { store, now } = this.#parts;
    const known = this.#bodies.get(id, now());
    if (known !== undefined) return known;
    const body = await store.get(`activity ${id}`);
    this.#bodies.set(id, body, now() + minute);
    return body;
  }
}

const keyOf = (bucket: number) => `deliveries ${bucket}`;
const hostOf = (name: string) => new URL(name.slice(name.indexOf(' ') + 1)).host;
const unknown = (error: unknown): Sent => ({ status: null, reason: String(error) });

/** Answers after which a delivery is not tried again. Who is busy or broken gets it later. */
const isFinal = (sent: Sent): sent is Sent & { readonly status: number } =>
  sent.status !== null && sent.status < 500 && sent.status !== 429 && sent.status !== 408;

/**
 * Takes what is due for as long as a lease; of a host that does not answer, one at a time. Each inbox gets its activities
 * in their order, so that no change overtakes what it changes.
 */
function claimTasks(
  { tasks, hosts }: Bucket,
  now: number,
): { state: Bucket | null | undefined; claimed: string[] } {
  const kept: Record<string, Task> = {};
  const taken = new Map<string, number>();
  const inboxes = new Set<string>();
  const claimed: string[] = [];
  let isChanged = false;
  for (const [name, task] of Object.entries(tasks)) {
    const [since, attempts, next] = task;
    const host = hostOf(name);
    const silent = hosts[host];
    if (now - since > tryFor) {
      isChanged = true;
      continue;
    }
    kept[name] = task;
    const inbox = name.slice(name.indexOf(' ') + 1);
    if (inboxes.has(inbox)) continue;
    inboxes.add(inbox);
    const limit = silent ? 1 : atOnce.ofHost;
    const isDue = next <= now && (!silent || silent[2] <= now) && (taken.get(host) ?? 0) < limit;
    if (!isDue || claimed.length >= atOnce.tasks) continue;
    taken.set(host, (taken.get(host) ?? 0) + 1);
    claimed.push(name);
    kept[name] = [since, attempts + 1, now + lease];
  }
  if (!isChanged && claimed.length === 0) return { state: undefined, claimed };
  const isEmpty = Object.keys(kept).length === 0 && Object.keys(hosts).length === 0;
  return { state: isEmpty ? null : { tasks: kept, hosts }, claimed };
}

/** @param dead is given the hosts that have not answered for too long */
function settle(
  state: Bucket,
  results: readonly (readonly [name: string, sent: Sent | 'done'])[],
  now: number,
  dead: Set<string>,
): Bucket | null {
  const tasks = { ...state.tasks };
  const hosts = { ...state.hosts };
  for (const [name, sent] of results) {
    const host = hostOf(name);
    const [since, attempts] = tasks[name] ?? [now, 1, 0];
    if (sent === 'done') {
      delete tasks[name];
      delete hosts[host];
      continue;
    }
    const asked = sent.status === null ? 0 : Math.min(sent.retryAfter * 1000, day);
    tasks[name] = [since, attempts, now + Math.max(asked, backOff(attempts))];
    if (sent.status !== null && asked === 0) continue;
    const [first, failures] = hosts[host] ?? [now, 0];
    if (sent.status === null && failures >= 5 && now - first > deadAfter) dead.add(host);
    hosts[host] = [first, failures + 1, now + Math.max(asked, backOff(failures + 1))];
  }
  for (const host of dead) {
    delete hosts[host];
    for (const name of Object.keys(tasks)) if (hostOf(name) === host) delete tasks[name];
  }
  const isEmpty = Object.keys(tasks).length === 0 && Object.keys(hosts).length === 0;
  return isEmpty ? null : { tasks, hosts };
}

/** 1 minute, 2, 4, … 8 hours. */
const backOff = (attempts: number) => Math.min(2 ** (attempts - 1) * minute, 8 * 60 * minute);

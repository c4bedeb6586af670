import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { type RedisServer, startRedis } from '../../helpers/redis-server.ts';
import { type ResendMood, ResendStub } from '../../helpers/resend-stub.ts';
import { type Ending, type Plan, sendUntilAnswered, TokenHolder } from './client.ts';
import { crashPoints, type SidecarSetting } from './messages.ts';
import { Random } from './random.ts';
import { SidecarPool, type SidecarProcess } from './sidecar-process.ts';

/** What many schedules add up to. */
export interface Totals {
  schedules: number;
  messages: number;
  deliveries: number;
  answered: number;
  limited: number;
  failed: number;
  lost: number;
  sidecarKills: number;
  redisKills: number;
  redisHangs: number;
  providerFaults: number;
  points: Record<string, number>;
}

export function noTotals(): Totals {
  return {
    schedules: 0,
    messages: 0,
    deliveries: 0,
    answered: 0,
    limited: 0,
    failed: 0,
    lost: 0,
    sidecarKills: 0,
    redisKills: 0,
    redisHangs: 0,
    providerFaults: 0,
    points: {},
  };
}

const moods = [
  'accept',
  'accept',
  'accept',
  'accept',
  'reset-after',
  'break-after',
  'hang-after',
  'reset',
  'break',
  'hang',
  'limit',
  'concurrent',
  'no-id',
  'refuse',
] as const satisfies readonly ResendMood[];

/** Short, so that leases of the killed run out within a schedule. */
const timings = { lease: 500, oneTry: 100, allTries: 320, pause: 10 };

/**
 * A lane runs one schedule after another: real sidecar processes, a Redis of its own, a provider that misbehaves.
 * Each schedule: messages under way from several clients at once while processes are killed, Redis is killed or
 * stopped, and the provider accepts, refuses, hangs, breaks; then everything is healed, the clients go on until they
 * have an answer, and what arrived is compared with what was promised.
 */
export class Lane {
  readonly #redis: RedisServer;
  readonly #stub: ResendStub;
  readonly #pool = new SidecarPool(2);
  readonly #folder = makeQuickFolder('faults');
  #sidecars: SidecarProcess[] = [];
  #scope = 0;

  constructor(redis: RedisServer, stub: ResendStub) {
    this.#redis = redis;
    this.#stub = stub;
  }

  static async open(): Promise<Lane> {
    return new Lane(await startRedis(), await new ResendStub().start());
  }

  async close(): Promise<void> {
    await Promise.all(this.#sidecars.map((sidecar) => sidecar.end()));
    await this.#pool.end();
    await this.#stub.stop();
    await this.#redis.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** @throws Error that names the broken promise. */
  async run(seed: number, totals: Totals): Promise<void> {
    const random = new Random(seed);
    const own = join(this.#folder, `${this.#scope++}`);
    const outbox = join(own, 'outbox');
    mkdirSync(own);
    const store = random.chance(0.6) ? 'redis' : 'sqlite';
    const base: Omit<SidecarSetting, 'crash'> = {
      store,
      redisUrl: this.#redis.url,
      siteName: `lane-${this.#scope}.example.org`,
      folder: own,
      mailer: random.chance(0.6) ? 'resend' : 'outbox',
      resendUrl: this.#stub.url,
      outbox,
      secret: randomBytes(32).toString('hex'),
      limits: { perCaller: random.between(2, 6), site: random.between(3, 9) },
      timings,
    };
    const plans = makePlans(random);
    this.#stub.sent.length = 0;
    this.#stub.mood = () => {
      const mood = random.pick(moods);
      if (mood !== 'accept') totals.providerFaults++;
      return mood;
    };

    await this.#prepare(base, random, totals);
    let turn = 0;
    const count = this.#sidecars.length;
    const target = () => this.#sidecars[turn++ % count]?.url ?? '';
    const keeper = this.#replaceTheDead(base, totals);
    const trouble = store === 'redis' ? this.#troubleRedis(random, totals) : Promise.resolve();
    const clients = plans.flatMap((plan) =>
      Array.from({ length: plan.copies }, async () => ({
        plan,
        ending: await sendUntilAnswered(plan, target),
      })),
    );
    await Promise.all([trouble, delay(250)]);
    this.#stub.mood = () => 'accept';
    const endings = await Promise.all(clients);
    await keeper.stop();
    await Promise.all(this.#sidecars.map((sidecar) => sidecar.drain()));

    const inbox = base.mailer === 'resend' ? this.#stub.sent.map(textOfRequest) : readOutbox(outbox);
    judge(plans, endings, inbox, base.limits);
    await this.#checkReplays(endings, target);
    if (this.#inboxSize(base, outbox) !== inbox.length) throw new Error('a replay delivered something');
    addUp(totals, plans, endings, inbox.length);
    rmSync(own, { recursive: true, force: true });
  }

  /** One sidecar for a file, two for Redis; each may be told to die. */
  async #prepare(base: Omit<SidecarSetting, 'crash'>, random: Random, totals: Totals): Promise<void> {
    const count = base.store === 'redis' ? 2 : 1;
    while (this.#sidecars.length < count) this.#sidecars.push(this.#pool.take());
    // A file belongs to one process: the second sidecar of an earlier schedule is ended rather than kept idle.
    await Promise.all(this.#sidecars.splice(count).map((sidecar) => sidecar.end()));
    for (const [index, sidecar] of this.#sidecars.entries()) {
      const crash = random.chance(0.45)
        ? { point: random.pick(crashPoints), visit: random.between(1, 2) }
        : null;
      if (crash) totals.points[crash.point] = (totals.points[crash.point] ?? 0) + 1;
      const alive = await sidecar.configure({ ...base, crash });
      if (!alive) this.#sidecars[index] = await this.#replacement(base);
    }
  }

  async #replacement(base: Omit<SidecarSetting, 'crash'>): Promise<SidecarProcess> {
    const fresh = this.#pool.take();
    for (let tries = 0; tries < 100; tries++) {
      try {
        await fresh.configure({ ...base, crash: null });
        return fresh;
      } catch (error) {
        // Redis may be down at the moment: a service manager would start the sidecar again, too.
        if (tries === 99) throw error;
        await delay(50);
      }
    }
    return fresh;
  }

  /** Starts a new process for each that was killed, as a service manager does. */
  #replaceTheDead(base: Omit<SidecarSetting, 'crash'>, totals: Totals): { stop: () => Promise<void> } {
    let stopping = false;
    const watch = async () => {
      while (!stopping) {
        for (const [index, sidecar] of this.#sidecars.entries()) {
          if (!sidecar.dead) continue;
          totals.sidecarKills++;
          this.#sidecars[index] = await this.#replacement(base);
        }
        await delay(5);
      }
    };
    const watching = watch();
    return {
      stop: async () => {
        stopping = true;
        await watching;
      },
    };
  }

  async #troubleRedis(random: Random, totals: Totals): Promise<void> {
    const kind = random.fraction();
    await delay(random.between(5, 120));
    if (kind < 0.25) {
      totals.redisKills++;
      await this.#redis.kill();
      await delay(random.between(0, 60));
      await this.#redis.start();
    } else if (kind < 0.4) {
      totals.redisHangs++;
      process.kill(this.#redis.pid(), 'SIGSTOP');
      await delay(random.chance(0.2) ? 1_300 : random.between(20, 200));
      process.kill(this.#redis.pid(), 'SIGCONT');
    }
  }

  /** Whatever was answered with success is remembered: the same request again is a replay. */
  async #checkReplays(
    endings: readonly { plan: Plan; ending: Ending }[],
    target: () => string,
  ): Promise<void> {
    for (const { plan, ending } of endings) {
      if (plan.key === null || ending !== 'sent') continue;
      const again = await sendUntilAnswered({ ...plan, start: 0 }, target);
      if (again !== 'sent') throw new Error(`a delivered message was answered ${again} afterwards`);
    }
  }

  #inboxSize(base: Omit<SidecarSetting, 'crash'>, outbox: string): number {
    return base.mailer === 'resend' ? this.#stub.sent.length : readOutbox(outbox).length;
  }
}

function makePlans(random: Random): Plan[] {
  const shared = new TokenHolder();
  return Array.from({ length: random.between(2, 6) }, (_, index): Plan => {
    const keyed = random.chance(0.7);
    return {
      text: `text-${index}-${random.between(0, 1e9)}`,
      key: keyed ? `key-${index}-${random.between(0, 1e9)}-0123456789` : null,
      token: !keyed && random.chance(0.5) ? shared : new TokenHolder(),
      address: random.pick(['203.0.113.1', '203.0.113.2', '2001:db8::1']),
      start: random.between(0, 60),
      copies: random.chance(0.5) ? random.between(2, 5) : 1,
    };
  });
}

function textOfRequest(mail: { body: Record<string, unknown> }): string {
  return textOf(String(mail.body.text));
}

function readOutbox(folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.name.endsWith('.eml'));
  return files.map((file) => textOf(readFileSync(join(folder, file.name), 'utf8')));
}

function textOf(mail: string): string {
  const found = /text-\d+-\d+/.exec(mail)?.[0];
  if (!found) throw new Error('a mail without a text arrived');
  return found;
}

/** The promises, each by itself. */
function judge(
  plans: readonly Plan[],
  endings: readonly { plan: Plan; ending: Ending }[],
  inbox: readonly string[],
  limits: { readonly perCaller: number; readonly site: number },
): void {
  const arrived = (plan: Plan) => inbox.filter((text) => text === plan.text).length;
  for (const plan of plans) {
    if (arrived(plan) > 1)
      throw new Error(`${arrived(plan)} deliveries under one ${plan.key ? 'key' : 'token'}`);
  }
  for (const { plan, ending } of endings) {
    if (ending === 'sent' && arrived(plan) !== 1)
      throw new Error('a message was answered 200 and did not arrive');
    if (ending === 'gave-up') throw new Error('a client never got an answer');
    if (ending === 'reuse') throw new Error('a key was called used by another message');
    const refused = ending === 'limited' || ending === 'failed';
    const twins = endings.filter((other) => other.plan === plan);
    if (refused && twins.every((twin) => twin.ending === ending) && arrived(plan) > 0) {
      throw new Error(`a message was answered "${ending}" and arrived`);
    }
  }
  const tokens = new Map<object, number>();
  for (const plan of plans) {
    if (plan.key !== null) continue;
    tokens.set(plan.token, (tokens.get(plan.token) ?? 0) + arrived(plan));
  }
  for (const deliveries of tokens.values()) {
    if (deliveries > 1) throw new Error(`${deliveries} deliveries for one token`);
  }
  const callers = new Map<string, number>();
  for (const plan of plans) callers.set(plan.address, (callers.get(plan.address) ?? 0) + arrived(plan));
  for (const deliveries of callers.values()) {
    if (deliveries > limits.perCaller)
      throw new Error(`${deliveries} deliveries of ${limits.perCaller} for a caller`);
  }
  if (inbox.length > limits.site)
    throw new Error(`${inbox.length} deliveries of ${limits.site} for the site`);
}

function addUp(
  totals: Totals,
  plans: readonly Plan[],
  endings: readonly { ending: Ending }[],
  deliveries: number,
): void {
  const count = (wanted: Ending) => endings.filter(({ ending }) => ending === wanted).length;
  totals.schedules++;
  totals.messages += plans.length;
  totals.deliveries += deliveries;
  totals.answered += count('sent');
  totals.limited += count('limited');
  totals.failed += count('failed');
  totals.lost += count('token-lost');
}

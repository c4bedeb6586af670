import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LosingProxy } from '../../../helpers/losing-proxy.ts';
import { makeQuickFolder } from '../../../helpers/quick-folder.ts';
import {
  moveSteps,
  type RedisGroup,
  type RedisNode,
  startFailingCluster,
  startRedisSentinels,
} from '../../../helpers/redis-failover.ts';
import { everyWrite, type RedisServer, startRedis } from '../../../helpers/redis-server.ts';
import { type ResendMood, ResendStub } from '../../../helpers/resend-stub.ts';
import { pauseOf, type SmtpHandover, type SmtpMood, SmtpStub } from '../../../helpers/smtp-stub.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type Outcome, type Plan, sendUntilAnswered, TokenHolder } from './client.ts';
import { crashPoints, type SidecarSetting, smtpTimeouts } from './messages.ts';
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
  slowMailServers: number;
  uncertainHandovers: number;
  secondMails: number;
  lostReplies: number;
  switches: number;
  failovers: number;
  freezes: number;
  partitions: number;
  fullMemories: number;
  moves: number;
  brokenMoves: number;
  exempt: number;
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
    slowMailServers: 0,
    uncertainHandovers: 0,
    secondMails: 0,
    lostReplies: 0,
    switches: 0,
    failovers: 0,
    freezes: 0,
    partitions: 0,
    fullMemories: 0,
    moves: 0,
    brokenMoves: 0,
    exempt: 0,
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
const timings = {
  lease: 500,
  oneTry: 100,
  allTries: 320,
  pause: 10,
  answer: 400,
  handoverWait: 1_500,
  acceptanceWait: 2_000,
};

/** The lease of a hand-over outlasts a failover, as ten minutes do in production. */
const failoverTimings = { handoverWait: 8_000, acceptanceWait: 9_000 };

/** A mail server is slow at its greeting, before it asks for the content, or after the final dot; or it breaks off. */
function chooseSmtpMood(random: Random, totals: Totals): SmtpMood {
  const kind = random.fraction();
  if (kind < 0.3) return {};
  totals.providerFaults++;
  if (kind < 0.75) totals.slowMailServers++;
  if (kind < 0.4) return { greeting: pauseOf(random.between(20, 900)) };
  if (kind < 0.5) return { data: pauseOf(random.between(20, 900)) };
  if (kind < 0.75) return { dot: pauseOf(random.between(20, 1_400)) };
  if (kind < 0.85) return { answer: 'refuse' };
  return { answer: random.chance(0.5) ? 'cut' : 'drop', dot: pauseOf(random.between(0, 100)) };
}

/**
 * Where the state is: in a file or on one Redis by turns; on one Redis with three sidecars behind nginx, whose clocks
 * differ by three minutes and whose release is switched; or on a group that fails over, with records that wait for a
 * replica or, as REDIS_MAY_FORGET allows, without. In `cluster-moves`, each schedule breaks a move of the site's slot.
 */
export const places = [
  'one',
  'three',
  'sentinel',
  'cluster',
  'cluster-moves',
  'sentinel-forget',
  'cluster-forget',
] as const;
export type Place = (typeof places)[number];

/**
 * A lane runs one schedule after another: real sidecar processes, a Redis of its own, a provider that misbehaves.
 * Each schedule: messages under way from several clients at once while processes are killed, Redis is killed or
 * stopped, and the provider accepts, refuses, hangs, breaks; then everything is healed, the clients go on until they
 * have an answer, and what arrived is compared with what was promised.
 */
export class Lane {
  readonly #redis: RedisServer;
  readonly #stub: ResendStub;
  readonly #smtp: SmtpStub;
  readonly #wire: LosingProxy;
  readonly #pool = new SidecarPool(2);
  readonly #folder = makeQuickFolder('faults');
  #sidecars: SidecarProcess[] = [];
  #scope = 0;
  /** Sidecars that died in this schedule. */
  #kills = 0;
  #stopping: SidecarProcess | null = null;
  /** The server that the slot moved to took keys along: what follows from that is no broken promise. */
  exempt = false;
  readonly #place: Place;
  readonly #group: RedisGroup | null;
  /** nginx in front of three sidecars, and their ports. */
  readonly #balancer: Balancer | null;

  constructor(
    redis: RedisServer,
    stub: ResendStub,
    smtp: SmtpStub,
    wire: LosingProxy,
    place: Place,
    group: RedisGroup | null,
    balancer: Balancer | null,
  ) {
    this.#place = place;
    this.#group = group;
    this.#balancer = balancer;
    this.#redis = redis;
    this.#stub = stub;
    this.#smtp = smtp;
    this.#wire = wire;
  }

  static async open(place: Place): Promise<Lane> {
    const redis = await startRedis(...everyWrite);
    // Only the step that records a delivery carries its result.
    const wire = await new LosingProxy(redis.port, '"sent":true').start();
    const group = place.startsWith('sentinel')
      ? await startRedisSentinels()
      : place.startsWith('cluster')
        ? await startFailingCluster()
        : null;
    const balancer = place === 'three' ? await startBalancer(3) : null;
    const [stub, smtp] = [await new ResendStub().start(), await new SmtpStub().start()];
    return new Lane(redis, stub, smtp, wire, place, group, balancer);
  }

  async close(): Promise<void> {
    await Promise.all(this.#sidecars.map((sidecar) => sidecar.end()));
    await this.#pool.end();
    await this.#stub.stop();
    await this.#smtp.stop();
    await this.#wire.stop();
    await this.#redis.stop();
    await this.#group?.stop();
    await this.#balancer?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** @throws Error that names the broken promise. */
  async run(seed: number, totals: Totals): Promise<void> {
    const random = new Random(seed);
    const own = join(this.#folder, `${this.#scope++}`);
    const outbox = join(own, 'outbox');
    mkdirSync(own);
    const store = this.#place === 'one' && !random.chance(0.6) ? 'sqlite' : 'redis';
    await this.#group?.settle();
    const base: Omit<SidecarSetting, 'crash'> = {
      store,
      redisUrl: this.#group?.url ?? `redis://127.0.0.1:${this.#wire.port}`,
      mayForget: this.#place.endsWith('-forget'),
      siteName: `lane-${this.#scope}.example.org`,
      folder: own,
      mailer: random.pick(['resend', 'resend', 'smtp', 'smtp', 'outbox']),
      resendUrl: this.#stub.url,
      smtpUrl: `smtp://127.0.0.1:${this.#smtp.port}`,
      outbox,
      secret: randomBytes(32).toString('hex'),
      limits: { perCaller: random.between(2, 6), site: random.between(3, 9) },
      timings: this.#group ? { ...timings, ...failoverTimings } : timings,
    };
    const plans = makePlans(random);
    this.#stub.sent.length = 0;
    this.#smtp.handovers.length = 0;
    let asked = 0;
    this.#smtp.mood = () => {
      asked++;
      return chooseSmtpMood(random, totals);
    };
    this.#wire.loses = () => random.chance(0.25);
    const lostBefore = this.#wire.lost;
    this.#kills = 0;
    this.exempt = false;
    this.#stub.mood = () => {
      asked++;
      const mood = random.pick(moods);
      if (mood !== 'accept') totals.providerFaults++;
      return mood;
    };

    await this.#prepare(base, random, totals);
    let turn = 0;
    const count = this.#sidecars.length;
    const target = () => this.#balancer?.url ?? this.#sidecars[turn++ % count]?.url ?? '';
    const keeper = this.#replaceTheDead(base, totals);
    let healed = false;
    const trouble = this.#group
      ? this.#troubleGroup(this.#group, base.siteName, random, totals)
      : store === 'redis'
        ? this.#troubleRedis(random, totals)
        : Promise.resolve();
    const switching = this.#balancer ? this.#switchRelease(base, random, totals) : Promise.resolve();
    const clients = plans.flatMap((plan) =>
      Array.from({ length: plan.copies }, async () => ({
        plan,
        ...(await sendUntilAnswered(
          plan,
          target,
          () => this.#inbox(base, outbox).includes(plan.text),
          () => healed,
        )),
      })),
    );
    await Promise.all([trouble, switching, delay(250)]);
    // A busy machine is slow to ask; the faults wait for it.
    for (let waits = 0; waits < 60 && asked < plans.length; waits++) await delay(25);
    this.#stub.mood = () => 'accept';
    this.#smtp.mood = () => ({});
    healed = true;
    const endings = await Promise.all(clients);
    await keeper.stop();
    this.#wire.loses = () => false;
    await this.#group?.settle();
    await Promise.all(this.#sidecars.map((sidecar) => sidecar.drain()));

    const handovers = this.#smtp.handovers.map((handover) => ({
      ...handover,
      text: textOf(handover.text),
      answered: wasHeard(handover),
    }));
    const inbox = this.#inbox(base, outbox);
    const killed = this.#kills > 0;
    judge(plans, endings, inbox, base.limits, handovers);
    judgeHandovers(handovers, killed, totals);
    totals.lostReplies += this.#wire.lost - lostBefore;
    await this.#checkReplays(endings, target);
    if (this.#inbox(base, outbox).length !== inbox.length) throw new Error('a replay delivered something');
    addUp(totals, plans, endings, inbox.length);
    rmSync(own, { recursive: true, force: true });
  }

  /** One sidecar for a file, two for Redis, three behind nginx; each may be made to die. */
  async #prepare(base: Omit<SidecarSetting, 'crash'>, random: Random, totals: Totals): Promise<void> {
    const count = this.#balancer ? 3 : base.store === 'redis' ? 2 : 1;
    while (this.#sidecars.length < count) this.#sidecars.push(this.#pool.take());
    // A file belongs to one process: the second sidecar of an earlier schedule is ended rather than kept idle.
    await Promise.all(this.#sidecars.splice(count).map((sidecar) => sidecar.end()));
    for (const [index, sidecar] of this.#sidecars.entries()) {
      const crash = random.chance(0.45)
        ? { point: random.pick(crashPoints), visit: random.between(1, 2) }
        : null;
      if (crash) totals.points[crash.point] = (totals.points[crash.point] ?? 0) + 1;
      const alive = await patiently(() => sidecar.configure({ ...base, ...this.#placeOf(index), crash }));
      if (!alive) this.#sidecars[index] = await this.#replacement(base, index);
    }
  }

  /** Behind nginx each has its port, a clock of its own, and a release that may differ from the others'. */
  #placeOf(index: number, switched = 0): Partial<SidecarSetting> {
    if (!this.#balancer) return {};
    const port = this.#balancer.ports[index] ?? 0;
    return { port, ahead: (index - 1) * 90_000, release: (index % 2) + switched };
  }

  async #replacement(
    base: Omit<SidecarSetting, 'crash'>,
    index: number,
    switched = 0,
  ): Promise<SidecarProcess> {
    const fresh = this.#pool.take();
    await patiently(() => fresh.configure({ ...base, ...this.#placeOf(index, switched), crash: null }));
    return fresh;
  }

  /** Starts a new process for each that was killed, as a service manager does. */
  #replaceTheDead(base: Omit<SidecarSetting, 'crash'>, totals: Totals): { stop: () => Promise<void> } {
    let stopping = false;
    const watch = async () => {
      while (!stopping) {
        for (const [index, sidecar] of this.#sidecars.entries()) {
          if (!sidecar.dead || this.#stopping === sidecar) continue;
          totals.sidecarKills++;
          this.#kills++;
          this.#sidecars[index] = await this.#replacement(base, index);
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

  /** One sidecar after another is asked to end, and started again with the next release, as a deployment does. */
  async #switchRelease(base: Omit<SidecarSetting, 'crash'>, random: Random, totals: Totals): Promise<void> {
    if (random.chance(0.4)) return;
    await delay(random.between(0, 150));
    totals.switches++;
    for (const index of this.#sidecars.keys()) {
      const sidecar = this.#sidecars[index];
      if (!sidecar || sidecar.dead) continue;
      this.#stopping = sidecar;
      await sidecar.stop();
      if (sidecar.killed) {
        totals.sidecarKills++;
        this.#kills++;
      }
      this.#sidecars[index] = await this.#replacement(base, index, 1);
    }
    this.#stopping = null;
  }

  /**
   * The primary of the site, or sometimes another server, is killed, frozen or cut off, of its servers and Sentinels or
   * of these alone, until another one has taken over; then it comes back. Or its memory is full, or its slot moves.
   */
  async #troubleGroup(group: RedisGroup, siteName: string, random: Random, totals: Totals): Promise<void> {
    const kind = this.#place === 'cluster-moves' ? 1 : random.fraction();
    const key = `contact:{${siteName}}:`;
    const primary = await group.primary(key);
    const victim = random.chance(0.8) ? primary : random.pick(group.nodes as [RedisNode, ...RedisNode[]]);
    await delay(random.between(5, 120));
    const { server } = victim;
    if (kind < 0.3) {
      totals.redisKills++;
      await server.kill();
    } else if (kind < 0.55) {
      totals.freezes++;
      process.kill(server.pid(), 'SIGSTOP');
    } else if (kind < 0.8) {
      totals.partitions++;
      group.cutOff(victim, random.chance(0.6));
    } else if (kind < 0.9) {
      totals.fullMemories++;
      await server.command('CONFIG', 'SET', 'maxmemory', '1');
    } else {
      return this.#moveSlot(group, key, random, totals);
    }
    // Of a Cluster, no server takes over after six seconds: a replica that has not been chosen by then is out of date.
    const patience =
      kind < 0.8 && victim === primary && random.chance(0.8) ? 8_000 : 50 * random.between(1, 8);
    for (const start = performance.now(); performance.now() < start + patience; ) {
      await delay(50);
      if (
        await group.primary(key).then(
          (now) => now !== primary,
          () => false,
        )
      ) {
        totals.failovers++;
        break;
      }
    }
    await delay(random.between(0, 400));
    if (kind < 0.3) await server.start();
    else if (kind < 0.55) process.kill(server.pid(), 'SIGCONT');
    else if (kind < 0.8) group.reconnect();
    else await server.command('CONFIG', 'SET', 'maxmemory', '0');
  }

  /** Moves the slot of the site. The target may be killed or frozen meanwhile; it comes back, and the move is finished. */
  async #moveSlot(group: RedisGroup, key: string, random: Random, totals: Totals): Promise<void> {
    if (!group.move) return;
    totals.moves++;
    const step = this.#place === 'cluster-moves' || random.chance(0.5) ? random.pick(moveSteps) : null;
    const kills = random.chance(0.5);
    let victim: RedisNode | undefined;
    const moving = group.move(key, async (target, now) => {
      if (victim || now !== step || (now === 'keys' && random.chance(0.3))) return;
      victim = target;
      await delay(random.between(0, 30));
      if (kills) await target.server.kill();
      else process.kill(target.server.pid(), 'SIGSTOP');
    });
    const moved = await moving.then(
      () => true,
      () => false,
    );
    if (victim) {
      totals.brokenMoves++;
      await delay(random.between(0, 3_000));
      if (kills) await victim.server.start();
      else process.kill(victim.server.pid(), 'SIGCONT');
    }
    if (victim || !moved) this.exempt = Boolean(await group.repair?.());
  }

  /** Whatever was answered with success is remembered: the same request again is a replay. */
  async #checkReplays(endings: readonly Ended[], target: () => string): Promise<void> {
    for (const { plan, ending } of endings) {
      if (plan.key === null || ending !== 'sent') continue;
      const again = await sendUntilAnswered({ ...plan, start: 0, again: true }, target);
      if (again.ending !== 'sent')
        throw new Error(`a delivered message was answered ${again.ending} afterwards`);
    }
  }

  /** The text of each mail that the owner has got. */
  #inbox(base: Omit<SidecarSetting, 'crash'>, outbox: string): string[] {
    if (base.mailer === 'resend') return this.#stub.sent.map(textOfRequest);
    if (base.mailer === 'smtp') return this.#smtp.accepted.map(({ text }) => textOf(text));
    return readOutbox(outbox);
  }
}

/** Redis may be down at the moment: a service manager would start the sidecar again, too. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === 100) throw error;
      await delay(50);
    }
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

type Ended = Outcome & { readonly plan: Plan };

/**
 * The promises, each by itself. A refusal is of one request: an earlier one without an answer may have been held up
 * before it began, and deliver later. But no request is refused whose message has arrived.
 */
function judge(
  plans: readonly Plan[],
  endings: readonly Ended[],
  inbox: readonly string[],
  limits: { readonly perCaller: number; readonly site: number },
  handovers: readonly SmtpHandover[],
): void {
  const arrived = (plan: Plan) => inbox.filter((text) => text === plan.text).length;
  for (const plan of plans) {
    if (arrived(plan) > 1 && handovers.length === 0)
      throw new Error(`${arrived(plan)} deliveries under one ${plan.key ? 'key' : 'token'}`);
  }
  for (const { plan, ending, late } of endings) {
    if (ending === 'replayed-at-once') throw new Error('a first delivery was called a replay');
    if (ending === 'sent' && arrived(plan) === 0)
      throw new Error('a message was answered 200 and did not arrive');
    if (ending === 'gave-up') throw new Error('a client never got an answer');
    if (ending === 'reuse') throw new Error('a key was called used by another message');
    const refused = ending === 'limited' || ending === 'failed';
    if (refused && late) throw new Error(`a message that had arrived was answered "${ending}"`);
    const twins = endings.filter((other) => other.plan === plan);
    if (refused && twins.every((twin) => twin.ending === ending && twin.heard) && arrived(plan) > 0) {
      throw new Error(`a message was answered "${ending}" and arrived`);
    }
  }
  const tokens = new Map<object, number>();
  for (const plan of plans) {
    if (plan.key !== null) continue;
    tokens.set(plan.token, (tokens.get(plan.token) ?? 0) + arrived(plan));
  }
  for (const deliveries of tokens.values()) {
    if (deliveries > 1 && handovers.length === 0) throw new Error(`${deliveries} deliveries for one token`);
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

/** Did the answer come before the sidecar hung up? The server learns of that only when it reads again. */
function wasHeard({ answered, startedAt, endedAt }: SmtpHandover): boolean {
  return answered && endedAt !== null && endedAt - startedAt < 0.8 * smtpTimeouts.silence;
}

/**
 * A mail server that cannot recognise a repetition: the same message is never handed over while an earlier hand-over
 * may still succeed, and a second mail comes only after one whose answer was never heard.
 */
function judgeHandovers(handovers: readonly SmtpHandover[], killed: boolean, totals: Totals): void {
  for (const text of new Set(handovers.map((handover) => handover.text))) {
    const own = handovers.filter((handover) => handover.text === text);
    for (const [index, { startedAt, answered }] of own.entries()) {
      const earlier = own.slice(0, index);
      if (!answered) totals.uncertainHandovers++;
      if (earlier.some(({ endedAt }) => endedAt === null || endedAt > startedAt))
        throw new Error('a message was handed over while an earlier hand-over could still succeed');
    }
    const accepted = own.filter(({ outcome }) => outcome === 'accepted').length;
    if (accepted < 2) continue;
    totals.secondMails += accepted - 1;
    if (!killed && own.every(({ answered }) => answered))
      throw new Error(`${accepted} mails of one message, each of them confirmed`);
  }
}

function addUp(totals: Totals, plans: readonly Plan[], endings: readonly Ended[], deliveries: number): void {
  const count = (wanted: Outcome['ending']) => endings.filter(({ ending }) => ending === wanted).length;
  totals.schedules++;
  totals.messages += plans.length;
  totals.deliveries += deliveries;
  totals.answered += count('sent');
  totals.limited += count('limited');
  totals.failed += count('failed');
  totals.lost += count('token-lost');
}

import fc from 'fast-check';
import type { AbortRequest, BeginResult, Clock, ContactStore } from '../../../sidecar/contact/ports.ts';
import type { ContactChannel } from '../../../src/core/contact/message.ts';

/**
 * The contact store's rules a second time, in plain maps, and a check that a real store follows them: random
 * sequences of begin, renew, commit, abort, crash (an attempt that never goes on) and passing time, compared step by step.
 * Next to the comparison are the promises themselves: no key and no token ever covers two deliveries that may
 * both have gone out, and no window ever contains more deliveries than its limit.
 */
export class VirtualClock implements Clock {
  time = 1_800_000_000_000;
  now() {
    return this.time;
  }
}

const lease = 30_000;
const tokenLife = 900_000;
const renewedLease = 100_000;
/** When, after its begin, an attempt's message goes out at the latest. */
const sendTime = 15_000;
const hour = 3_600_000;
const day = 86_400_000;
const limits = { perCaller: 2, site: 3 };

type Step =
  | {
      kind: 'begin';
      key: number | null;
      token: number | null;
      message: number;
      caller: number;
      channel: number;
      /** Whether the attempts at one delivery share a slot. */
      shared: boolean;
    }
  | { kind: 'again'; which: number }
  /** A client repeats its message, under a key with another token. */
  | { kind: 'retry'; which: number; token: number }
  | { kind: 'renew'; which: number }
  | { kind: 'commit'; which: number }
  | { kind: 'abort'; which: number; outcome: AbortRequest['outcome'] }
  | { kind: 'tick'; span: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('begin' as const),
      key: fc.oneof(fc.constant(null), fc.nat(2)),
      token: fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 9, arbitrary: fc.nat(5) }),
      message: fc.nat(1),
      caller: fc.nat(1),
      channel: fc.integer({ min: 0, max: 9 }).map((n) => (n === 0 ? 1 : 0)),
      shared: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const), which: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('retry' as const), which: fc.nat(20), token: fc.nat(5) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('renew' as const), which: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('commit' as const), which: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('abort' as const),
      which: fc.nat(20),
      outcome: fc.constantFrom('nothing-sent' as const, 'unknown' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('tick' as const),
      span: fc.constantFrom(
        1,
        1_000,
        lease - 1,
        lease,
        lease + 1,
        renewedLease - 1,
        renewedLease,
        600_000,
        tokenLife,
        hour - lease,
        hour,
        hour + 1,
        day - hour,
        day,
        day + lease + 1,
      ),
    }),
  },
);

interface Subject {
  readonly attempt: string;
  readonly delivery: string;
  readonly slot: string;
  readonly channel: ContactChannel;
  readonly caller: string;
  readonly key: { id: string; fingerprint: string } | null;
  readonly token: { id: string; expiresAt: number } | null;
}

interface Holding {
  owner: string;
  /** What the record is bound to: the fingerprint for a key, the delivery for a token. */
  bound: string;
  until: number;
  expires: number;
  doubtful: boolean;
  /** Set once delivered: the stored result. */
  done: string | null;
}

class Model {
  readonly keys = new Map<string, Holding>();
  readonly tokens = new Map<string, Holding>();
  readonly slots = new Map<string, Map<string, number>>();

  #live(records: Map<string, Holding>, id: string | undefined, now: number): Holding | undefined {
    const record = id === undefined ? undefined : records.get(id);
    return record && now < record.expires ? record : undefined;
  }

  windows(subject: Pick<Subject, 'channel' | 'caller'>) {
    return [
      { name: `${subject.channel}/${subject.caller}`, span: hour, limit: limits.perCaller },
      { name: subject.channel, span: day, limit: limits.site },
    ];
  }

  inWindow(name: string, span: number, now: number): number[] {
    return [...(this.slots.get(name)?.values() ?? [])].filter((at) => at > now - span).sort((a, b) => a - b);
  }

  begin(subject: Subject, now: number): BeginResult {
    const key = this.#live(this.keys, subject.key?.id, now);
    const running = key && key.done === null && now < key.until;
    if (key && !running && key.bound !== subject.key?.fingerprint) return { kind: 'reuse' };
    if (key && key.done !== null) return { kind: 'replay', result: key.done };
    if (key && now < key.until && key.owner !== subject.attempt)
      return { kind: 'busy', wait: key.until - now };
    if (key && now < key.until) return { kind: 'go', resumed: key.doubtful };

    if (subject.token === null) return { kind: 'token-missing' };
    if (subject.token.expiresAt <= now) return { kind: 'token-refused' };
    const token = this.#live(this.tokens, subject.token.id, now);
    if (token && token.done !== null) return { kind: 'token-refused' };
    if (token && now < token.until) {
      const mine = token.owner === subject.attempt && token.bound === subject.delivery;
      return mine ? { kind: 'go', resumed: token.doubtful } : { kind: 'token-held', wait: token.until - now };
    }
    if (token && token.bound !== subject.delivery) return { kind: 'token-refused' };

    let wait = 0;
    for (const { name, span, limit } of this.windows(subject)) {
      const own = this.slots.get(name)?.get(subject.slot);
      if (own !== undefined && own > now - span) continue;
      const taken = this.inWindow(name, span, now);
      if (taken.length >= limit) wait = Math.max(wait, taken[taken.length - limit]! + span - now);
    }
    const doubtful = key !== undefined || token !== undefined;
    if (wait > 0) return { kind: 'limited', wait, resumed: doubtful };

    const held = { owner: subject.attempt, until: now + lease, doubtful, done: null };
    this.tokens.set(subject.token.id, { ...held, bound: subject.delivery, expires: subject.token.expiresAt });
    if (subject.key) {
      this.keys.set(subject.key.id, { ...held, bound: subject.key.fingerprint, expires: now + day });
    }
    this.#place(subject, now + lease);
    return { kind: 'go', resumed: doubtful };
  }

  commit(subject: Subject, result: string, now: number): 'committed' | 'already' {
    const key = this.#live(this.keys, subject.key?.id, now);
    const token = this.#live(this.tokens, subject.token?.id, now);
    const record = subject.key ? key : token;
    const recorder = record && record.done !== null ? record.owner : null;
    const spent = { owner: subject.attempt, until: now, doubtful: false };
    if (subject.token && (token?.done ?? null) === null) {
      this.tokens.set(subject.token.id, {
        ...spent,
        bound: subject.delivery,
        expires: subject.token.expiresAt,
        done: '',
      });
    }
    if (recorder !== null) return recorder === subject.attempt ? 'committed' : 'already';
    if (subject.key && (!key || key.bound === subject.key.fingerprint)) {
      this.keys.set(subject.key.id, {
        ...spent,
        bound: subject.key.fingerprint,
        expires: now + day,
        done: result,
      });
    }
    this.#place(subject, now);
    return 'committed';
  }

  #held(subject: Subject, now: number) {
    const mine = (record: Holding | undefined) =>
      record && record.done === null && record.owner === subject.attempt ? record : undefined;
    const key = mine(this.#live(this.keys, subject.key?.id, now));
    const token = mine(this.#live(this.tokens, subject.token?.id, now));
    return { key, token, held: subject.key ? key : token };
  }

  renew(subject: Subject, now: number): boolean {
    const { key, token, held } = this.#held(subject, now);
    if (!held || now >= held.until) return false;
    for (const record of [key, token]) if (record) record.until = now + renewedLease;
    this.#place(subject, now + renewedLease);
    return true;
  }

  abort(subject: Subject, outcome: AbortRequest['outcome'], now: number): void {
    const { key, token, held } = this.#held(subject, now);
    const release = (records: Map<string, Holding>, id: string | undefined, record: Holding | undefined) => {
      if (!record || id === undefined) return;
      if (outcome === 'nothing-sent' && !record.doubtful) records.delete(id);
      else record.until = now;
    };
    release(this.keys, subject.key?.id, key);
    release(this.tokens, subject.token?.id, token);
    const own = subject.slot === subject.attempt;
    if (!held) return;
    if (outcome === 'nothing-sent' && (own || !held.doubtful)) {
      for (const { name } of this.windows(subject)) this.slots.get(name)?.delete(subject.slot);
    } else {
      this.#place(subject, now);
    }
  }

  #place(subject: Subject, at: number) {
    for (const { name } of this.windows(subject)) {
      const slots = this.slots.get(name) ?? new Map<string, number>();
      slots.set(subject.slot, at);
      this.slots.set(name, slots);
    }
  }
}

/** What may have reached the owner: kept apart from the model, as the promises are only about this. */
class Mailbox {
  #sent: {
    key: string | null;
    token: string;
    delivery: string;
    subject: Subject;
    at: number;
    sure: boolean;
  }[] = [];

  /** An attempt was allowed to send. Until it says that nothing went out, assume that it did. */
  mayHaveSent(subject: Subject, now: number) {
    const key = subject.key?.id ?? null;
    const token = subject.token?.id ?? '';
    for (const earlier of this.#sent) {
      if (earlier.delivery === subject.delivery) continue;
      if (earlier.token === token) throw new Error(`two deliveries for token ${token}`);
      if (key !== null && earlier.key === key && earlier.at > now + sendTime - day)
        throw new Error(`two deliveries for key ${key}`);
    }
    this.#sent.push({ key, token, delivery: subject.delivery, subject, at: now + sendTime, sure: false });
  }

  /** The hand-over of an attempt is put off: it may still send for a while. */
  postponed(subject: Subject, now: number) {
    for (const entry of this.#sent) if (entry.subject.attempt === subject.attempt) entry.at = now + sendTime;
  }

  delivered(subject: Subject) {
    for (const entry of this.#sent) if (entry.subject.attempt === subject.attempt) entry.sure = true;
  }

  certainlyNot(subject: Subject) {
    this.#sent = this.#sent.filter((entry) => entry.sure || entry.subject.attempt !== subject.attempt);
  }

  check(model: Model, now: number) {
    const counts = new Map<string, { ids: Set<string>; limit: number }>();
    for (const entry of this.#sent) {
      for (const { name, span, limit } of model.windows(entry.subject)) {
        if (entry.at <= now + sendTime - span) continue;
        const count = counts.get(name) ?? { ids: new Set<string>(), limit };
        count.ids.add(entry.subject.slot);
        counts.set(name, count);
      }
    }
    for (const [name, { ids, limit }] of counts) {
      if (ids.size > limit) throw new Error(`${ids.size} deliveries in window ${name} of ${limit}`);
    }
  }
}

/** Every check uses names of its own, so that one store serves them all, even those that fast-check starts at once. */
let scope = 0;

/**
 * @param store a store whose clock is `clock`.
 * @throws the counterexample when the store breaks a rule.
 */
export async function checkContactStore(
  store: ContactStore,
  clock: VirtualClock,
  options: {
    readonly runs: number;
    readonly seed: number;
    readonly maxLength?: number;
    readonly shrink?: boolean;
  },
): Promise<void> {
  const property = fc.asyncProperty(
    fc.array(step, { maxLength: options.maxLength ?? 40, size: 'max' }),
    async (steps) => {
      await runSteps(store, clock, steps);
    },
  );
  await fc.assert(property, {
    numRuns: options.runs,
    seed: options.seed,
    ...(options.shrink ? {} : { endOnFailure: true }),
  });
}

async function runSteps(store: ContactStore, clock: VirtualClock, steps: readonly Step[]): Promise<void> {
  const own = `${scope++}`;
  const model = new Model();
  const mailbox = new Mailbox();
  const attempts: Subject[] = [];
  const started = clock.now();
  const channels = [`agent-${own}`, `form-${own}`] as unknown as ContactChannel[];
  const expect = (what: string, actual: unknown, wanted: unknown) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) {
      throw new Error(
        `${what}: the store says ${JSON.stringify(actual)}, the model ${JSON.stringify(wanted)}`,
      );
    }
  };
  const at = (which: number) => (attempts.length === 0 ? undefined : attempts[which % attempts.length]);

  const begin = async (subject: Subject) => {
    const wanted = model.begin(subject, clock.now());
    expect('begin', await store.begin({ ...subject, lease, retention: day, limits }), wanted);
    if (wanted.kind !== 'go') return;
    attempts.push(subject);
    mailbox.mayHaveSent(subject, clock.now());
    mailbox.check(model, clock.now());
  };

  for (const [index, now] of steps.entries()) {
    if (now.kind === 'tick') {
      clock.time += now.span;
      continue;
    }
    // Each token was issued at another time, so that some expire while others live.
    const tokenAt = (token: number) => ({
      id: `${own}-token-${token}`,
      expiresAt: started + tokenLife * (1 + token * token * 4),
    });
    if (now.kind === 'begin') {
      const fingerprint = `message-${now.message}`;
      const key = now.key === null ? null : { id: `${own}-key-${now.key}`, fingerprint };
      const token = now.token === null ? null : tokenAt(now.token);
      const delivery = `${key?.id ?? token?.id}-${fingerprint}`;
      const caller = `caller-${now.caller}`;
      const channel = channels[now.channel]!;
      const attempt = `${own}-${index}`;
      const slot = now.shared ? delivery : attempt;
      await begin({ attempt, delivery, slot, channel, caller, key, token });
      continue;
    }
    const subject = at(now.which);
    if (!subject) continue;
    if (now.kind === 'retry') {
      const token = subject.key ? tokenAt(now.token) : subject.token;
      const attempt = `${own}-${index}`;
      const slot = subject.slot === subject.delivery ? subject.delivery : attempt;
      await begin({ ...subject, attempt, slot, token });
    } else if (now.kind === 'again') {
      const wanted = model.begin(subject, clock.now());
      expect('repeated begin', await store.begin({ ...subject, lease, retention: day, limits }), wanted);
      if (wanted.kind === 'go') mailbox.mayHaveSent(subject, clock.now());
    } else if (now.kind === 'renew') {
      const wanted = model.renew(subject, clock.now());
      expect('renew', await store.renew({ ...subject, lease: renewedLease }), wanted);
      if (wanted) mailbox.postponed(subject, clock.now());
    } else if (now.kind === 'commit') {
      const result = `result of ${subject.attempt}`;
      const wanted = model.commit(subject, result, clock.now());
      expect('commit', await store.commit({ ...subject, retention: day, result }), wanted);
      mailbox.delivered(subject);
    } else {
      model.abort(subject, now.outcome, clock.now());
      await store.abort({ ...subject, outcome: now.outcome });
      if (now.outcome === 'nothing-sent') mailbox.certainlyNot(subject);
    }
  }
  for (const channel of channels) {
    for (const caller of ['caller-0', 'caller-1']) {
      const [perCaller, site] = model.windows({ channel, caller }).map(({ name, span }) => {
        const taken = model.inWindow(name, span, clock.now());
        return { used: taken.length, reset: taken[0] === undefined ? 0 : taken[0] + span - clock.now() };
      });
      expect('usage', await store.usage(channel, caller), { now: clock.now(), perCaller, site });
    }
  }
}

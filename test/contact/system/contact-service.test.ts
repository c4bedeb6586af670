import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openSmtpMailer } from '../../../sidecar/adapters/smtp-mailer.ts';
import { openSqliteContactStore } from '../../../sidecar/adapters/sqlite-contact-store.ts';
import { keepUnrecordedDeliveries } from '../../../sidecar/adapters/unrecorded-deliveries.ts';
import { ContactService } from '../../../sidecar/contact/contact-service.ts';
import { hashCaller } from '../../../sidecar/contact/delivery-ids.ts';
import {
  type BeginResult,
  type ContactStore,
  type Handover,
  type Mailer,
  type MailOutcome,
  StoreUnavailable,
  type UnrecordedDeliveries,
} from '../../../sidecar/contact/ports.ts';
import type { Submission } from '../../../sidecar/contact/submission.ts';
import type { SubmitTimings } from '../../../sidecar/contact/submit-timings.ts';
import { issueSubmitToken } from '../../../sidecar/contact/submit-token.ts';
import { createLogger } from '../../../sidecar/process/logger.ts';
import { envelope, systemClock, validMessage } from '../../helpers/contact-app.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { gate, SmtpStub } from '../../helpers/smtp-stub.ts';

const folder = makeQuickFolder('desk');
const real = openSqliteContactStore(folder, systemClock);
const secret = randomBytes(32);
const timings = { lease: 30_000, oneTry: 500, allTries: 2_000, pause: 5 };
const unrecorded = keepUnrecordedDeliveries(join(folder, 'unrecorded'));

afterAll(async () => {
  await real.close();
  rmSync(folder, { recursive: true });
});

/** Gives the outcomes in turn, the last one for ever; `hang` gives one when the try is ended. */
class ScriptedMailer implements Mailer {
  readonly tried: string[] = [];
  readonly deduplicates: boolean;
  readonly #outcomes: (MailOutcome | 'hang')[];

  constructor(outcomes: (MailOutcome | 'hang')[], deduplicates = true) {
    this.#outcomes = outcomes;
    this.deduplicates = deduplicates;
  }

  async send(mail: { delivery: string }, { signal, beforeHandover }: Handover): Promise<MailOutcome> {
    if (!this.deduplicates) await beforeHandover();
    const outcome = this.#outcomes[Math.min(this.tried.length, this.#outcomes.length - 1)];
    this.tried.push(mail.delivery);
    if (outcome !== 'hang' && outcome !== undefined) return outcome;
    await once(signal, 'abort');
    return { kind: 'unknown', reason: 'timeout' };
  }

  async close(): Promise<void> {}
}

/** The real store, some of whose steps fail for a while. */
class FailingStore implements ContactStore {
  failing: 'begin' | 'commit' | 'abort' | 'every step' | null = null;
  readonly calls: string[] = [];
  /** Attempts whose release was tried. */
  readonly released = new Set<string>();

  async begin(request: Parameters<ContactStore['begin']>[0]): Promise<BeginResult> {
    this.#note('begin');
    return real.begin(request);
  }
  renew(request: Parameters<ContactStore['renew']>[0]) {
    return real.renew(request);
  }
  async commit(request: Parameters<ContactStore['commit']>[0]) {
    this.#note('commit');
    return real.commit(request);
  }
  async abort(request: Parameters<ContactStore['abort']>[0]) {
    this.released.add(request.attempt);
    this.#note('abort');
    return real.abort(request);
  }
  usage(...given: Parameters<ContactStore['usage']>) {
    return real.usage(...given);
  }
  sweep() {
    return real.sweep();
  }
  async close() {}

  #note(step: string) {
    this.calls.push(step);
    if (this.failing === step || this.failing === 'every step')
      throw new StoreUnavailable('The test says so');
  }
}

const makeService = (
  mailer: Mailer,
  store: ContactStore = real,
  pace: Partial<SubmitTimings> = timings,
  kept: UnrecordedDeliveries = unrecorded,
) =>
  new ContactService({
    store,
    mailer,
    secret,
    unrecorded: kept,
    randomBytes,
    mailSite: { title: 'Field notes', language: 'en', words: {} },
    limits: { agent: { perCaller: 9_000, site: 9_000 }, form: { perCaller: 9_000, site: 9_000 } },
    logger: createLogger('silent'),
    timings: pace,
  });

const submission = (changes: Partial<Submission> = {}): Submission => ({
  channel: 'agent',
  message: validMessage,
  submitToken: issueSubmitToken(secret, {
    channel: 'agent',
    now: Date.now(),
    ttl: 900_000,
    nonce: randomBytes(16),
  }).token,
  idempotencyKey: crypto.randomUUID(),
  addressGroup: '203.0.113.9',
  ...changes,
});

const accepted: MailOutcome = { kind: 'accepted' };
const unknown: MailOutcome = { kind: 'unknown', reason: 'test' };
const rejected: MailOutcome = { kind: 'rejected', reason: 'test' };
const unavailable: MailOutcome = { kind: 'unavailable', reason: 'test', retryAfter: 7 };

test('an unknown outcome is tried again under the same delivery, and success then is success', async () => {
  const mailer = new ScriptedMailer([unknown, 'hang', accepted]);
  expect((await makeService(mailer).submit(submission())).kind).toBe('sent');
  expect(mailer.tried).toHaveLength(3);
  expect(new Set(mailer.tried).size).toBe(1);
});

test('an outcome that stays unknown is 503; the same again goes on, another message does not', async () => {
  const given = submission();
  const outcome = await makeService(new ScriptedMailer([unknown])).submit(given);
  expect(outcome).toMatchObject({ kind: 'unavailable', retryAfter: 5 });
  const service = makeService(new ScriptedMailer([accepted]));
  const other = { ...given, message: { ...validMessage, message: 'Other' } };
  expect((await service.submit(other)).kind).toBe('key-reuse');
  expect((await service.submit({ ...other, idempotencyKey: null })).kind).toBe('token-invalid');
  expect((await service.submit(given)).kind).toBe('sent');
});

test('a mailer that cannot recognise a mail is not tried twice', async () => {
  const mailer = new ScriptedMailer([unknown, accepted], false);
  expect((await makeService(mailer).submit(submission())).kind).toBe('uncertain');
  expect(mailer.tried).toHaveLength(1);
});

test('a refusal frees everything; after an unknown try it is still unknown', async () => {
  const given = submission();
  expect((await makeService(new ScriptedMailer([rejected])).submit(given)).kind).toBe('failed');
  const other = { ...given, message: { ...validMessage, message: 'Other' } };
  expect((await makeService(new ScriptedMailer([unknown, rejected])).submit(other)).kind).toBe('unavailable');
  expect((await makeService(new ScriptedMailer([rejected])).submit(other)).kind).toBe('unavailable');
  expect((await makeService(new ScriptedMailer([accepted])).submit(given)).kind).toBe('key-reuse');
});

test('a provider that is busy names the wait', async () => {
  const outcome = await makeService(new ScriptedMailer([unavailable])).submit(submission());
  expect(outcome).toMatchObject({ kind: 'unavailable', retryAfter: 7 });
});

test('a mailer that hangs is left within the time of all tries, which is shorter than the lease', async () => {
  expect(timings.allTries).toBeLessThan(timings.lease);
  const service = makeService(new ScriptedMailer(['hang']));
  expect((await service.submit(submission())).kind).toBe('unavailable');
  expect(await service.drain(0)).toBe(true);
});

test('when the store cannot begin, nothing is sent', async () => {
  const store = new FailingStore();
  store.failing = 'begin';
  const mailer = new ScriptedMailer([accepted]);
  const given = submission();
  expect((await makeService(mailer, store).submit(given)).kind).toBe('unavailable');
  expect(mailer.tried).toEqual([]);
  store.failing = null;
  expect((await makeService(mailer, store).submit(given)).kind).toBe('sent');
});

test('a delivery that cannot be recorded is a success, is recorded later, and a stop waits for that', async () => {
  const store = new FailingStore();
  store.failing = 'commit';
  const service = makeService(new ScriptedMailer([accepted]), store);
  const given = submission();
  expect((await service.submit(given)).kind).toBe('sent');
  setTimeout(() => {
    store.failing = null;
  }, 60);
  expect(await service.drain(20_000)).toBe(true);
  expect((await service.submit({ ...given, submitToken: null })).kind).toBe('replayed');
});

test('an attempt that could not be released is released later', async () => {
  const store = new FailingStore();
  store.failing = 'abort';
  const service = makeService(new ScriptedMailer([rejected, accepted]), store);
  const given = submission();
  await service.submit(given);
  store.failing = null;
  expect(await service.drain(20_000)).toBe(true);
  const other = { ...given, message: { ...validMessage, message: 'Other' } };
  expect((await service.submit(other)).kind).toBe('sent');
});

test('a token of the form is no token for agents', async () => {
  const foreign = issueSubmitToken(secret, {
    channel: 'form',
    now: Date.now(),
    ttl: 900_000,
    nonce: randomBytes(16),
  });
  const service = makeService(new ScriptedMailer([accepted]));
  expect((await service.submit(submission({ submitToken: foreign.token }))).kind).toBe('token-invalid');
});

test('of two attempts that both handed the message over, one says sent and the other replayed', async () => {
  const given = submission();
  const slow: Mailer = {
    deduplicates: true,
    send: async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return accepted;
    },
    close: async () => {},
  };
  const quick = { ...timings, lease: 20 };
  const kinds = await Promise.all([
    makeService(slow, real, quick).submit(given),
    new Promise((resolve) => setTimeout(resolve, 40)).then(() =>
      makeService(slow, real, quick).submit(given),
    ),
  ]);
  expect(kinds.map(({ kind }) => kind)).toEqual(['sent', 'replayed']);
});

/** Two sidecars on one store, with one mail server: the first answers its callers soon, the second waits long. */
async function withSmtp(
  work: (smtp: SmtpStub, first: ContactService, second: ContactService) => Promise<void>,
) {
  const smtp = await new SmtpStub().start();
  const url = `smtp://127.0.0.1:${smtp.port}`;
  const pace = { pause: 5, handoverWait: 60_000, acceptanceWait: 90_000 };
  const make = (answer: number) => makeService(openSmtpMailer(url, envelope), real, { ...pace, answer });
  const [first, second] = [make(50), make(20_000)];
  try {
    await work(smtp, first, second);
  } finally {
    first.stop();
    second.stop();
    await smtp.stop();
  }
}

const kindOf = async (service: ContactService, given: Submission) => (await service.submit(given)).kind;

test.each(['greeting', 'data', 'dot'] as const)(
  'a mail server that is slow at its %s gets one mail: pending, then 409 on every sidecar, then the committed result',
  async (point) => {
    await withSmtp(async (smtp, first, second) => {
      const { wait, open } = gate();
      smtp.mood = () => ({ [point]: wait });
      const given = submission();
      expect(await kindOf(first, given)).toBe('pending');
      expect(await kindOf(second, given)).toBe('in-progress');
      expect(await kindOf(second, { ...given, idempotencyKey: null })).toBe('token-in-use');
      open();
      expect(await first.drain(20_000)).toBe(true);
      expect(await kindOf(second, given)).toBe('replayed');
      expect(smtp.accepted).toHaveLength(1);
      expect(smtp.handovers).toHaveLength(1);
    });
  },
);

test('a late refusal of the mail server frees the key for another message', async () => {
  await withSmtp(async (smtp, first, second) => {
    const { wait, open } = gate();
    smtp.mood = () => ({ dot: wait, answer: 'refuse' });
    const given = submission();
    expect(await kindOf(first, given)).toBe('pending');
    open();
    expect(await first.drain(20_000)).toBe(true);
    smtp.mood = () => ({});
    const other = { ...given, message: { ...validMessage, message: 'Other' } };
    expect(await kindOf(second, other)).toBe('sent');
  });
});

test('after a broken connection behind the final dot no one sends again while the server may still accept', async () => {
  await withSmtp(async (smtp, _first, second) => {
    smtp.mood = () => ({ answer: 'cut' });
    const given = submission();
    expect(await second.submit(given)).toMatchObject({ kind: 'uncertain', retryAfter: 90 });
    smtp.mood = () => ({});
    expect(await kindOf(second, given)).toBe('in-progress');
    expect(smtp.handovers).toHaveLength(1);
  });
});

test('a process that ends behind the final dot leaves its lease: the next one sends nothing while the server may accept', async () => {
  await withSmtp(async (smtp, first, second) => {
    const { wait, open } = gate();
    smtp.mood = () => ({ dot: wait });
    const given = submission();
    expect(await kindOf(first, given)).toBe('pending');
    await expect.poll(() => smtp.handovers.length).toBe(1);
    first.stop();
    expect(await first.drain(20_000)).toBe(true);
    expect(await kindOf(second, given)).toBe('in-progress');
    open();
    expect(smtp.handovers).toHaveLength(1);
  });
});

test('each hand-over that may have delivered is charged', async () => {
  const smtp = await new SmtpStub().start();
  smtp.mood = () => ({ answer: 'cut' });
  const pace = { answer: 20_000, pause: 5, handoverWait: 20_000, acceptanceWait: 1 };
  const service = makeService(openSmtpMailer(`smtp://127.0.0.1:${smtp.port}`, envelope), real, pace);
  const caller = hashCaller(secret, '198.51.100.1');
  const used = async () => (await real.usage('agent', caller)).perCaller.used;
  const given = submission({ addressGroup: '198.51.100.1' });
  for (const charged of [1, 2, 3]) {
    expect((await service.submit(given)).kind).toBe('uncertain');
    expect(await used()).toBe(charged);
    // The lease of the hand-over has to be over, and a fast machine may be here within its millisecond.
    await delay(3);
  }
  smtp.mood = () => ({ answer: 'refuse' });
  expect((await service.submit(given)).kind).toBe('uncertain');
  expect(await used()).toBe(3);
  // With a full window it is not sent again, and not called refused, since it may have arrived.
  const limits = { perCaller: 3, site: 9_000 };
  const begin: ContactStore['begin'] = (request) => real.begin({ ...request, limits });
  const full = makeService(
    openSmtpMailer(`smtp://127.0.0.1:${smtp.port}`, envelope),
    { ...real, begin },
    pace,
  );
  expect(await kindOf(full, given)).toBe('uncertain');
  expect(await kindOf(full, submission({ addressGroup: '198.51.100.1' }))).toBe('rate-limited');
  expect(smtp.handovers).toHaveLength(4);
  await smtp.stop();
});

test('429 is about its own request: an earlier one with the key, held up before it began, may deliver, once', async () => {
  const { wait, open } = gate();
  const held: ContactStore['begin'] = (request) => wait().then(() => real.begin(request));
  const limits = { perCaller: 0, site: 0 };
  const begin: ContactStore['begin'] = (request) => real.begin({ ...request, limits });
  const mailer = new ScriptedMailer([accepted], false);
  const full = makeService(mailer, { ...real, begin });
  const given = submission();
  const first = makeService(mailer, { ...real, begin: held }).submit(given);
  expect(await kindOf(full, given)).toBe('rate-limited');
  open();
  expect((await first).kind).toBe('sent');
  expect(await kindOf(full, given)).toBe('replayed');
  expect(mailer.tried).toHaveLength(1);
});

test('without its lease nothing is handed over', async () => {
  const smtp = await new SmtpStub().start();
  const lost: ContactStore = {
    begin: (request) => real.begin(request),
    renew: async () => false,
    commit: (request) => real.commit(request),
    abort: (request) => real.abort(request),
    usage: (channel, caller) => real.usage(channel, caller),
    sweep: async () => {},
    close: async () => {},
  };
  const service = makeService(openSmtpMailer(`smtp://127.0.0.1:${smtp.port}`, envelope), lost, {});
  expect((await service.submit(submission())).kind).toBe('unavailable');
  expect(smtp.handovers).toEqual([]);
  await smtp.stop();
});

test('a delivery whose record waits for the store outlives the process', async () => {
  const store = new FailingStore();
  store.failing = 'commit';
  const given = submission();
  const first = makeService(new ScriptedMailer([accepted]), store);
  expect((await first.submit(given)).kind).toBe('sent');
  first.stop();
  expect(await first.drain(20_000)).toBe(true);
  expect(await unrecorded.list()).toHaveLength(1);
  const second = makeService(new ScriptedMailer([accepted]));
  await second.recover();
  expect(await second.drain(20_000)).toBe(true);
  expect((await second.submit({ ...given, submitToken: null })).kind).toBe('replayed');
  expect(await unrecorded.list()).toEqual([]);
});

test('a flood of requests during an outage takes no room from the record of a delivery', async () => {
  const store = new FailingStore();
  const smtp = { ...gate(), handedOver: 0 };
  const slow: Mailer = {
    deduplicates: false,
    send: async (_mail, { beforeHandover }) => {
      await beforeHandover();
      smtp.handedOver++;
      await smtp.wait();
      return accepted;
    },
    close: async () => {},
  };
  const service = makeService(slow, store);
  const given = submission();
  const answer = service.submit(given);
  await expect.poll(() => smtp.handedOver).toBe(1);
  store.failing = 'every step';
  const flood = await Promise.all(Array.from({ length: 1_100 }, () => service.submit(submission())));
  expect(new Set(flood.map(({ kind }) => kind))).toEqual(new Set(['unavailable']));
  smtp.open();
  expect((await answer).kind).toBe('sent');
  store.failing = null;
  expect(await service.drain(30_000)).toBe(true);
  expect(store.released.size).toBe(1_000);
  const other = new ScriptedMailer([accepted], false);
  expect((await makeService(other).submit({ ...given, submitToken: null })).kind).toBe('replayed');
  expect(other.tried).toEqual([]);
});

test('while 1,000 deliveries wait to be recorded, no further message is handed over', async () => {
  const store = new FailingStore();
  store.failing = 'commit';
  const waiting = Array.from({ length: 1_000 }, (_, count) => ({
    ...{ attempt: `a${count}`, delivery: `d${count}`, slot: `a${count}`, channel: 'agent' as const },
    ...{
      caller: 'c',
      key: { id: `k${count}`, fingerprint: 'f' },
      token: null,
      retention: 1_000,
      result: '{}',
    },
  }));
  const mailer = new ScriptedMailer([accepted]);
  const saved = new Map(waiting.map((request) => [request.attempt, request]));
  const service = makeService(mailer, store, timings, {
    list: async () => [...saved.values()],
    save: async () => {},
    remove: async ({ attempt }) => void saved.delete(attempt),
  });
  await service.recover();
  const given = submission();
  expect(await service.submit(given)).toMatchObject({ kind: 'unavailable', retryAfter: 5 });
  expect(mailer.tried).toEqual([]);
  store.failing = null;
  expect(await service.drain(30_000)).toBe(true);
  expect(saved.size).toBe(0);
  expect((await service.submit(given)).kind).toBe('sent');
});

test('a first delivery whose commit reply was lost is the first, not a replay', async () => {
  class LosingStore extends FailingStore {
    override async commit(request: Parameters<ContactStore['commit']>[0]) {
      // As on a connection that breaks after the script ran: the client library sends the command again.
      await super.commit(request);
      return super.commit(request);
    }
  }
  const service = makeService(new ScriptedMailer([accepted]), new LosingStore());
  expect((await service.submit(submission())).kind).toBe('sent');
});

test('work that cannot end does not keep a stop waiting', async () => {
  const store = new FailingStore();
  store.failing = 'abort';
  const service = makeService(new ScriptedMailer([rejected]), store);
  await service.submit(submission());
  expect(await service.drain(20)).toBe(false);
  service.stop();
  expect(await service.drain(20_000)).toBe(true);
});

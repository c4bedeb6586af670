import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { openSqliteContactStore } from '../../../../sidecar/adapters/sqlite-contact-store.ts';
import { systemClock, systemEntropy } from '../../../../sidecar/adapters/system.ts';
import {
  type BeginResult,
  type ContactStore,
  type Mailer,
  type MailOutcome,
  StoreUnavailable,
} from '../../../../sidecar/contact/ports.ts';
import { MessageDesk, type Submission } from '../../../../sidecar/contact/submit.ts';
import { issueSubmitToken } from '../../../../sidecar/contact/submit-token.ts';
import { createLogger } from '../../../../sidecar/process/logger.ts';
import { validMessage } from '../../../helpers/contact-app.ts';
import { makeQuickFolder } from '../../../helpers/quick-folder.ts';

const folder = makeQuickFolder('desk');
const real = openSqliteContactStore(folder, systemClock);
const secret = randomBytes(32);
const timings = { lease: 2_000, oneTry: 80, allTries: 400, pause: 5, patience: 3_000 };

afterAll(async () => {
  await real.close();
  rmSync(folder, { recursive: true });
});

/** Gives the outcomes in turn, the last one for ever; `hang` gives none. */
class ScriptedMailer implements Mailer {
  readonly tried: string[] = [];
  readonly deduplicates: boolean;
  readonly #outcomes: (MailOutcome | 'hang')[];

  constructor(outcomes: (MailOutcome | 'hang')[], deduplicates = true) {
    this.#outcomes = outcomes;
    this.deduplicates = deduplicates;
  }

  async send(mail: { delivery: string }): Promise<MailOutcome> {
    const outcome = this.#outcomes[Math.min(this.tried.length, this.#outcomes.length - 1)];
    this.tried.push(mail.delivery);
    return outcome === 'hang' || outcome === undefined ? new Promise(() => {}) : outcome;
  }

  async close(): Promise<void> {}
}

/** The real store, some of whose steps fail for a while. */
class FailingStore implements ContactStore {
  failing: 'begin' | 'commit' | 'abort' | null = null;
  readonly calls: string[] = [];

  async begin(request: Parameters<ContactStore['begin']>[0]): Promise<BeginResult> {
    this.#note('begin');
    return real.begin(request);
  }
  async commit(request: Parameters<ContactStore['commit']>[0]) {
    this.#note('commit');
    return real.commit(request);
  }
  async abort(request: Parameters<ContactStore['abort']>[0]) {
    this.#note('abort');
    return real.abort(request);
  }
  usage(...given: Parameters<ContactStore['usage']>) {
    return real.usage(...given);
  }
  async close() {}

  #note(step: string) {
    this.calls.push(step);
    if (this.failing === step) throw new StoreUnavailable('The test says so');
  }
}

const makeDesk = (mailer: Mailer, store: ContactStore = real, pace = timings) =>
  new MessageDesk({
    store,
    mailer,
    secret,
    entropy: systemEntropy,
    siteTitle: 'Field notes',
    limits: { agent: { perCaller: 1_000, site: 1_000 }, form: { perCaller: 1_000, site: 1_000 } },
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
  expect((await makeDesk(mailer).submit(submission())).kind).toBe('sent');
  expect(mailer.tried).toHaveLength(3);
  expect(new Set(mailer.tried).size).toBe(1);
});

test('an outcome that stays unknown is 503; the same again goes on, another message does not', async () => {
  const given = submission();
  const outcome = await makeDesk(new ScriptedMailer([unknown])).submit(given);
  expect(outcome).toMatchObject({ kind: 'unavailable', retryAfter: 5 });
  const desk = makeDesk(new ScriptedMailer([accepted]));
  const other = { ...given, message: { ...validMessage, message: 'Other' } };
  expect((await desk.submit(other)).kind).toBe('key-reuse');
  expect((await desk.submit({ ...other, idempotencyKey: null })).kind).toBe('token-invalid');
  expect((await desk.submit(given)).kind).toBe('sent');
});

test('a mailer that cannot recognise a mail is not tried twice', async () => {
  const mailer = new ScriptedMailer([unknown, accepted], false);
  expect((await makeDesk(mailer).submit(submission())).kind).toBe('unavailable');
  expect(mailer.tried).toHaveLength(1);
});

test('a refusal frees everything; after an unknown try it is still unknown', async () => {
  const given = submission();
  expect((await makeDesk(new ScriptedMailer([rejected])).submit(given)).kind).toBe('failed');
  const other = { ...given, message: { ...validMessage, message: 'Other' } };
  expect((await makeDesk(new ScriptedMailer([unknown, rejected])).submit(other)).kind).toBe('unavailable');
  expect((await makeDesk(new ScriptedMailer([rejected])).submit(other)).kind).toBe('unavailable');
  expect((await makeDesk(new ScriptedMailer([accepted])).submit(given)).kind).toBe('key-reuse');
});

test('a provider that is busy names the wait', async () => {
  const outcome = await makeDesk(new ScriptedMailer([unavailable])).submit(submission());
  expect(outcome).toMatchObject({ kind: 'unavailable', retryAfter: 7 });
});

test('a mailer that hangs is left within the time of all tries', async () => {
  const started = performance.now();
  expect((await makeDesk(new ScriptedMailer(['hang'])).submit(submission())).kind).toBe('unavailable');
  expect(performance.now() - started).toBeLessThan(timings.lease);
});

test('when the store cannot begin, nothing is sent', async () => {
  const store = new FailingStore();
  store.failing = 'begin';
  const mailer = new ScriptedMailer([accepted]);
  const given = submission();
  expect((await makeDesk(mailer, store).submit(given)).kind).toBe('unavailable');
  expect(mailer.tried).toEqual([]);
  store.failing = null;
  expect((await makeDesk(mailer, store).submit(given)).kind).toBe('sent');
});

test('a delivery that cannot be recorded is a success, is recorded later, and a stop waits for that', async () => {
  const store = new FailingStore();
  store.failing = 'commit';
  const desk = makeDesk(new ScriptedMailer([accepted]), store);
  const given = submission();
  expect((await desk.submit(given)).kind).toBe('sent');
  setTimeout(() => {
    store.failing = null;
  }, 60);
  expect(await desk.drain(2_000)).toBe(true);
  expect((await desk.submit({ ...given, submitToken: null })).kind).toBe('replayed');
});

test('an attempt that could not be released is released later', async () => {
  const store = new FailingStore();
  store.failing = 'abort';
  const desk = makeDesk(new ScriptedMailer([rejected, accepted]), store);
  const given = submission();
  await desk.submit(given);
  store.failing = null;
  expect(await desk.drain(2_000)).toBe(true);
  const other = { ...given, message: { ...validMessage, message: 'Other' } };
  expect((await desk.submit(other)).kind).toBe('sent');
});

test('a token of the form is no token for agents', async () => {
  const foreign = issueSubmitToken(secret, {
    channel: 'form',
    now: Date.now(),
    ttl: 900_000,
    nonce: randomBytes(16),
  });
  const desk = makeDesk(new ScriptedMailer([accepted]));
  expect((await desk.submit(submission({ submitToken: foreign.token }))).kind).toBe('token-invalid');
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
    makeDesk(slow, real, quick).submit(given),
    new Promise((resolve) => setTimeout(resolve, 40)).then(() => makeDesk(slow, real, quick).submit(given)),
  ]);
  expect(kinds.map(({ kind }) => kind)).toEqual(['sent', 'replayed']);
});

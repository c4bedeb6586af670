import { setTimeout as delay } from 'node:timers/promises';
import { type ContactMail, renderContactMail } from '../../src/core/contact/mail.ts';
import { type ContactChannel, idempotencyRetentionSeconds } from '../../src/core/contact/message.ts';
import { describeError } from '../process/logger.ts';
import { BackgroundWork } from './background-work.ts';
import { deliveryId, fingerprintMessage, hashCaller, hashIdempotencyKey } from './delivery-ids.ts';
import { DeliveryRecords } from './delivery-records.ts';
import type { ContactParts } from './parts.ts';
import { type Attempt, type BeginResult, type MailOutcome, StoreUnavailable } from './ports.ts';
import { type Refusal, refusal, refuseKey, type Submission, type SubmitOutcome } from './submission.ts';
import { defaultTimings, type SubmitTimings } from './submit-timings.ts';
import { openSubmitToken } from './submit-token.ts';

export type ContactServiceParts = Omit<
  ContactParts,
  'clock' | 'baseUrl' | 'pagesOrigin' | 'tokenTtl' | 'behindSocket' | 'sweep'
>;

const maxTries = 3;
const retrySoon = 5;
const result = JSON.stringify({
  sent: true,
  message: 'The message was delivered to the owner of this site.',
});
const tooManyUnrecorded = {
  kind: 'unavailable',
  reason: 'too many unrecorded deliveries',
  retryAfter: retrySoon,
} as const;
const retention = idempotencyRetentionSeconds * 1000;

/**
 * Sends one message once: begin, hand over to the mailer, commit or abort.
 *
 * An attempt runs to its end; its client waits for a limited time and then gets "pending". Meanwhile a repetition gets
 * 409 (the attempt has a lease on key and token), and afterwards the committed result.
 *
 * With a mailer that recognizes repeated mails, an unknown outcome is retried: one mail is sent, and one slot counted.
 * With any other (SMTP):
 *
 * - Before the hand-over, the lease is renewed for as long as the server may take to accept the mail. For that time no
 *   sidecar hands over the same message again, also when this process dies.
 * - A late acceptance is committed, a late refusal frees key, token and slot. Without either (the connection broke, the
 *   process ended, ten minutes passed) the outcome is unknown, and the same request may try again when the lease ends.
 * - Each hand-over that may have delivered has a slot of its own in the windows.
 */
export class ContactService {
  readonly #parts: ContactServiceParts;
  readonly #timings: SubmitTimings;
  readonly #background = new BackgroundWork();
  readonly #records: DeliveryRecords;

  constructor(parts: ContactServiceParts) {
    this.#parts = parts;
    this.#timings = { ...defaultTimings, ...parts.timings };
    this.#records = new DeliveryRecords({
      ...parts,
      timings: this.#timings,
      background: this.#background,
      retention,
      result,
    });
  }

  /** Records what an earlier process delivered and could not record. */
  async recover(): Promise<void> {
    await this.#records.recover();
  }

  /** Never throws for trouble with the store or the provider: both are outcomes. The work goes on if the client leaves. */
  async submit(submission: Submission): Promise<SubmitOutcome> {
    const attempt = this.#identify(submission);
    if (!attempt) return { kind: submission.submitToken === null ? 'token-missing' : 'token-invalid' };
    const { delivery } = attempt;
    if (this.#records.awaits(delivery)) {
      return attempt.key ? { kind: 'replayed', result, delivery } : { kind: 'token-invalid' };
    }
    const work = this.#background.track(this.#submit(submission, attempt));
    const answered = new AbortController();
    const pending: SubmitOutcome = { kind: 'pending', retryAfter: retrySoon, delivery };
    const late = delay(this.#timings.answer, pending, { signal: answered.signal }).catch(() => pending);
    return Promise.race([work, late]).finally(() => answered.abort());
  }

  /** Why a key is taken already, for a body that no message was made of; null when it is free. */
  async findTaken(channel: ContactChannel, idempotencyKey: string): Promise<Refusal | null> {
    const { secret, store, limits } = this.#parts;
    const key = { id: hashIdempotencyKey(secret, channel, idempotencyKey), fingerprint: 'no message' };
    const attempt = { attempt: '', delivery: '', slot: '', channel, caller: '', key, token: null };
    try {
      // Without a token nothing begins.
      const begun = await store.begin({ ...attempt, lease: 0, retention, limits: limits[channel] });
      return begun.kind === 'reuse' || begun.kind === 'busy' ? refuseKey(begun) : null;
    } catch (error) {
      if (error instanceof StoreUnavailable) return null;
      throw error;
    }
  }

  /** Waits for sends in flight and records not yet written, at most `limit` milliseconds. */
  drain(limit: number): Promise<boolean> {
    return this.#background.drain(limit);
  }

  /** Breaks off what is still under way: leases and unrecorded deliveries outlive the process. */
  stop(): void {
    this.#background.stop();
  }

  async #submit(submission: Submission, attempt: Attempt): Promise<SubmitOutcome> {
    const { store, mailer, limits, mailSite: site } = this.#parts;
    const { mailSite = site } = submission;
    const { delivery, channel } = attempt;
    let begun: BeginResult;
    try {
      const lease = mailer.deduplicates ? this.#timings.lease : this.#timings.handoverWait;
      begun = await store.begin({ ...attempt, lease, retention, limits: limits[channel] });
    } catch (error) {
      // The step may have happened after all; nothing was sent, so whatever it took is released.
      this.#records.log(attempt).error(describeError(error), 'contact store unavailable');
      this.#records.releaseLater(attempt, 'nothing-sent');
      return { kind: 'unavailable', retryAfter: retrySoon, delivery };
    }
    if (begun.kind === 'limited' && begun.resumed) {
      // The message may have arrived: that is no refusal, though the limit forbids another hand-over for now.
      const full = {
        kind: 'unavailable',
        reason: 'limit',
        retryAfter: Math.ceil(begun.wait / 1000),
      } as const;
      return this.#settle(full, attempt, true);
    }
    if (begun.kind !== 'go') return refusal(begun, submission, delivery);

    if (!this.#records.reserve()) return this.#settle(tooManyUnrecorded, attempt, begun.resumed);
    try {
      const mail = renderContactMail(submission.message, { mailSite, channel, delivery });
      return await this.#deliver(mail, attempt, begun.resumed);
    } finally {
      this.#records.free();
    }
  }

  async #deliver(mail: ContactMail, attempt: Attempt, resumed: boolean): Promise<SubmitOutcome> {
    const { mailer } = this.#parts;
    const { delivery } = attempt;
    const outcome = mailer.deduplicates
      ? await this.#sendRepeatedly(mail, attempt)
      : await mailer.send(mail, {
          signal: this.#background.signal,
          beforeHandover: () => this.#renewForHandover(attempt),
        });
    if (outcome.kind === 'accepted') {
      const first = await this.#records.record(attempt);
      return { kind: first || !attempt.key ? 'sent' : 'replayed', result, delivery };
    }
    return this.#settle(outcome, attempt, resumed);
  }

  /** @param resumed an earlier attempt at the same delivery may have sent it, whatever became of this one. */
  async #settle(
    outcome: Exclude<MailOutcome, { kind: 'accepted' }>,
    attempt: Attempt,
    resumed: boolean,
  ): Promise<SubmitOutcome> {
    const { delivery } = attempt;
    const { deduplicates } = this.#parts.mailer;
    this.#records
      .log(attempt)
      .error(
        { outcome: outcome.kind, reason: outcome.reason, reply: outcome.reply },
        'contact message not sent',
      );
    if (outcome.kind === 'unknown' && !deduplicates) {
      // No abort: the lease of the hand-over keeps others from sending until the server can no longer accept.
      return { kind: 'uncertain', retryAfter: Math.ceil(this.#timings.acceptanceWait / 1000), delivery };
    }
    await this.#records.release(attempt, outcome.kind === 'unknown' ? 'unknown' : 'nothing-sent');
    if (outcome.kind === 'rejected' && !resumed) return { kind: 'failed', delivery };
    const wait = outcome.kind === 'unavailable' ? (outcome.retryAfter ?? 30) : retrySoon;
    const kind = resumed && !deduplicates ? 'uncertain' : 'unavailable';
    return { kind, retryAfter: Math.min(wait, 3_600), delivery };
  }

  /** Names the attempt; null when neither a key nor a token of ours says which delivery it would be. */
  #identify({ channel, message, submitToken, idempotencyKey, addressGroup }: Submission): Attempt | null {
    const { secret, mailer, randomBytes } = this.#parts;
    const fingerprint = fingerprintMessage(secret, channel, message);
    const token = submitToken === null ? null : openSubmitToken(secret, submitToken, channel);
    const keyId = idempotencyKey === null ? null : hashIdempotencyKey(secret, channel, idempotencyKey);
    const under = keyId !== null ? { keyId } : token ? { tokenId: token.id } : null;
    if (!under) return null;
    const attempt = randomBytes(16).toString('hex');
    const delivery = deliveryId(secret, under, fingerprint);
    return {
      attempt,
      delivery,
      slot: mailer.deduplicates ? delivery : attempt,
      channel,
      caller: hashCaller(secret, addressGroup),
      key: keyId === null ? null : { id: keyId, fingerprint },
      token: token && { id: token.id, expiresAt: token.expiresAt },
    };
  }

  /** Hands the mail over, and again after an unknown outcome, which a later refusal doesn't change. */
  async #sendRepeatedly(mail: ContactMail, attempt: Attempt): Promise<MailOutcome> {
    const { oneTry, allTries, pause } = this.#timings;
    const deadline = AbortSignal.any([AbortSignal.timeout(allTries), this.#background.signal]);
    let last: MailOutcome = { kind: 'unknown', reason: 'deadline' };
    for (let count = 1; count <= maxTries && !deadline.aborted; count++) {
      const signal = AbortSignal.any([deadline, AbortSignal.timeout(oneTry)]);
      const outcome = await this.#parts.mailer.send(mail, { signal, beforeHandover: async () => {} });
      if (outcome.kind === 'accepted') return outcome;
      if (outcome.kind !== 'unknown') return count === 1 ? outcome : last;
      last = outcome;
      this.#records.log(attempt).warn({ reason: outcome.reason, try: count }, 'contact delivery uncertain');
      if (count === maxTries) break;
      const jitter = 1 + this.#parts.randomBytes(1).readUInt8() / 256;
      await delay(pause * count * jitter, undefined, { signal: deadline }).catch(() => {});
    }
    return last;
  }

  /** @throws when the lease was lost or the store does not answer: then nothing may be handed over. */
  async #renewForHandover(attempt: Attempt): Promise<void> {
    const renewed = await this.#parts.store.renew({ ...attempt, lease: this.#timings.acceptanceWait });
    if (!renewed) throw new Error('The lease of this attempt was lost');
  }
}

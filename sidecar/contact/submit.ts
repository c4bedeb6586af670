import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type ContactMail, renderContactMail } from '../../src/core/contact/mail.ts';
import {
  type ContactChannel,
  type ContactMessage,
  idempotencyRetentionSeconds,
} from '../../src/core/contact/message.ts';
import { describeError } from '../process/logger.ts';
import { BackgroundWork } from './background-work.ts';
import { deliveryId, fingerprintMessage, hashCaller, hashIdempotencyKey } from './delivery-ids.ts';
import type {
  AbortRequest,
  Attempt,
  BeginResult,
  ContactLimits,
  ContactStore,
  Entropy,
  Mailer,
  MailOutcome,
} from './ports.ts';
import { openSubmitToken } from './submit-token.ts';

/** One validated request to send a message; nothing of HTTP is left in it. */
export interface Submission {
  readonly channel: ContactChannel;
  readonly message: ContactMessage;
  readonly submitToken: string | null;
  /** As the client sent it. */
  readonly idempotencyKey: string | null;
  /** The caller's address, grouped. */
  readonly addressGroup: string;
}

/** The message is with the owner, now or since an earlier request; `result` is the body of the answer. */
export type Delivered = DeliveredAs<'sent'> | DeliveredAs<'replayed'>;

interface DeliveredAs<Kind> {
  readonly kind: Kind;
  readonly result: string;
  readonly delivery: string;
}

/** How it ended; `retryAfter` in whole seconds. `delivery` is there once the message has an id. */
export type SubmitOutcome =
  | Delivered
  | { readonly kind: 'key-reuse' | 'token-missing' | 'token-invalid' }
  | { readonly kind: 'in-progress' | 'token-in-use' | 'rate-limited'; readonly retryAfter: number }
  | { readonly kind: 'failed'; readonly delivery: string }
  | { readonly kind: 'unavailable'; readonly retryAfter: number; readonly delivery: string };

/** Milliseconds. They nest: one try < all tries < the lease < nginx's read timeout < the stop timeout. */
export interface SubmitTimings {
  readonly lease: number;
  readonly oneTry: number;
  readonly allTries: number;
  readonly pause: number;
  /** How long a delivery that could not be recorded is tried to be recorded. */
  readonly patience: number;
}

export const defaultTimings: SubmitTimings = {
  lease: 30_000,
  oneTry: 6_000,
  allTries: 15_000,
  pause: 400,
  patience: 600_000,
};

export interface SubmitParts {
  readonly store: ContactStore;
  readonly mailer: Mailer;
  readonly secret: Buffer;
  readonly entropy: Entropy;
  readonly siteTitle: string;
  readonly limits: Readonly<Record<ContactChannel, ContactLimits>>;
  readonly logger: Logger;
  readonly timings: SubmitTimings;
}

const maxTries = 3;
/** Longest wait that a 409 proposes: sends take a second or two, leases are for crashes. */
const longestBusyHint = 5;
const retrySoon = 5;
const result = JSON.stringify({
  sent: true,
  message: 'The message was delivered to the owner of this site.',
});
const retention = idempotencyRetentionSeconds * 1000;

/** Sends one message once: begin, hand over to the mailer, commit or abort. */
export class MessageDesk {
  readonly #parts: SubmitParts;
  readonly #background: BackgroundWork;

  constructor(parts: SubmitParts) {
    this.#parts = parts;
    const { pause, patience } = parts.timings;
    this.#background = new BackgroundWork({ firstPause: pause, patience });
  }

  /** Never throws for trouble with the store or the provider: both are outcomes. The work goes on if the client leaves. */
  submit(submission: Submission): Promise<SubmitOutcome> {
    return this.#background.track(this.#submit(submission));
  }

  /** Waits for sends in flight and records not yet written, at most `limit` milliseconds. */
  drain(limit: number): Promise<boolean> {
    return this.#background.drain(limit);
  }

  async #submit(submission: Submission): Promise<SubmitOutcome> {
    const attempt = this.#identify(submission);
    if (!attempt) return { kind: submission.submitToken === null ? 'token-missing' : 'token-invalid' };
    const { delivery, channel } = attempt;

    let begun: BeginResult;
    try {
      const { lease } = this.#parts.timings;
      begun = await this.#parts.store.begin({
        ...attempt,
        lease,
        retention,
        limits: this.#parts.limits[channel],
      });
    } catch (error) {
      // The step may have happened after all; nothing was sent, so whatever it took is given back.
      this.#log(attempt).error(describeError(error), 'contact store unavailable');
      this.#release(attempt, 'nothing-sent');
      return { kind: 'unavailable', retryAfter: retrySoon, delivery };
    }
    if (begun.kind !== 'go') return refusal(begun, submission, delivery);

    const mail = renderContactMail(submission.message, {
      siteTitle: this.#parts.siteTitle,
      channel,
      delivery,
    });
    const outcome = await this.#send(mail, attempt);
    if (outcome.kind === 'accepted') {
      const first = await this.#record(attempt);
      return { kind: first || !attempt.key ? 'sent' : 'replayed', result, delivery };
    }
    // Where an earlier attempt may have sent it, a refusal now does not say that nothing was sent.
    const nothingSent = outcome.kind !== 'unknown' && !begun.resumed;
    this.#log(attempt).error({ outcome: outcome.kind, reason: outcome.reason }, 'contact message not sent');
    await this.#abort(attempt, nothingSent ? 'nothing-sent' : 'unknown');
    if (outcome.kind === 'rejected' && nothingSent) return { kind: 'failed', delivery };
    const retryAfter = outcome.kind === 'unavailable' ? (outcome.retryAfter ?? 30) : retrySoon;
    return { kind: 'unavailable', retryAfter: Math.min(retryAfter, 3_600), delivery };
  }

  /** Names the attempt; null when neither a key nor a token of ours says which delivery it would be. */
  #identify({ channel, message, submitToken, idempotencyKey, addressGroup }: Submission): Attempt | null {
    const { secret } = this.#parts;
    const fingerprint = fingerprintMessage(secret, channel, message);
    const token = submitToken === null ? null : openSubmitToken(secret, submitToken, channel);
    const keyId = idempotencyKey === null ? null : hashIdempotencyKey(secret, channel, idempotencyKey);
    const under = keyId !== null ? { keyId } : token ? { tokenId: token.id } : null;
    if (!under) return null;
    return {
      attempt: this.#parts.entropy.bytes(16).toString('hex'),
      delivery: deliveryId(secret, under, fingerprint),
      channel,
      caller: hashCaller(secret, addressGroup),
      key: keyId === null ? null : { id: keyId, fingerprint },
      token: token && { id: token.id, expiresAt: token.expiresAt },
    };
  }

  /**
   * Hands the mail over, and again after an unknown outcome if the mailer recognises a mail that it had already.
   * Once one try may have sent it, no later refusal makes that untrue: the outcome stays unknown.
   */
  async #send(mail: ContactMail, attempt: Attempt): Promise<MailOutcome> {
    const { mailer, timings, entropy } = this.#parts;
    const deadline = AbortSignal.timeout(timings.allTries);
    let last: MailOutcome = { kind: 'unknown', reason: 'deadline' };
    for (let count = 1; count <= maxTries; count++) {
      const signal = AbortSignal.any([deadline, AbortSignal.timeout(timings.oneTry)]);
      const outcome = await Promise.race([mailer.send(mail, signal), whenAborted(signal)]);
      if (outcome.kind === 'accepted') return outcome;
      if (outcome.kind !== 'unknown') return count === 1 ? outcome : last;
      last = outcome;
      this.#log(attempt).warn({ reason: outcome.reason, try: count }, 'contact delivery uncertain');
      if (!mailer.deduplicates || count === maxTries) break;
      const pause = timings.pause * count * (1 + entropy.fraction());
      await delay(pause, undefined, { signal: deadline }).catch(() => {});
      if (deadline.aborted) break;
    }
    return last;
  }

  /**
   * The message is out: the record is written now or, when the store fails, as soon as it is back.
   * @returns false when a twin, which took over while this attempt was slow, had recorded the delivery before.
   */
  async #record(attempt: Attempt): Promise<boolean> {
    const commit = () => this.#parts.store.commit({ ...attempt, retention, result });
    const log = this.#log(attempt);
    try {
      const committed = await commit();
      log.info('contact message delivered');
      return committed === 'committed';
    } catch (error) {
      log.error(describeError(error), 'contact message delivered, not yet recorded');
      this.#background.persist(
        () => commit().then(() => log.info('contact message delivered, recorded late')),
        (cause) => log.fatal(describeError(cause), 'contact message delivered, never recorded'),
      );
      return true;
    }
  }

  async #abort(attempt: Attempt, outcome: AbortRequest['outcome']): Promise<void> {
    try {
      await this.#parts.store.abort({ ...attempt, outcome });
    } catch (error) {
      this.#log(attempt).warn(describeError(error), 'contact attempt could not be released');
      this.#release(attempt, outcome);
    }
  }

  /** In the background, until the store hears it. A lease that has run out meanwhile makes it harmless. */
  #release(attempt: Attempt, outcome: AbortRequest['outcome']): void {
    this.#background.persist(
      () => this.#parts.store.abort({ ...attempt, outcome }),
      (error) => this.#log(attempt).warn(describeError(error), 'contact attempt was never released'),
    );
  }

  /** Prefixes of keyed hashes: enough to follow a message through the log, no use to anyone else. */
  #log(attempt: Attempt): Logger {
    return this.#parts.logger.child({
      delivery: attempt.delivery.slice(0, 12),
      channel: attempt.channel,
      caller: attempt.caller.slice(0, 8),
    });
  }
}

function whenAborted(signal: AbortSignal): Promise<MailOutcome> {
  return new Promise((resolve) => {
    // A mailer that heeds the signal answers first; this is for one that does not.
    signal.addEventListener('abort', () => setTimeout(resolve, 100, { kind: 'unknown', reason: 'timeout' }), {
      once: true,
    });
  });
}

function refusal(
  begun: Exclude<BeginResult, { kind: 'go' }>,
  submission: Submission,
  delivery: string,
): SubmitOutcome {
  const seconds = (wait: number) => Math.max(1, Math.ceil(wait / 1000));
  switch (begun.kind) {
    case 'replay':
      return { kind: 'replayed', result: begun.result, delivery };
    case 'reuse':
      return { kind: 'key-reuse' };
    case 'busy':
      return { kind: 'in-progress', retryAfter: Math.min(seconds(begun.wait), longestBusyHint) };
    case 'token-held':
      return { kind: 'token-in-use', retryAfter: Math.min(seconds(begun.wait), longestBusyHint) };
    case 'token-missing':
      return { kind: submission.submitToken === null ? 'token-missing' : 'token-invalid' };
    case 'token-refused':
      return { kind: 'token-invalid' };
    case 'limited':
      return { kind: 'rate-limited', retryAfter: seconds(begun.wait) };
  }
}

import type { ContactMail } from '../../src/core/contact/mail.ts';
import type { ContactChannel } from '../../src/core/contact/message.ts';

/** What the contact use case needs from the world. Times are milliseconds since the epoch, spans milliseconds. */

export interface Clock {
  now(): number;
}

export type RandomBytes = (size: number) => Buffer;

/** The budget of a channel: deliveries for each caller an hour, and for the site a day. */
export interface ContactLimits {
  readonly perCaller: number;
  readonly site: number;
}

/** Spans of the sliding windows that {@link ContactLimits} count in. */
export const callerWindow = 3_600_000;
export const siteWindow = 86_400_000;

/** Everything that names one attempt at one delivery. All ids are opaque and free of personal data. */
export interface Attempt {
  /** Random for each request: owns the lease and makes a repeated call of the same step harmless. */
  readonly attempt: string;
  /** Deterministic: the same message under the same key (or token) is the same delivery. */
  readonly delivery: string;
  /**
   * What the windows count. Where the mailer recognises a repeated mail it is the delivery: however often that is
   * handed over, it is one mail. Elsewhere it is the attempt, since each hand-over may be another mail.
   */
  readonly slot: string;
  readonly channel: ContactChannel;
  /** Keyed hash of the caller's address group. */
  readonly caller: string;
  /** The Idempotency-Key, hashed, with the fingerprint of the message; null when the client sent none. */
  readonly key: { readonly id: string; readonly fingerprint: string } | null;
  /** The submit token; null when it was missing or not one of ours. */
  readonly token: { readonly id: string; readonly expiresAt: number } | null;
}

export interface BeginRequest extends Attempt {
  /** How long this attempt may run before another one may take over. */
  readonly lease: number;
  /** How long a key stays bound to its message. */
  readonly retention: number;
  readonly limits: ContactLimits;
}

export type BeginResult =
  /**
   * The attempt owns the key, the token and a slot in both windows: send. `resumed`: an earlier attempt at the same
   * delivery ended without a word, or with an unknown outcome, and may have sent it.
   */
  | { readonly kind: 'go'; readonly resumed: boolean }
  /** The message was delivered under this key; `result` is what was stored at commit. */
  | { readonly kind: 'replay'; readonly result: string }
  /** The key is bound to a different message. */
  | { readonly kind: 'reuse' }
  /** Another attempt with this key is running, also with another message; its lease ends after `wait`. */
  | { readonly kind: 'busy'; readonly wait: number }
  | { readonly kind: 'token-missing' }
  /** Spent, expired, or bound to another message whose outcome is unknown. */
  | { readonly kind: 'token-refused' }
  /** Another attempt has the token; its lease ends after `wait`. */
  | { readonly kind: 'token-held'; readonly wait: number }
  /** A window is full; the longer of the two waits, and whether an earlier attempt may have sent the message. */
  | { readonly kind: 'limited'; readonly wait: number; readonly resumed: boolean };

export interface RenewRequest extends Attempt {
  /** Milliseconds from now during which no other attempt may take over. */
  readonly lease: number;
}

export interface CommitRequest extends Attempt {
  readonly retention: number;
  /** Stored and handed to replays; no personal data, at most 1 KiB. */
  readonly result: string;
}

export interface AbortRequest extends Attempt {
  /**
   * `nothing-sent`: key, token and slot are free again, unless an earlier attempt at the same delivery may have sent it:
   * then key and token stay bound to the message, and a shared slot stays taken. `unknown`: the lease ends, but key and
   * token stay bound to the message and the slot stays taken.
   */
  readonly outcome: 'nothing-sent' | 'unknown';
}

/** Deliveries counted in a window, and when the oldest of them leaves it. */
export interface WindowUsage {
  readonly used: number;
  /** 0 when the window is empty. */
  readonly reset: number;
}

export interface Usage {
  /** The store's clock, which decides about expiry. */
  readonly now: number;
  readonly perCaller: WindowUsage;
  readonly site: WindowUsage;
}

/**
 * The shared memory of all attempts. Each method is atomic and may be repeated by the same attempt.
 * Order of the checks in `begin`: key (busy, reuse, replay), token, windows; a refusal writes nothing.
 * @throws {StoreUnavailable} when the store did not answer in time or refused; the step may have happened.
 */
export interface ContactStore {
  begin(request: BeginRequest): Promise<BeginResult>;
  /** Gives the attempt a new lease and dates its slot accordingly. @returns false when the old lease has ended. */
  renew(request: RenewRequest): Promise<boolean>;
  /**
   * Records a delivery, also when the lease was lost meanwhile. `already` when another attempt had recorded it; the
   * attempt that did hears `committed` each time it asks, since the first reply may have been lost.
   */
  commit(request: CommitRequest): Promise<'committed' | 'already'>;
  abort(request: AbortRequest): Promise<void>;
  /** Reads the windows; writes nothing. */
  usage(channel: ContactChannel, caller: string): Promise<Usage>;
  /** Deletes what has expired, where the store does not do so itself. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** The store's own word for the reason, such as `OOM`; for the log. */
  readonly code: string | null;

  constructor(message: string, options: ErrorOptions & { readonly code?: string | null } = {}) {
    super(message, options);
    this.code = options.code ?? null;
  }
}

export type MailOutcome =
  | { readonly kind: 'accepted' }
  /** Certainly not sent, and the same mail will be refused again: our configuration is wrong. */
  | { readonly kind: 'rejected'; readonly reason: string; readonly reply?: string }
  /** Certainly not sent; later may be better. */
  | {
      readonly kind: 'unavailable';
      readonly reason: string;
      readonly reply?: string;
      readonly retryAfter?: number;
    }
  /** It may have been sent. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly reply?: string };

/** How a mailer and its caller agree on one mail. */
export interface Handover {
  /** When it aborts, the mailer ends the try at once and says what is known. */
  readonly signal: AbortSignal;
  /**
   * To be waited for right before the moment from which the mail may go out. When it throws, the mail must not be
   * handed over: the outcome is `unavailable`. A mailer that recognises repeated mails need not call it.
   */
  readonly beforeHandover: () => Promise<void>;
}

/**
 * Carries a mail to the owner. Never throws: trouble is an outcome. `reason` is a short fixed word for logs,
 * and `reply` what the server said without addresses, or its codes where it may quote the mail. Without an abort it waits as long as its protocol asks for.
 */
export interface Mailer {
  /** Whether a mail with a delivery id that was accepted before is not sent a second time. */
  readonly deduplicates: boolean;
  send(mail: ContactMail, handover: Handover): Promise<MailOutcome>;
  close(): Promise<void>;
}

/** Deliveries that the store could not record yet, stored where they outlive the process. No personal data. */
export interface UnrecordedDeliveries {
  list(): Promise<readonly CommitRequest[]>;
  save(request: CommitRequest): Promise<void>;
  remove(request: CommitRequest): Promise<void>;
}

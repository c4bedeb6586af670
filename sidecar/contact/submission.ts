import { contactErrors } from '../../src/core/contact/errors.ts';
import type { MailSite } from '../../src/core/contact/mail.ts';
import type { ContactChannel, ContactMessage } from '../../src/core/contact/message.ts';
import type { ErrorObject } from '../../src/core/model/errors.ts';
import type { BeginResult } from './ports.ts';

/** One validated request to send a message; nothing of HTTP is left in it. */
export interface Submission {
  readonly channel: ContactChannel;
  readonly message: ContactMessage;
  readonly submitToken: string | null;
  /** As the client sent it. */
  readonly idempotencyKey: string | null;
  /** The caller's address, grouped. */
  readonly addressGroup: string;
  /** The language of the form that sent it. */
  readonly mailSite?: MailSite;
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
  /** `unavailable`: the same again delivers once. `pending`: still under way. `uncertain`: the same again may deliver twice. */
  | {
      readonly kind: 'unavailable' | 'pending' | 'uncertain';
      readonly retryAfter: number;
      readonly delivery: string;
    };

/** Max seconds that a 409 proposes to wait: most sends take a second or two. */
const maxBusyHint = 5;

/** The outcome for the client when the store refuses to begin an attempt. */
export function refusal(
  begun: Exclude<BeginResult, { kind: 'go' }>,
  submission: Submission,
  delivery: string,
): SubmitOutcome {
  switch (begun.kind) {
    case 'replay':
      return { kind: 'replayed', result: begun.result, delivery };
    case 'reuse':
    case 'busy':
      return refuseKey(begun);
    case 'token-held':
      return { kind: 'token-in-use', retryAfter: Math.min(seconds(begun.wait), maxBusyHint) };
    case 'token-missing':
      return { kind: submission.submitToken === null ? 'token-missing' : 'token-invalid' };
    case 'token-refused':
      return { kind: 'token-invalid' };
    case 'limited':
      return { kind: 'rate-limited', retryAfter: seconds(begun.wait) };
  }
}

/** The outcome for a client whose key another attempt has. */
export function refuseKey(begun: Extract<BeginResult, { kind: 'reuse' | 'busy' }>): Refusal {
  if (begun.kind === 'reuse') return { kind: 'key-reuse' };
  return { kind: 'in-progress', retryAfter: Math.min(seconds(begun.wait), maxBusyHint) };
}

function seconds(wait: number): number {
  return Math.max(1, Math.ceil(wait / 1000));
}

export type Refusal = Exclude<SubmitOutcome, Delivered>;

const errors: Readonly<Record<Refusal['kind'], (retryAfter: number) => ErrorObject>> = {
  'key-reuse': contactErrors.keyReuse,
  'token-missing': contactErrors.tokenMissing,
  'token-invalid': contactErrors.tokenInvalid,
  'in-progress': contactErrors.inProgress,
  'token-in-use': contactErrors.tokenInUse,
  'rate-limited': contactErrors.rateLimited,
  failed: contactErrors.deliveryFailed,
  unavailable: contactErrors.unavailable,
  pending: contactErrors.pending,
  uncertain: contactErrors.uncertain,
};

/** The Error object of an outcome that is not a success. */
export function errorOf(outcome: Refusal): ErrorObject {
  return errors[outcome.kind]('retryAfter' in outcome ? outcome.retryAfter : 0);
}

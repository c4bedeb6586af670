import { type ErrorCode, type ErrorObject, errorObject, type StatusOf } from '../model/errors.ts';
import type { FieldProblems } from './message.ts';

/** An error that waiting helps with; Retry-After repeats the seconds of `data.retry_after`. */
function later<Code extends ErrorCode>(status: StatusOf<Code>, code: Code, message: string) {
  return (retryAfter: number) => errorObject(status, code, message, { retry_after: retryAfter });
}

export const contactErrors = {
  unknownCaller: () =>
    errorObject(400, 'site_contact_caller_unknown', 'The address of the caller could not be determined.'),
  tokenMissing: () =>
    errorObject(
      401,
      'site_contact_token_missing',
      'A submit_token is required. GET this URL for one, then repeat the request with it.',
    ),
  tokenInvalid: () =>
    errorObject(
      401,
      'site_contact_token_invalid',
      'The submit_token is spent, expired or not one of ours. GET this URL for a fresh one, then repeat once.',
    ),
  foreignForm: () =>
    errorObject(
      403,
      'site_contact_foreign_form',
      'The form was sent from a page that is not part of this site.',
    ),
  inProgress: later(
    409,
    'site_contact_idempotency_in_progress',
    'An earlier attempt with this Idempotency-Key is still running. Wait, then repeat with the same key.',
  ),
  tokenInUse: later(
    409,
    'site_contact_token_in_use',
    'Another request is using this submit_token at the moment. Wait, then repeat.',
  ),
  invalid: (params: FieldProblems) =>
    errorObject(
      422,
      'site_contact_invalid',
      'Some fields of the message were refused; data.params says which.',
      { params },
    ),
  keyReuse: () =>
    errorObject(
      422,
      'site_contact_idempotency_key_reuse',
      'This Idempotency-Key belongs to a different message. Use a new key for a new message.',
    ),
  rateLimited: later(429, 'site_contact_rate_limited', 'Too many messages were sent. Try again later.'),
  deliveryFailed: () =>
    errorObject(
      502,
      'site_contact_delivery_failed',
      'The message could not be sent, and nothing was delivered. The owner of the site has to repair this.',
    ),
  unavailable: later(
    503,
    'site_contact_unavailable',
    'We could not confirm that your message arrived. It is safe to repeat it with the same body and the same Idempotency-Key.',
  ),
  pending: later(
    503,
    'site_contact_delivery_pending',
    'The mail server has not confirmed your message yet, and we are still waiting for it. Repeat the same body with the same Idempotency-Key later: nothing is sent a second time meanwhile, and you hear how it ended.',
  ),
  uncertain: later(
    503,
    'site_contact_delivery_uncertain',
    'We could not confirm that your message arrived: the connection to the mail server ended before its answer. The server cannot recognise a repeated message. If you repeat it, the owner may get it twice, and it counts as another message.',
  ),
} satisfies Record<string, (...given: never[]) => ErrorObject>;

import { contactErrors } from '../../src/core/contact/errors.ts';
import type { ErrorObject } from '../../src/core/model/errors.ts';
import type { Delivered, SubmitOutcome } from './submission.ts';

export type Refusal = Exclude<SubmitOutcome, Delivered>;

/** The Error object of an outcome that is not a success. */
export function errorOf(outcome: Refusal): ErrorObject {
  switch (outcome.kind) {
    case 'key-reuse':
      return contactErrors.keyReuse();
    case 'token-missing':
      return contactErrors.tokenMissing();
    case 'token-invalid':
      return contactErrors.tokenInvalid();
    case 'in-progress':
      return contactErrors.inProgress(outcome.retryAfter);
    case 'token-in-use':
      return contactErrors.tokenInUse(outcome.retryAfter);
    case 'rate-limited':
      return contactErrors.rateLimited(outcome.retryAfter);
    case 'failed':
      return contactErrors.deliveryFailed();
    case 'unavailable':
      return contactErrors.unavailable(outcome.retryAfter);
    case 'pending':
      return contactErrors.pending(outcome.retryAfter);
    case 'uncertain':
      return contactErrors.uncertain(outcome.retryAfter);
  }
}

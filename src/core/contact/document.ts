import { paths } from '../model/urls.ts';
import {
  type ContactChannel,
  contactJsonSchema,
  idempotencyKeyPattern,
  idempotencyRetentionSeconds,
} from './message.ts';

/** Requests of one address in a second that nginx lets through (`deploy/nginx/`); without nginx nothing limits them. */
export const contactPace = {
  limit: 5,
  window: 1,
  burst: 60,
  counted: 'requests',
} as const;

/** One budget: a sliding window of deliveries. */
export interface ContactBudget {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Seconds until a delivery leaves the window; 0 when it is empty. */
  readonly resetSeconds: number;
}

/** The answer to GET on the contact URL: everything that a client needs to send one message. */
export function renderContactDocument(options: {
  readonly baseUrl: string;
  readonly channel: ContactChannel;
  readonly perCaller: ContactBudget;
  readonly site: ContactBudget;
  readonly submitToken: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly expiresAt: number;
}) {
  return {
    description:
      "Delivers one plain-text message to the inbox of the site's owner. A delivered message cannot be recalled: confirm the wording with your user first.",
    method: 'POST',
    url: `${options.baseUrl}${paths.contactApi}`,
    content_type: 'application/json',
    input_schema: contactJsonSchema(),
    limits: {
      channel: options.channel,
      per_ip: describeBudget(options.perCaller),
      site: describeBudget(options.site),
      counted: 'delivered messages',
      pace: contactPace,
    },
    submit_token: options.submitToken,
    expires_in: Math.max(0, Math.floor((options.expiresAt - options.now) / 1000)),
    expires_at: new Date(options.expiresAt).toISOString(),
    idempotency: {
      header: 'Idempotency-Key',
      required: false,
      pattern: idempotencyKeyPattern.source,
      recommended: 'a fresh UUID for each message',
      retention: idempotencyRetentionSeconds,
      compared: 'every field except submit_token',
    },
    retry: {
      how: 'Repeat the same body with the same Idempotency-Key: it is delivered once. Without a key, a repetition after a delivery gets 401.',
      '401': 'GET this URL again for a fresh submit_token and repeat once.',
      '409': 'An attempt with this key or submit_token runs: wait Retry-After seconds, then repeat.',
      '422': 'Correct the fields in data.params. A different message needs a new Idempotency-Key.',
      '429': 'A limit is used up: wait Retry-After seconds.',
      '502': 'Not sent, and repeating does not help until the owner has repaired something.',
      '503':
        'Wait Retry-After seconds, then repeat with the same Idempotency-Key. With the code site_contact_delivery_uncertain it may have arrived: ask your user before you repeat it.',
    },
  };
}

function describeBudget(budget: ContactBudget) {
  return {
    limit: budget.limit,
    window: budget.windowSeconds,
    remaining: budget.remaining,
    reset: budget.resetSeconds,
  };
}

/**
 * RateLimit fields (draft-ietf-httpapi-ratelimit-headers-11): both policies, and the tighter remaining budget:
 * `RateLimit-Policy: "ip";q=10;w=3600, "site";q=25;w=86400` and `RateLimit: "site";r=2;t=5021`.
 */
export function rateLimitFields(
  perCaller: ContactBudget,
  site: ContactBudget,
): Readonly<Record<string, string>> {
  const policy = (name: string, { limit, windowSeconds }: ContactBudget) =>
    `"${name}";q=${limit};w=${windowSeconds}`;
  const left = (name: string, { remaining, resetSeconds }: ContactBudget) =>
    `"${name}";r=${remaining};t=${resetSeconds}`;
  const siteIsTighter =
    site.remaining < perCaller.remaining ||
    (site.remaining === perCaller.remaining && site.resetSeconds > perCaller.resetSeconds);
  return {
    'RateLimit-Policy': `${policy('ip', perCaller)}, ${policy('site', site)}`,
    RateLimit: siteIsTighter ? left('site', site) : left('ip', perCaller),
  };
}

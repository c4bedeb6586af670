import { type Json, ref, type SchemaName } from './openapi-schemas.ts';

/** The answers that many operations share, by name in `components.responses`. */
export const responses = {
  BadRequest: failure('The request is malformed, or a parameter is not what it should be.'),
  Unauthorized: failure(
    'The `submit_token` is missing (`site_contact_token_missing`: absent, empty, longer than 512 characters, or not text), or spent, expired or not of this site (`site_contact_token_invalid`). Get a fresh one and repeat once.',
  ),
  Forbidden: failure('The request is refused (`rest_forbidden`, or a form from a foreign page).'),
  NotFound: failure('No route or object is there (`rest_no_route`, `rest_post_invalid_id`).', {
    Link: header('The same places as `links` in the body.'),
  }),
  Conflict: failure(
    'An earlier attempt with the same Idempotency-Key is still running, also with another body (`site_contact_idempotency_in_progress`), or another attempt is using the `submit_token` (`site_contact_token_in_use`).',
    retryAfter(),
  ),
  Gone: failure('The address stopped working; the body says since when and what to use instead.', {
    Deprecation: header('When this was announced: `@` and Unix time (RFC 9745).'),
    Sunset: header('When it stopped working, an HTTP date (RFC 8594).'),
  }),
  Unprocessable: failure('Fields are invalid, or the Idempotency-Key belongs to another message.'),
  TooManyRequests: failure(
    'A limit is exceeded: that of messages, or of requests in a second (`limits.pace` of the contact contract).',
    retryAfter(),
  ),
  ClientError: failure('Any other failure that is the request’s.'),
  ServerError: failure('A failure that is the server’s.', retryAfter()),
  Failure: failure('Any other failure.'),
} satisfies Record<string, Json>;

const statuses = {
  BadRequest: '400',
  Unauthorized: '401',
  Forbidden: '403',
  NotFound: '404',
  Conflict: '409',
  Gone: '410',
  Unprocessable: '422',
  TooManyRequests: '429',
  ClientError: '4XX',
  ServerError: '5XX',
  Failure: 'default',
} as const satisfies Record<keyof typeof responses, string>;

const failures = (...names: (keyof typeof responses)[]): Json =>
  Object.fromEntries(names.map((name) => [statuses[name], { $ref: `#/components/responses/${name}` }]));

export const documentFailures = failures('NotFound', 'Gone', 'ServerError', 'Failure');

/** What a host of files answers in addition to a file. */
export const fileFailures: Json = {
  '404': {
    description: 'Nothing is published there. The body is the error page of the site.',
    content: { 'text/html': { schema: { type: 'string' } } },
  },
  default: { description: 'Any other failure is of the host.' },
};

const others = ['ClientError', 'ServerError', 'Failure'] as const;
/** What a content route may answer in addition to its content. It is not rate limited; a proxy before it may be. */
export const contentFailures = failures('BadRequest', 'NotFound', 'Gone', 'TooManyRequests', ...others);
export const contractFailures = failures(...others);
const refusals = ['Unauthorized', 'Forbidden', 'Conflict', 'Unprocessable', 'TooManyRequests'] as const;
/** What sending a message may answer in addition to success. */
export const contactFailures = failures('BadRequest', ...refusals, ...others);

export function header(description: string, type = 'string'): Json {
  return { description, schema: { type } };
}

export function jsonResponse(description: string, schema: Json, headers: Json = {}, example?: unknown): Json {
  const content = { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
  return { description, ...(Object.keys(headers).length > 0 ? { headers } : {}), content };
}

export function markdownResponse(description: string, headers: Json = {}): Json {
  const content = { 'text/markdown': { schema: { type: 'string' } } };
  return { description, ...(Object.keys(headers).length > 0 ? { headers } : {}), content };
}

export const anyOf = (...names: SchemaName[]): Json => ({ anyOf: names.map(ref) });

function failure(description: string, headers: Json = {}): Json {
  return jsonResponse(description, ref('Error'), headers);
}

function retryAfter(): Json {
  return { 'Retry-After': header('Seconds to wait, where waiting helps.', 'integer') };
}

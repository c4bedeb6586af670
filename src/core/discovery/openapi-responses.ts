import { type Json, ref, type SchemaName } from './openapi-schemas.ts';

/** The answers that many operations share, by name in `components.responses`. */
export const responses = {
  BadRequest: failure('The request is malformed, or a parameter is not what it should be.'),
  Unauthorized: failure(
    'The `submit_token` is missing (`site_contact_token_missing`: absent, empty, longer than 512 characters, or not text), or spent, expired or not of this site (`site_contact_token_invalid`). Get a fresh one and repeat once.',
  ),
  Forbidden: failure('The request is refused (`rest_forbidden`, or a form from a foreign page).'),
  NotFound: failure('No route or object is there (`rest_no_route`, `rest_post_invalid_id`).', {
    Link: { description: 'The same places as `links` in the body.', schema: { type: 'string' } },
  }),
  Conflict: failure(
    'An earlier attempt with the same Idempotency-Key is still running, also with another body (`site_contact_idempotency_in_progress`), or another attempt is using the `submit_token` (`site_contact_token_in_use`).',
    retryAfter(),
  ),
  Gone: failure(
    'The address stopped working; the body says since when and what to use instead.',
    lifecycle(),
  ),
  Unprocessable: failure('Fields are invalid, or the Idempotency-Key belongs to another message.'),
  TooManyRequests: failure(
    'A limit is exceeded: that of messages, or of requests in a second (`limits.pace` of the contact contract).',
    retryAfter(),
  ),
  ClientError: failure('Any other failure that is the request’s.'),
  ServerError: failure('A failure that is the server’s.', retryAfter()),
  Failure: failure('Any other failure.'),
} satisfies Record<string, Json>;

type ResponseName = keyof typeof responses;

const respond = (name: ResponseName): Json => ({ $ref: `#/components/responses/${name}` });

/** What a document may answer in addition to itself. */
export const documentFailures = {
  '404': respond('NotFound'),
  '410': respond('Gone'),
  '5XX': respond('ServerError'),
  default: respond('Failure'),
};

/** What a host of files answers in addition to a file. */
export const fileFailures: Json = {
  '404': {
    description: 'Nothing is published there. The body is the error page of the site.',
    content: { 'text/html': { schema: { type: 'string' } } },
  },
  default: { description: 'Any other failure is of the host.' },
};

/** What a content route may answer in addition to its content. It is not rate limited; a proxy before it may be. */
export const contentFailures = {
  '400': respond('BadRequest'),
  '404': respond('NotFound'),
  '410': respond('Gone'),
  '429': respond('TooManyRequests'),
  '4XX': respond('ClientError'),
  '5XX': respond('ServerError'),
  default: respond('Failure'),
};

/** What asking for the contact contract may answer in addition to it. */
export const contractFailures = {
  '4XX': respond('ClientError'),
  '5XX': respond('ServerError'),
  default: respond('Failure'),
};

/** What sending a message may answer in addition to success. */
export const contactFailures = {
  '400': respond('BadRequest'),
  '401': respond('Unauthorized'),
  '403': respond('Forbidden'),
  '409': respond('Conflict'),
  '422': respond('Unprocessable'),
  '429': respond('TooManyRequests'),
  '4XX': respond('ClientError'),
  '5XX': respond('ServerError'),
  default: respond('Failure'),
};

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
  return {
    'Retry-After': { description: 'Seconds to wait, where waiting helps.', schema: { type: 'integer' } },
  };
}

function lifecycle(): Json {
  return {
    Deprecation: {
      description: 'When this was announced: `@` and Unix time (RFC 9745).',
      schema: { type: 'string' },
    },
    Sunset: { description: 'When it stopped working, an HTTP date (RFC 8594).', schema: { type: 'string' } },
  };
}

import { contactErrors } from '../contact/errors.ts';
import { type ErrorObject, errorObject } from '../model/errors.ts';

/**
 * The answers that a web server in front of the sidecar gives itself, as files: `_errors/413.json`,
 * `_errors/contact-503.json`. The start of a name is the room that the request was for.
 */
export interface RefusalFile {
  readonly file: string;
  readonly text: string;
}

/** Seconds after which a client may come again when the sidecar did not answer or was asked too often. */
export const retrySeconds = 5;

const waiting = { retry_after: retrySeconds };

const errors: readonly ErrorObject[] = [
  errorObject(400, 'rest_invalid_path', 'The server cannot read this request.'),
  errorObject(403, 'rest_forbidden', 'This address is not open.'),
  errorObject(405, 'rest_method_not_allowed', 'This address can only be read.'),
  errorObject(408, 'rest_request_timeout', 'The request took too long to arrive.'),
  errorObject(411, 'rest_length_required', 'The request has a body without a length.'),
  errorObject(413, 'rest_request_too_large', 'The body is larger than this address takes.'),
  errorObject(414, 'rest_uri_too_long', 'The address of this request is too long.'),
  errorObject(416, 'rest_range_not_satisfiable', 'The file is shorter than the range that was asked for.'),
  errorObject(421, 'rest_misdirected_request', 'This server does not answer for the host of the request.'),
  errorObject(429, 'rest_too_many_requests', 'Too many requests. Wait, then go on.', waiting),
  errorObject(431, 'rest_headers_too_large', 'The headers of this request are too large.'),
  errorObject(500, 'rest_internal_error', 'The server could not answer this request.'),
  errorObject(501, 'rest_not_implemented', 'The server does not know how to read this request.'),
  errorObject(503, 'rest_unavailable', 'This address does not answer at the moment. Try again.', waiting),
];

/** JSON-RPC's shape of a spent budget: -32000, as the endpoint itself says it. */
const spentBudget = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32000, message: 'Too many messages. Wait, then go on.', data: waiting },
};

/** What a person reads where the form should be. */
const unavailablePage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Not available</title></head>
<body><main><h1>Not available at the moment</h1>
<p>This page does not answer just now. Nothing was sent. Please try again in a moment.</p>
</main></body></html>
`;

export function renderRefusals(): RefusalFile[] {
  const json = (name: string, value: unknown): RefusalFile => ({
    file: `_errors/${name}.json`,
    text: JSON.stringify(value),
  });
  return [
    ...errors.map((error) => json(String(error.data.status), error)),
    json('contact-413', contactErrors.tooLarge()),
    json('contact-429', contactErrors.rateLimited(retrySeconds)),
    json('contact-503', contactErrors.unavailable(retrySeconds)),
    json('mcp-429', spentBudget),
    { file: '_errors/503.html', text: unavailablePage },
  ];
}

import { contactErrors } from '../contact/errors.ts';
import { type ErrorObject, httpErrors } from '../model/errors.ts';
import { renderError } from './error-forms.ts';

/** Errors that a web server sends itself, in every form: `_errors/413.json`, `_errors/contact-503.json`; 404 is elsewhere. */
export interface RefusalFile {
  readonly file: string;
  readonly text: string;
}

/** Seconds after which a client may come again when the sidecar did not answer or was asked too often. */
export const retrySeconds = 5;

const errors: readonly ErrorObject[] = [
  httpErrors.badRequest(),
  httpErrors.forbidden(),
  httpErrors.methodNotAllowed(),
  httpErrors.timeout(),
  httpErrors.lengthRequired(),
  httpErrors.preconditionFailed(),
  httpErrors.tooLarge(),
  httpErrors.uriTooLong(),
  httpErrors.misdirected(),
  httpErrors.tooManyRequests(retrySeconds),
  httpErrors.headersTooLarge(),
  httpErrors.internal(),
  httpErrors.notImplemented(),
  httpErrors.unavailable(retrySeconds),
  httpErrors.versionNotSupported(),
];

/** JSON-RPC error of an exhausted budget, as the endpoint sends it. */
const rateLimitError = {
  jsonrpc: '2.0',
  id: null,
  error: {
    code: -32000,
    message: `Rate limit exceeded. Retry after ${retrySeconds} seconds.`,
    data: { retry_after: retrySeconds },
  },
};

export function renderRefusals(): RefusalFile[] {
  const json = (name: string, value: unknown): RefusalFile => ({
    file: `_errors/${name}.json`,
    text: JSON.stringify(value),
  });
  const forms = (name: string, error: ErrorObject): RefusalFile[] => [
    json(name, error),
    { file: `_errors/${name}.md`, text: renderError(error, 'markdown') },
    { file: `_errors/${name}.html`, text: renderError(error, 'html') },
  ];
  return [
    ...errors.flatMap((error) => forms(String(error.data.status), error)),
    ...forms('path-400', httpErrors.invalidPath()),
    json('contact-429', contactErrors.rateLimited(retrySeconds)),
    json('contact-503', contactErrors.unavailable(retrySeconds)),
    json('mcp-429', rateLimitError),
  ];
}

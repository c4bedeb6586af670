import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorTypes, fixedForm, formOfError, renderError } from '../../src/core/front/error-forms.ts';
import { browserHeaders, commonHeaders, errorLinks, isForPrograms } from '../../src/core/front/headers.ts';
import type { ErrorForm } from '../../src/core/front/negotiation.ts';
import type { ErrorObject } from '../../src/core/model/errors.ts';

/**
 * The one responder of errors: the Error object as JSON, Markdown or HTML, as `formOfError` decides, never cached, with
 * `data.retry_after` as Retry-After and its links as Link headers.
 * @param bodies forms with other wording than the Error object
 */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: ErrorObject,
  bodies: Partial<Readonly<Record<ErrorForm, string>>> = {},
): void {
  const { status, retry_after: wait } = error.data;
  const path = pathAsSent(request);
  const form = formOfError(status, path, request.headers.accept);
  const body = bodies[form] ?? renderError(error, form);
  response.statusCode = status;
  for (const [name, value] of Object.entries(commonHeaders)) {
    const isIdle = name in browserHeaders && isForPrograms(errorTypes[form]);
    if (!isIdle && !response.hasHeader(name)) response.setHeader(name, value);
  }
  if (error.links) response.setHeader('Link', errorLinks(error.links));
  if (typeof wait === 'number') response.setHeader('Retry-After', String(wait));
  if (!fixedForm(status, path)) addVary(response, 'Accept');
  response.setHeader('Cache-Control', 'no-store');
  // What is left of the body would be taken for the next request.
  if (status === 413) response.setHeader('Connection', 'close');
  response.setHeader('Content-Type', errorTypes[form]);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** The path of a request as it was sent, without its query. */
export function pathAsSent(request: IncomingMessage & { readonly originalUrl?: string }): string {
  return (request.originalUrl ?? request.url ?? '').split(/[?#]/, 1)[0] ?? '';
}

function addVary(response: ServerResponse, name: string): void {
  const set = String(response.getHeader('Vary') ?? '');
  if (!set.split(/,\s*/).includes(name)) response.setHeader('Vary', set === '' ? name : `${set}, ${name}`);
}

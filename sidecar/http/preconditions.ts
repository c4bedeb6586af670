import type { IncomingMessage, ServerResponse } from 'node:http';
import fresh from 'fresh';
import { httpErrors } from '../../src/core/model/errors.ts';
import { sendError } from './send-error.ts';

/** What the conditions of a request make of a representation (RFC 9110, 13.2.2): 304 and 412 are sent instead of it. */
export type Precondition = 'met' | 304 | 412;

/**
 * Checks If-Match and If-None-Match or, where `lastModified` is given and there are no tags, If-Unmodified-Since and
 * If-Modified-Since. The request's own Cache-Control is for caches on the way and is ignored, as in nginx: browsers
 * add `no-cache` to every conditional `fetch`.
 */
export function checkPreconditions(
  { headers }: Pick<IncomingMessage, 'headers'>,
  etag: string,
  lastModified?: string,
): Precondition {
  if (!mayProceed(headers, etag, lastModified)) return 412;
  const tags = headers['if-none-match'];
  if (tags !== undefined) return fresh({ 'if-none-match': tags }, { etag }) ? 304 : 'met';
  const since = headers['if-modified-since'];
  if (since === undefined || lastModified === undefined) return 'met';
  return fresh({ 'if-modified-since': since }, { 'last-modified': lastModified }) ? 304 : 'met';
}

/** Sets the validators and answers a request whose conditions want something else than the representation. */
export function isAnswered(
  request: IncomingMessage,
  response: ServerResponse,
  etag: string,
  lastModified?: string,
): boolean {
  const condition = checkPreconditions(request, etag, lastModified);
  if (condition === 412) {
    sendError(request, response, httpErrors.preconditionFailed());
    return true;
  }
  response.setHeader('ETag', etag);
  if (lastModified !== undefined) response.setHeader('Last-Modified', lastModified);
  if (condition === 'met') return false;
  response.statusCode = 304;
  response.end();
  return true;
}

/** If-Match compares strongly: a weak tag never matches. */
function mayProceed(
  headers: IncomingMessage['headers'],
  etag: string,
  lastModified: string | undefined,
): boolean {
  const tags = headers['if-match'];
  if (tags !== undefined) {
    const listed: readonly string[] = tags.match(/(?:W\/)?"[^"]*"/g) ?? [];
    return tags.trim() === '*' || (!etag.startsWith('W/') && listed.includes(etag));
  }
  const since = Date.parse(headers['if-unmodified-since'] ?? '');
  return Number.isNaN(since) || lastModified === undefined || Date.parse(lastModified) <= since;
}

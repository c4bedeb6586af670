import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { freshCache } from '../../src/core/front/headers.ts';
import { apiBase } from '../../src/core/model/urls.ts';
import { corsHeaders } from '../../src/core/wp/headers.ts';
import type { Ask } from '../http/ask.ts';
import { checkPreconditions } from '../http/preconditions.ts';
import { sendError } from '../http/send-error.ts';
import type { ContentIndex } from '../release/content-index.ts';
import { busyReply, type WpReply } from './reply.ts';
import { isWpRequest, readRequest, type WpRequest } from './request.ts';

/** Bytes of all cached answers, and of the largest of them. */
const maxCachedBytes = 4_000_000;
const maxEntryBytes = maxCachedBytes / 4;
/** Size of headers and the cache entry itself, so that many small answers count too. */
const entryBytes = 2_000;
/** Size of larger answers, and max addresses of those that are remembered after one request. */
const largeBytes = 10_000;
const maxAskedOnce = 100;

/** Answers `/wp-json/` and `/?rest_route=`. Content never changes within an open release, so no cached answer goes stale. */
export function createWp(
  index: Pick<ContentIndex, 'site' | 'digest'>,
  ask: Ask<WpRequest, WpReply>,
  callerOf: (request: Request) => string,
): RequestHandler {
  const { site } = index;
  const etag = `"${index.digest.slice(0, 16)}"`;
  const cache = new LRUCache<string, WpReply>({
    maxSize: maxCachedBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: ({ body }, address) => body.length + address.length * 2 + entryBytes,
  });
  // Larger answers are cached from the second request on. With each of them cached, lists of pages take twice the
  // processor time: V8 copies what outlives its frequent collections of young memory.
  const askedOnce = new LRUCache<string, true>({ max: maxAskedOnce });

  return async function answerWp(request, response, next) {
    if (!isWpRequest(request.url)) return next();
    const repeatable = isRepeatable(request);
    const known = repeatable && request.method === 'GET' ? cache.get(request.url) : undefined;
    if (known) return send(response, known, { head: false, etag });
    const read = await readRequest(request, response);
    if (response.destroyed) return;
    if (!read.ok) return sendError(request, response, read.error);
    const asked = read.request;
    const answered = await ask(asked, { caller: callerOf(request), hasGone: () => response.destroyed });
    if (response.destroyed) return;
    const reply = answered.busy ? busyReply(apiBase(site)) : answered.answer;
    const fresh = reply.status === 200 && repeatable && !asked.overridden && !asked.hasNonce;
    const large = reply.body.length >= largeBytes;
    if (fresh && request.method === 'GET') {
      if (!large || askedOnce.has(request.url)) cache.set(request.url, reply);
      else askedOnce.set(request.url, true);
    }
    // Only large ones have a memory that nothing else uses.
    if (large && cache.peek(request.url) !== reply) response.once('close', () => free(response, reply));
    send(response, reply, { head: asked.method === 'HEAD', etag: fresh ? etag : null });
  };
}

/**
 * Frees the memory of an answer that was sent: V8 would retain up to 64 MB of them, and lists of 100 posts take three
 * times the processor time. An encoder may still read the body of an answer that was cut off.
 */
function free(response: Response, { body }: WpReply): void {
  if (response.writableFinished || !response.hasHeader('Content-Encoding')) body.buffer.transfer(0);
}

/** Whether the answer depends on the address only. */
function isRepeatable({ method, headers }: Request): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers['x-wp-nonce'] === undefined &&
    headers['x-http-method-override'] === undefined
  );
}

/** @param etag null for an answer that may not be cached */
function send(
  response: Response,
  { status, headers, body }: WpReply,
  { head, etag }: { readonly head: boolean; readonly etag: string | null },
): void {
  const { req: request } = response;
  const { origin } = request.headers;
  response.statusCode = status;
  for (const name of Object.keys(headers)) response.setHeader(name, headers[name] ?? '');
  if (origin !== undefined) {
    for (const [name, value] of Object.entries(corsHeaders(origin))) response.setHeader(name, value);
    response.setHeader('Vary', 'Origin');
  }
  response.setHeader('Cache-Control', etag !== null || (head && status === 200) ? freshCache : 'no-store');
  if (etag !== null) response.setHeader('ETag', etag);
  // As in WordPress, `*` names no answer.
  if (
    etag !== null &&
    request.headers['if-none-match'] !== '*' &&
    checkPreconditions(request, etag) === 304
  ) {
    response.statusCode = 304;
    response.removeHeader('Content-Type');
    response.end();
    return;
  }
  if (head) {
    response.end();
    return;
  }
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

import type { IncomingMessage } from 'node:http';
import fresh from 'fresh';

/**
 * Whether the client has this representation already, by If-None-Match or, where `lastModified` is given,
 * If-Modified-Since. The request's own Cache-Control is for caches on the way and is ignored, as in nginx: browsers
 * add `no-cache` to every conditional `fetch`.
 */
export function isNotModified({ headers }: IncomingMessage, etag: string, lastModified?: string): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return fresh({ 'if-none-match': tags }, { etag });
  const since = headers['if-modified-since'];
  if (since === undefined || lastModified === undefined) return false;
  return fresh({ 'if-modified-since': since }, { 'last-modified': lastModified });
}

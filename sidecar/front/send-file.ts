import type { Request, Response } from 'express';
import fresh from 'fresh';
import {
  type Encoding,
  isCompressible,
  memoryLimit,
  type PublishedFile,
  type PublishedFiles,
} from './published-files.ts';

/** Sends a published file with everything HTTP asks for: type, validators, 304, HEAD, compression, ranges. Errors carry no validators. */
export function sendFile(
  request: Request,
  response: Response,
  files: PublishedFiles,
  file: PublishedFile,
): void {
  response.set('Content-Type', file.type);
  if (file.size > memoryLimit) {
    response.sendFile(file.file, { dotfiles: 'allow', cacheControl: false });
    return;
  }
  const compressible = isCompressible(file.type);
  const encoding = compressible ? chooseEncoding(request) : 'identity';
  const { bytes, etag } = files.read(file, encoding);
  if (compressible) response.vary('Accept-Encoding');
  if (response.statusCode === 200) {
    response.set({ ETag: etag, 'Last-Modified': file.lastModified });
    if (isFresh(request, etag, file.lastModified)) {
      response.status(304).end();
      return;
    }
  }
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  response.set('Content-Length', String(bytes.length));
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/**
 * Does the client hold this representation already? A request's own Cache-Control speaks to caches on the way and
 * is not looked at, as in nginx; browsers' `fetch` sends `no-cache` with every condition of a program.
 */
function isFresh(request: Request, etag: string, lastModified: string): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = request.headers;
  if (tags === undefined && since === undefined) return false;
  const conditions = {
    ...(tags ? { 'if-none-match': tags } : {}),
    ...(since ? { 'if-modified-since': since } : {}),
  };
  return fresh(conditions, { etag, 'last-modified': lastModified });
}

/** Brotli wherever the client takes it, as nginx does. */
function chooseEncoding(request: Request): Encoding {
  return (['br', 'gzip'] as const).find((coding) => request.acceptsEncodings(coding)) ?? 'identity';
}

import type { Request, Response } from 'express';
import { isAnswered } from '../http/preconditions.ts';
import { isCompressible, memoryLimit, type PublishedFile, type PublishedFiles } from './published-files.ts';

/** Options of `send` and, through it, of the file's stream; half of the usual buffer for each slow client. */
const streamed = { dotfiles: 'allow', cacheControl: false, highWaterMark: 32_768 } as const;

/** Sends a published file with everything HTTP asks for: type, validators, 304, HEAD, compression, ranges. Errors carry no validators. */
export function sendFile(
  request: Request,
  response: Response,
  files: PublishedFiles,
  file: PublishedFile,
): void {
  response.set('Content-Type', file.type);
  // A preview has everything in memory.
  if (file.size > memoryLimit && file.file !== '') {
    // The tag of nginx: hashing the file would take longer than sending a part of it.
    const changed = Math.floor(Date.parse(file.lastModified) / 1000);
    const tag = `"${changed.toString(16)}-${file.size.toString(16)}"`;
    if (isAnswered(request, response, tag, file.lastModified)) return;
    response.sendFile(file.file, streamed);
    return;
  }
  const compressible = isCompressible(file.type);
  // Brotli where the client accepts it, as nginx does.
  const codings = compressible ? (['br', 'gzip'] as const) : [];
  const encoding = codings.find((coding) => request.acceptsEncodings(coding)) ?? 'identity';
  const { bytes, etag, digest } = files.read(file, encoding);
  if (compressible) response.vary('Accept-Encoding');
  if (response.statusCode === 200 && isAnswered(request, response, etag, file.lastModified)) return;
  if (digest !== undefined && response.statusCode === 200) response.set('Repr-Digest', digest);
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  const part = compressible || response.statusCode !== 200 ? bytes : partOf(request, response, bytes);
  response.set('Content-Length', String(part.length));
  response.end(request.method === 'HEAD' ? undefined : part);
}

/**
 * The part of the file that the client asks for, without which Safari plays no video; several parts, and parts of what
 * has changed since, are answered with the whole. Sets the status and the headers that go with it.
 */
function partOf(request: Request, response: Response, bytes: Buffer): Buffer {
  response.set('Accept-Ranges', 'bytes');
  if (request.method !== 'GET') return bytes;
  const condition = request.get('If-Range');
  const isSame =
    condition === undefined || [response.get('ETag'), response.get('Last-Modified')].includes(condition);
  const ranges = isSame ? request.range(bytes.length) : undefined;
  if (ranges === -1) {
    response.status(416).set('Content-Range', `bytes */${bytes.length}`);
    return Buffer.alloc(0);
  }
  const [range, ...others] = typeof ranges === 'object' && ranges.type === 'bytes' ? ranges : [];
  if (!range || others.length > 0) return bytes;
  response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${bytes.length}`);
  return bytes.subarray(range.start, range.end + 1);
}

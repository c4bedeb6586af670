import { busyError } from '../../src/core/model/errors.ts';
import { rootLink, wpContentType, wpHeaders } from '../../src/core/wp/headers.ts';

/** A finished answer: plain data, so that it travels between threads. */
export interface WpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** In a memory of its own. */
  readonly body: Uint8Array<ArrayBuffer>;
}

/** One piece out of many, in a memory of its own. Large pieces are freed, and lost: V8 would keep up to 64 MB of them. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const joined = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  for (const { buffer } of pieces)
    if (buffer.byteLength > Buffer.poolSize) (buffer as ArrayBuffer).transfer(0);
  return joined;
}

export function busyReply(base: string): WpReply {
  const error = busyError();
  const headers = {
    ...wpHeaders,
    'Content-Type': wpContentType,
    'Retry-After': String(error.data.retry_after),
    Link: rootLink(base),
  };
  return { status: 503, headers, body: Buffer.from(JSON.stringify(error)) };
}

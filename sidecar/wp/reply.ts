import { busyError } from '../../src/core/model/errors.ts';
import { rootLink, wpContentType, wpHeaders } from '../../src/core/wp/headers.ts';

/** A finished answer: plain data, so that it travels between threads. */
export interface WpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** In a memory of its own. */
  readonly body: Uint8Array<ArrayBuffer>;
}

/** One piece out of many, in a memory of its own: a single piece as it is, where it has one. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const [only] = pieces;
  if (pieces.length === 1 && only?.length === only?.buffer.byteLength) return only as Uint8Array<ArrayBuffer>;
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
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

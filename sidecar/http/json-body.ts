import express, { type RequestHandler } from 'express';

/** Largest body that is read. The largest legal contact message, all of it escaped, is just below. */
export const bodyLimit = 65_536;

export type BodyReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: 'too-large' | 'unsupported' | 'unreadable' };

const collect = (type: string): RequestHandler =>
  express.raw({
    limit: bodyLimit,
    inflate: false,
    type: (message) => mediaType(message.headers['content-type']) === type,
  });

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body of one media type as UTF-8 text, and says what is wrong with any other. Bytes that are no UTF-8 are
 * refused instead of replaced: a message must arrive as it was written.
 */
export function bodyReader(
  type: string,
): (request: Parameters<RequestHandler>[0], response: Parameters<RequestHandler>[1]) => Promise<BodyReading> {
  const read = collect(type);
  return async (request, response) => {
    const contentType = request.headers['content-type'];
    if (mediaType(contentType) !== type || !isUtf8(contentType)) return { ok: false, problem: 'unsupported' };
    const failure = await new Promise<unknown>((resolve) => {
      read(request, response, resolve);
    });
    if (failure) return { ok: false, problem: problemOf(failure) };
    const body: unknown = request.body;
    if (!Buffer.isBuffer(body)) return { ok: true, text: '' };
    try {
      return { ok: true, text: utf8.decode(body) };
    } catch {
      return { ok: false, problem: 'unreadable' };
    }
  };
}

function mediaType(header: string | undefined): string {
  return (header ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function isUtf8(header: string | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(header ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

function problemOf(failure: unknown): 'too-large' | 'unsupported' | 'unreadable' {
  const status = typeof failure === 'object' && failure !== null && 'status' in failure ? failure.status : 0;
  if (status === 413) return 'too-large';
  return status === 415 ? 'unsupported' : 'unreadable';
}

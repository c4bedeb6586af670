import type { Request, RequestHandler, Response } from 'express';
import onHeaders from 'on-headers';

/** Bytes of all answers that clients have not read to the end. Behind nginx, which reads at once, there are few. */
const maxUnread = 18 * 1024 * 1024;
/** Bytes that any answer takes in addition to its body, for its connection. */
const bytesEach = 64 * 1024;
/** Bytes of an encoder, see `compress.ts`: of Brotli with quality 4 and a window of 64 KB. */
const encoderBytes = 512 * 1024;
/** Bytes of a file from which on it is streamed, see `published-files.ts`. */
const streamedFrom = 1024 * 1024;

interface Unread {
  readonly caller: string;
  readonly bytes: number;
}

/**
 * Bounds the memory of answers: each is in memory until its client has read it. When all of them exceed `max` bytes, the
 * oldest ones of the caller with the most bytes are cut off. The newest answer is always sent, whatever its size.
 */
export function boundUnread(callerOf: (request: Request) => string, max = maxUnread): RequestHandler {
  const unread = new Map<Response, Unread>();
  let total = 0;

  function forget(response: Response): void {
    total -= unread.get(response)?.bytes ?? 0;
    unread.delete(response);
  }

  /** The caller with the most bytes. */
  function greediest(): string | undefined {
    const sums = new Map<string, number>();
    for (const { caller, bytes } of unread.values()) sums.set(caller, (sums.get(caller) ?? 0) + bytes);
    return [...sums].sort((one, other) => other[1] - one[1])[0]?.[0];
  }

  return function countUnread(request, response, next) {
    onHeaders(response, () => {
      const encoder = request.acceptsEncodings('br', 'gzip', 'deflate') ? encoderBytes : 0;
      const bytes = bytesEach + encoder + bodyInMemory(response);
      unread.set(response, { caller: callerOf(request), bytes });
      total += bytes;
      response.once('close', () => forget(response));
      while (total > max && unread.size > 1) {
        const caller = greediest();
        const oldest = [...unread].find(([one, { caller: its }]) => its === caller && one !== response);
        if (!oldest) return;
        forget(oldest[0]);
        oldest[0].destroy();
      }
    });
    next();
  };
}

/** Called before the answer is compressed, so the length is that of the whole body. */
function bodyInMemory(response: Response): number {
  const length = Number(response.getHeader('Content-Length') ?? 0);
  return response.hasHeader('Accept-Ranges') && length > streamedFrom ? 0 : length;
}

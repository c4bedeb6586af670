import type { Request, RequestHandler, Response } from 'express';
import onHeaders from 'on-headers';

/** Bytes of all answers that wait for their clients to read. Behind nginx, which reads at once, there are few. */
const maxUnread = 12 * 1024 * 1024;
/** Bytes that any answer takes in addition to its body, for its connection. */
const bytesEach = 64 * 1024;
/** Bytes of an encoder, see `compress.ts`: of Brotli with quality 4 and a window of 64 KB. */
const encoderBytes = 512 * 1024;
/** Bytes of a file from which on it is streamed, see `published-files.ts`. */
const streamedFrom = 1024 * 1024;

interface Unread {
  readonly response: Response;
  readonly bytes: number;
}

/**
 * Bounds the memory of answers that fill the buffers of their sockets, since they stay in memory until their clients
 * read. When all of them exceed `max` bytes, the oldest ones of the caller with the most bytes are cut off. An answer
 * that the server still produces isn't counted, however many there are at once: it waits for no client. One answer
 * alone is always sent, whatever its size.
 */
export function boundUnread(callerOf: (request: Request) => string, max = maxUnread): RequestHandler {
  const answers = new Set<Unread>();
  let total = 0;
  let checksAgain = false;

  function forget(answer: Unread): void {
    if (answers.delete(answer)) total -= answer.bytes;
  }

  function cutOff(): void {
    const waiting = [...answers].filter(({ response }) => response.writableLength > 0);
    let excess = sum(waiting) - max;
    if (excess <= 0) return;
    const callers = [...Map.groupBy(waiting, ({ response }) => callerOf(response.req)).values()];
    for (let left = waiting.length; excess > 0 && left > 1; left--) {
      const oldest = callers.reduce((one, other) => (sum(other) > sum(one) ? other : one)).shift() as Unread;
      excess -= oldest.bytes;
      forget(oldest);
      oldest.response.destroy();
    }
  }

  /** Again after a second, since an answer begins to wait some time after its headers. */
  function check(): void {
    if (total <= max) return;
    cutOff();
    if (checksAgain) return;
    checksAgain = true;
    setTimeout(() => {
      checksAgain = false;
      check();
    }, 1_000).unref();
  }

  return function countUnread(request, response, next) {
    onHeaders(response, () => {
      const coded = request.headers['accept-encoding'] && request.acceptsEncodings('br', 'gzip', 'deflate');
      const bytes = bytesEach + (coded ? encoderBytes : 0) + bodyInMemory(response);
      const answer = { response, bytes };
      answers.add(answer);
      total += bytes;
      response.once('close', () => forget(answer));
      check();
    });
    next();
  };
}

const sum = (answers: readonly Unread[]) => answers.reduce((bytes, answer) => bytes + answer.bytes, 0);

/** Called before the answer is compressed, so the length is that of the whole body. */
function bodyInMemory(response: Response): number {
  const length = Number(response.getHeader('Content-Length') ?? 0);
  return response.hasHeader('Accept-Ranges') && length > streamedFrom ? 0 : length;
}

import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type Exchange, openConnections as openShared } from 'agentsite/http';
import { type Answer, limits, noAnswer } from './answer.ts';

export interface ConnectionRules {
  /** May addresses of private networks be asked? */
  readonly isPrivateAllowed: boolean;
  /** Milliseconds within which an answer must have come whole. */
  readonly answerMilliseconds: number;
}

export interface Connections {
  exchange(request: Exchange): Promise<Answer>;
  close(): void;
}

/**
 * Connections of the doctor. A certificate that a browser would refuse is noted and the answer is read all the same:
 * nothing secret is sent.
 */
export function openConnections({ isPrivateAllowed, answerMilliseconds }: ConnectionRules): Connections {
  const rules = { isPrivateAllowed, isAnyCertificateAllowed: true, atATime: limits.atATime };
  const shared = openShared(rules);
  const bounds = { milliseconds: answerMilliseconds, bytes: limits.bodyBytes };
  return {
    exchange: async (asked) => {
      const { url, method } = asked;
      const { answer, failure, certificate } = await shared.exchange(asked, bounds);
      if (failure?.kind === 'private') {
        const message = `not asked: ${failure.message}; --private allows it`;
        return noAnswer(url, method, { kind: 'skipped', message }, [], certificate);
      }
      if (failure) return noAnswer(url, method, { ...failure, kind: failure.kind }, [], certificate);
      const { body, ...read } = answer;
      return {
        ...{ url, method, finalUrl: url, ...read, hops: [], certificate, failure: null },
        text: decodeText(body, read.headers['content-type'] ?? ''),
        bytes: body.length,
        sha256: createHash('sha256').update(body).digest('hex'),
        isUtf8: read.isCut || isUtf8(body),
      };
    },
    close: () => shared.close(),
  };
}

/** An unknown charset is read as UTF-8; what cannot be decoded becomes U+FFFD. */
function decodeText(body: Buffer, contentType: string): string {
  const label = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label, { ignoreBOM: true }).decode(body);
  } catch {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  }
}

import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { TLSSocket } from 'node:tls';
import { guardedLookup, isPrivateAddress, literalAddress, PrivateAddress } from './address-guard.ts';
import { type Answer, type Certificate, type Failure, limits, noAnswer } from './answer.ts';
import { readBody, UndecodableBody } from './decode-body.ts';

export interface Exchange {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Connections {
  exchange(request: Exchange): Promise<Answer>;
  close(): void;
}

/**
 * Connections to sites: each exchange is one request and one answer, redirects not followed. A certificate that a
 * browser would refuse is noted and the answer is read all the same: nothing secret is sent.
 * @param privateAllowed may addresses of private networks be asked?
 */
export function openConnections(privateAllowed: boolean): Connections {
  const options = { keepAlive: true, maxSockets: limits.atATime, timeout: limits.milliseconds };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
  return {
    exchange: async (asked) => {
      const url = new URL(asked.url);
      const literal = literalAddress(url.hostname);
      if (!privateAllowed && literal !== null && isPrivateAddress(literal))
        return noAnswer(asked.url, asked.method, privateFailure(`${literal} is a private address`));
      return exchange(asked, url, agents[url.protocol as 'http:'], privateAllowed);
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

const privateFailure = (fact: string): Failure => ({
  kind: 'skipped',
  message: `not asked: ${fact}; --private allows it`,
});

async function exchange(
  { url: asked, method, headers, body }: Exchange,
  url: URL,
  agent: HttpAgent,
  privateAllowed: boolean,
): Promise<Answer> {
  let certificate: Certificate | null = null;
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const signal = AbortSignal.timeout(limits.milliseconds);
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = send(url, {
        method,
        agent,
        signal,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
        },
        ...(privateAllowed ? {} : { lookup: guardedLookup }),
        ...(url.protocol === 'https:' ? { rejectUnauthorized: false } : {}),
      });
      request.on('error', reject);
      request.on('response', resolve);
      request.end(body);
    });
    if (response.socket instanceof TLSSocket) certificate = describeCertificate(response.socket);
    const read = await readBody(response);
    // A body without a length ends where the connection does, also when it was the time that ended it.
    signal.throwIfAborted();
    return {
      url: asked,
      method,
      finalUrl: asked,
      status: response.statusCode ?? 0,
      headers: joinHeaders(response),
      cookies: response.headers['set-cookie'] ?? [],
      ...read,
      hops: [],
      certificate,
      failure: null,
    };
  } catch (error) {
    return noAnswer(asked, method, describeFailure(error, signal.aborted), [], certificate);
  }
}

function joinHeaders({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
  );
}

function describeCertificate(socket: TLSSocket): Certificate {
  const { valid_to: validTo = '' } = socket.getPeerCertificate();
  return { validTo, fault: socket.authorized ? null : String(socket.authorizationError) };
}

function describeFailure(error: unknown, isLate: boolean): Failure {
  if (error instanceof PrivateAddress) return privateFailure(error.message);
  if (error instanceof UndecodableBody) return { kind: 'decoding', message: error.message };
  if (isLate)
    return { kind: 'timeout', message: `no whole answer within ${limits.milliseconds / 1000} seconds` };
  const { code, message } = error as NodeJS.ErrnoException;
  return { kind: 'network', message: code ? `no answer (${code})` : `no answer (${message})` };
}

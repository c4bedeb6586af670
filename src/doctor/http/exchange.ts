import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
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
 * Connections to sites: each exchange is one request and one answer, redirects not followed. A certificate that a
 * browser would refuse is noted and the answer is read all the same: nothing secret is sent.
 */
export function openConnections(rules: ConnectionRules): Connections {
  const options = { keepAlive: true, maxSockets: limits.atATime, timeout: rules.answerMilliseconds };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
  return {
    exchange: async (asked) => {
      const url = new URL(asked.url);
      const literal = literalAddress(url.hostname);
      if (!rules.isPrivateAllowed && literal !== null && isPrivateAddress(literal))
        return noAnswer(asked.url, asked.method, privateFailure(`${literal} is a private address`));
      return exchange(asked, url, agents[url.protocol as 'http:'], rules);
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
  asked: Exchange,
  url: URL,
  agent: HttpAgent,
  rules: ConnectionRules,
): Promise<Answer> {
  const { method } = asked;
  let certificate: Certificate | null = null;
  const signal = AbortSignal.timeout(rules.answerMilliseconds);
  try {
    const response = await send(asked, url, { agent, signal, ...protect(url, rules) });
    if (response.socket instanceof TLSSocket) certificate = describeCertificate(response.socket);
    const read = await readBody(response);
    // A body without a length ends where the connection does, also when it was the time that ended it.
    signal.throwIfAborted();
    return {
      url: asked.url,
      method,
      finalUrl: asked.url,
      status: response.statusCode ?? 0,
      headers: joinHeaders(response),
      cookies: response.headers['set-cookie'] ?? [],
      ...read,
      hops: [],
      certificate,
      failure: null,
    };
  } catch (error) {
    const lateAfter = signal.aborted ? rules.answerMilliseconds : null;
    return noAnswer(asked.url, method, describeFailure(error, lateAfter), [], certificate);
  }
}

const protect = (url: URL, { isPrivateAllowed }: ConnectionRules): RequestOptions => ({
  ...(isPrivateAllowed ? {} : { lookup: guardedLookup }),
  ...(url.protocol === 'https:' ? { rejectUnauthorized: false } : {}),
});

/** Connections that brought an answer. */
const used = new WeakSet<Socket>();

/** Sends a request once more when the site closed the kept connection in the moment in which it was used again. */
function send(asked: Exchange, url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const { method, headers, body } = asked;
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = open(url, { ...options, method, headers: { ...headers, ...length } });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isReused = request.socket !== null && used.has(request.socket);
      const isClosed = isReused && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');
      if (isClosed) resolve(send(asked, url, options));
      else reject(error);
    });
    request.on('response', (response) => {
      used.add(response.socket);
      resolve(response);
    });
    request.end(body);
  });
}

function joinHeaders({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
  );
}

function describeCertificate(socket: TLSSocket): Certificate {
  const { valid_to: validTo = '' } = socket.getPeerCertificate();
  return { validTo, problem: socket.authorized ? null : String(socket.authorizationError) };
}

function describeFailure(error: unknown, lateAfter: number | null): Failure {
  if (error instanceof PrivateAddress) return privateFailure(error.message);
  if (error instanceof UndecodableBody) return { kind: 'decoding', message: error.message };
  if (lateAfter !== null) return { kind: 'timeout', message: `no whole answer within ${lateAfter / 1000} s` };
  const { code, message } = error as NodeJS.ErrnoException;
  return { kind: 'network', message: code ? `no answer (${code})` : `no answer (${message})` };
}

import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { guardedLookup, isPrivateAddress, literalAddress, PrivateAddress } from './address-guard.ts';
import { type Body, readBody, UndecodableBody } from './read-body.ts';

export interface Exchange {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ConnectionRules {
  /** May addresses of private networks be asked? */
  readonly isPrivateAllowed: boolean;
  /** Is the answer read where a browser would refuse the certificate? */
  readonly isAnyCertificateAllowed: boolean;
  readonly atATime: number;
}

/** Bounds of one exchange. */
export interface Bounds {
  /** Within which the answer must have come whole. */
  readonly milliseconds: number;
  /** Of the body without its content coding. With 0 the answer is whole with its headers. */
  readonly bytes: number;
}

export interface Exchanged extends Body {
  readonly status: number;
  /** Names in small letters; several fields of one name are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

export interface Certificate {
  /** As the certificate says; empty when it says nothing that can be read. */
  readonly validTo: string;
  /** Why a browser refuses it; null when it is fine. */
  readonly problem: string | null;
}

/** `private`: the address is one of a private network. */
export interface NoAnswer {
  readonly kind: 'private' | 'network' | 'timeout' | 'decoding';
  readonly message: string;
}

export type Outcome = { readonly certificate: Certificate | null } & (
  | { readonly answer: Exchanged; readonly failure: null }
  | { readonly answer: null; readonly failure: NoAnswer }
);

export interface Connections {
  exchange(request: Exchange, bounds: Bounds): Promise<Outcome>;
  close(): void;
}

/** Connections to sites: each exchange is one request and one answer, redirects not followed. */
export function openConnections(rules: ConnectionRules): Connections {
  const options = { keepAlive: true, maxSockets: rules.atATime };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
  return {
    exchange: async (asked, bounds) => {
      const url = new URL(asked.url);
      const agent = Object.hasOwn(agents, url.protocol) ? agents[url.protocol as 'http:'] : null;
      if (!agent) return failed({ kind: 'network', message: `${url.protocol} is not http: or https:` });
      const literal = literalAddress(url.hostname);
      if (!rules.isPrivateAllowed && literal !== null && isPrivateAddress(literal))
        return failed({ kind: 'private', message: `${literal} is a private address` });
      return exchange(asked, url, agent, rules, bounds);
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

const failed = (failure: NoAnswer, certificate: Certificate | null = null): Outcome => ({
  answer: null,
  failure,
  certificate,
});

async function exchange(
  asked: Exchange,
  url: URL,
  agent: HttpAgent,
  rules: ConnectionRules,
  { milliseconds, bytes }: Bounds,
): Promise<Outcome> {
  let certificate: Certificate | null = null;
  const signal = AbortSignal.timeout(milliseconds);
  try {
    const response = await send(asked, url, { agent, signal, ...protect(url, rules) });
    if (response.socket instanceof TLSSocket) certificate = describeCertificate(response.socket);
    const read = bytes === 0 ? discard(response) : await readBody(response, bytes);
    // A body without a length ends where the connection does, also when it was the time that ended it.
    signal.throwIfAborted();
    const cookies = response.headers['set-cookie'] ?? [];
    const answer = { status: response.statusCode ?? 0, headers: joinHeaders(response), cookies, ...read };
    return { answer, failure: null, certificate };
  } catch (error) {
    return failed(describeFailure(error, signal.aborted ? milliseconds : null), certificate);
  }
}

/** The connection ends with it, however much the site would go on to send. */
function discard(response: IncomingMessage): Body {
  response.on('error', () => undefined).destroy();
  return { body: Buffer.alloc(0), wireBytes: 0, isCut: true };
}

const protect = (url: URL, rules: ConnectionRules): RequestOptions => ({
  ...(rules.isPrivateAllowed ? {} : { lookup: guardedLookup }),
  ...(url.protocol === 'https:' ? { rejectUnauthorized: !rules.isAnyCertificateAllowed } : {}),
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

function describeFailure(error: unknown, lateAfter: number | null): NoAnswer {
  if (error instanceof PrivateAddress) return { kind: 'private', message: error.message };
  if (error instanceof UndecodableBody) return { kind: 'decoding', message: error.message };
  if (lateAfter !== null) return { kind: 'timeout', message: `no whole answer within ${lateAfter / 1000} s` };
  const { code, message } = error as NodeJS.ErrnoException;
  return { kind: 'network', message: code ? `no answer (${code})` : `no answer (${message})` };
}

import { once } from 'node:events';
import { chmodSync, lstatSync, unlinkSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type ErrorObject, httpErrors } from '../../src/core/model/errors.ts';
import { checkRequest, errorOfParser, type ParserError, rawAnswer } from './protocol.ts';
import { isTooLarge } from './read-body.ts';
import { escapeTarget } from './request-target.ts';
import { sendError } from './send-error.ts';

/** Milliseconds, bytes and counts; only tests change them. */
const defaultLimits = {
  /** From the first byte to the end of the headers. */
  headersTimeout: 5_000,
  /** To the end of the body. */
  requestTimeout: 15_000,
  /** Idle between two requests; longer than nginx keeps its side open (60 s), so that nginx closes first. */
  keepAliveTimeout: 65_000,
  /** Without a byte read or sent: for clients that stop to read. Longer than a query may wait for its turn. */
  timeout: 120_000,
  /** How often the timeouts above are checked; fixed when the server is created. */
  connectionsCheckingInterval: 1_000,
  /** Of all headers together: 16 KB of a client, and what proxies add. */
  maxHeaderSize: 18_432,
  maxHeadersCount: 120,
  maxConnections: 4_096,
};

export interface HttpServer {
  readonly server: Server;
  /**
   * Starts to listen on a port, or on the unix socket whose absolute path `host` is.
   * @param inherited descriptor of a socket that systemd listens on already: then `host` is only its name
   * @returns the base URL, or the path of the socket.
   */
  readonly listen: (port: number, host: string, inherited?: number) => Promise<string>;
  /** Closes the server once requests in flight are finished, at most after `grace` milliseconds. */
  readonly stop: (grace: number) => Promise<void>;
}

/** The HTTP server with its limits, which have no effect when they are set later. */
export function createHttpServer(
  listener: RequestListener,
  changes: Partial<typeof defaultLimits> = {},
): HttpServer {
  const { maxHeadersCount, maxConnections, timeout, ...limits } = { ...defaultLimits, ...changes };
  const open = new Set<ServerResponse>();
  /** Sockets whose parser has failed and those that their request is answered through, once. */
  const escaping = new WeakSet<Duplex>();
  let stopping = false;
  const server = createServer(
    {
      ...limits,
      // Checked with the rest of the request, so that its refusal looks like every other.
      requireHostHeader: false,
      insecureHTTPParser: false,
    },
    (request, response) => answer(request, response, checkRequest(request)),
  );
  const answer = (request: IncomingMessage, response: ServerResponse, refusal: ErrorObject | null) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    if (stopping || refusal || escaping.has(request.socket)) response.setHeader('Connection', 'close');
    if (refusal) sendError(request, response, refusal);
    else listener(request, response);
  };
  server.on('checkContinue', (request, response) => {
    const refusal = checkRequest(request);
    // A body that will be refused is not asked for.
    if (!refusal && !isTooLarge(request)) response.writeContinue();
    answer(request, response, refusal);
  });
  server.on('checkExpectation', (request, response) =>
    answer(request, response, httpErrors.expectationFailed()),
  );
  server.on('connect', (_request, socket) => end(socket, httpErrors.methodNotAllowed()));
  server.on('clientError', (error: ParserError, socket: Socket) => {
    const begun = [...open].some((response) => response.socket === socket && response.headersSent);
    if (escaping.has(socket)) return;
    if (begun || !socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const escaped = error.code === 'HPE_INVALID_URL' && error.rawPacket && escapeTarget(error.rawPacket);
    if (escaped) answerEscaped(escaped, socket);
    else end(socket, errorOfParser(error));
  });
  function answerEscaped(packet: Buffer, socket: Socket): void {
    const [near, far] = duplexPair();
    escaping.add(socket).add(far);
    const { remoteAddress } = socket;
    server.emit('connection', Object.defineProperties(far, { remoteAddress: { value: remoteAddress } }));
    socket.once('close', () => near.destroy());
    near.on('error', () => socket.destroy()).pipe(socket);
    near.write(packet);
  }
  Object.assign(server, { maxHeadersCount, maxConnections, timeout });
  const overIpv6 = createSocketServer((socket) => server.emit('connection', socket));
  overIpv6.maxConnections = maxConnections;
  // A machine without IPv6, or another program at this port.
  overIpv6.on('error', () => {});

  return {
    server,
    listen: async (port, host, inherited) => {
      if (inherited !== undefined) {
        server.listen({ fd: inherited });
        await once(server, 'listening');
        return host;
      }
      const socket = host.startsWith('/');
      if (socket) removeStaleSocket(host);
      server.listen(socket ? { path: host } : { port, host });
      await once(server, 'listening');
      // What resolves `localhost` to ::1 reaches the server too.
      if (host === '127.0.0.1')
        overIpv6.listen({ port: (server.address() as AddressInfo).port, host: '::1' });
      if (socket) {
        // nginx runs as another user; the folder of the socket decides who gets this far.
        chmodSync(host, 0o666);
        return host;
      }
      const { port: actual } = server.address() as AddressInfo;
      return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
    },
    stop: async (grace) => {
      stopping = true;
      for (const response of open) if (!response.headersSent) response.setHeader('Connection', 'close');
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      overIpv6.close();
      server.closeIdleConnections();
      await Promise.race([closed, delay(grace, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers on a connection that has no response object, and closes it. */
function end(socket: Duplex, error: ErrorObject): void {
  socket.end(rawAnswer(error), () => socket.destroy());
}

/** A socket that a killed process left behind would keep this one from listening. */
function removeStaleSocket(path: string): void {
  try {
    if (lstatSync(path).isSocket()) unlinkSync(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

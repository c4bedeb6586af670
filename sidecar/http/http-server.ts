import { once } from 'node:events';
import { chmodSync, lstatSync, unlinkSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds and counts; each may be changed by tests alone. */
export interface HttpLimits {
  /** From the first byte to the end of the headers. */
  readonly headersTimeout: number;
  /** To the end of the body. */
  readonly requestTimeout: number;
  /** Idle between two requests; longer than nginx keeps its side open (60 s), so that nginx closes first. */
  readonly keepAliveTimeout: number;
  /** How often the timeouts above are looked at; Node fixes it when the server is made. */
  readonly connectionsCheckingInterval: number;
  /** Bytes of all headers together. */
  readonly maxHeaderSize: number;
  readonly maxHeadersCount: number;
  readonly maxConnections: number;
}

const defaultLimits: HttpLimits = {
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8_192,
  maxHeadersCount: 60,
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
  /**
   * Stops: no new connections, answers end their connections, requests in flight are finished for up to `grace`
   * milliseconds, then everything is closed.
   */
  readonly stop: (grace: number) => Promise<void>;
}

/** The HTTP server with its guards, which have to be given at its creation: set later they have no effect. */
export function createHttpServer(listener: RequestListener, changes: Partial<HttpLimits> = {}): HttpServer {
  const limits = { ...defaultLimits, ...changes };
  const open = new Set<ServerResponse>();
  let stopping = false;
  const server = createServer(
    {
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      connectionsCheckingInterval: limits.connectionsCheckingInterval,
      maxHeaderSize: limits.maxHeaderSize,
      requireHostHeader: true,
      insecureHTTPParser: false,
    },
    (request, response) => {
      open.add(response);
      response.once('close', () => open.delete(response));
      if (stopping) response.setHeader('Connection', 'close');
      listener(request, response);
    },
  );
  server.maxHeadersCount = limits.maxHeadersCount;
  server.maxConnections = limits.maxConnections;

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
      server.closeIdleConnections();
      await Promise.race([closed, delay(grace, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A socket that a killed process left behind would keep this one from listening. */
function removeStaleSocket(path: string): void {
  try {
    if (lstatSync(path).isSocket()) unlinkSync(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

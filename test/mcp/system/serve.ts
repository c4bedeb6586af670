import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { normalizeTarget } from '../../../sidecar/http/request-target.ts';
import { createMcp } from '../../../sidecar/mcp/create-mcp.ts';
import { createLimiter } from '../../../sidecar/mcp/limit.ts';
import { httpErrors } from '../../../src/core/model/errors.ts';
import { paths } from '../../../src/core/model/urls.ts';
import { createFixtureIndex, fixtureSite } from './fixture-site.ts';

/** A server on a free port of loopback. */
export interface Running {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
  /** What the application's last handler was given. */
  readonly problems: unknown[];
  readonly stop: () => Promise<void>;
}

/** The fixture site's MCP endpoint behind Express, as the application mounts it. */
export async function serveFixtureSite({ perMinute = 1_000_000 } = {}): Promise<Running> {
  return serve(
    await createMcp({
      site: fixtureSite,
      index: createFixtureIndex(),
      limiter: createLimiter({ perMinute }),
      behindSocket: false,
    }),
  );
}

export async function serve(handler: RequestHandler): Promise<Running> {
  const problems: unknown[] = [];
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', ['loopback']);
  app.use((request, _response, next) => {
    request.url = normalizeTarget(request.url);
    next();
  });
  app.use(handler);
  const handleError: ErrorRequestHandler = (problem, _request, response, _next) => {
    problems.push(problem);
    response.status(500).json(httpErrors.internal());
  };
  app.use(handleError);
  const server: Server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl,
    mcpUrl: baseUrl + paths.mcp,
    problems,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

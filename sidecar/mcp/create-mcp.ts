import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { localhostAllowedHostnames } from '@modelcontextprotocol/server';
import { type RequestHandler, Router } from 'express';
import { mcpCardBesideEndpoint, mcpCardType, renderMcpCard } from '../../src/core/mcp/card.ts';
import type { Site } from '../../src/core/model/site.ts';
import { createContentReader } from './content.ts';
import { createEndpoint } from './endpoint.ts';
import { createEngine } from './engine.ts';
import { createLimiter, type Limiter, type ScriptRunner } from './limit.ts';
import { createSiteFeatures } from './site-features.ts';

export interface McpParts {
  readonly site: Site;
  /** `content.sqlite`, open. */
  readonly index: Pick<DatabaseSync, 'prepare'>;
  /** Messages a caller, a minute. */
  readonly perMinute: number;
  /** Whether requests come over a unix socket, from the proxy that may open it. */
  readonly behindSocket: boolean;
  /** Where the counts live when several processes share them. */
  readonly redis?: ScriptRunner | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told when Redis does not count; each process counts for itself meanwhile. */
  readonly onStoreFault?: (fault: unknown) => void;
  /** Counts that outlive this endpoint, and are closed by whoever made them. */
  readonly limiter?: Limiter;
}

export interface Mcp {
  readonly handler: RequestHandler;
  readonly close: () => void;
}

/** The MCP endpoint of the site, ready to be mounted. It answers for the site's host name and for loopback. */
export async function createMcp(parts: McpParts): Promise<Mcp> {
  const { site, index, behindSocket } = parts;
  const limiter = parts.limiter ?? createLimiter(parts);
  const engine = await createEngine(createSiteFeatures(site, createContentReader(index)));
  const hostnames = [new URL(site.url).hostname, ...localhostAllowedHostnames()];
  const router = Router();
  router.use(createEndpoint({ engine, limiter, hostnames, behindSocket }));
  router.get(mcpCardBesideEndpoint, sendCard(renderMcpCard(site)));
  return { handler: router, close: () => parts.limiter ?? limiter.close() };
}

/** The card beside the endpoint, where SEP-2127 looks for it; the static files hold the same text. */
function sendCard(card: string): RequestHandler {
  const tag = `"${createHash('sha256').update(card).digest('base64url').slice(0, 27)}"`;
  return (request, response) => {
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600', ETag: tag });
    if (request.fresh) response.status(304).end();
    else response.set('Content-Type', mcpCardType).end(card);
  };
}

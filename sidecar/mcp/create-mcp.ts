import type { DatabaseSync } from 'node:sqlite';
import { localhostAllowedHostnames } from '@modelcontextprotocol/server';
import type { RequestHandler } from 'express';
import type { Site } from '../../src/core/site.ts';
import { createContentReader } from './content.ts';
import { createEndpoint } from './endpoint.ts';
import { createEngine } from './engine.ts';
import { createLimiter, type ScriptRunner } from './limit.ts';
import { createSiteOffer } from './site-offer.ts';

export interface McpParts {
  readonly site: Site;
  /** `content.sqlite`, open. */
  readonly index: Pick<DatabaseSync, 'prepare'>;
  /** Messages an address, a minute. */
  readonly perMinute: number;
  /** Where the counts live when several processes share them. */
  readonly redis?: ScriptRunner | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told when Redis does not count; each process counts for itself meanwhile. */
  readonly onStoreFault?: (fault: unknown) => void;
}

export interface Mcp {
  readonly handler: RequestHandler;
  readonly close: () => void;
}

/** The MCP endpoint of the site, ready to be mounted. It answers for the site's host name and for loopback. */
export async function createMcp({
  site,
  index,
  perMinute,
  redis,
  now,
  onStoreFault,
}: McpParts): Promise<Mcp> {
  const limiter = createLimiter({ perMinute, redis, now, ...(onStoreFault ? { onStoreFault } : {}) });
  const engine = await createEngine(createSiteOffer(site, createContentReader(index)));
  const hostnames = [new URL(site.url).hostname, ...localhostAllowedHostnames()];
  return { handler: createEndpoint({ engine, limiter, hostnames }), close: limiter.close };
}

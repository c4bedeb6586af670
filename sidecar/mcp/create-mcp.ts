import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { localhostAllowedHostnames } from '@modelcontextprotocol/server';
import { type RequestHandler, Router } from 'express';
import { renderMcpCard } from '../../src/core/mcp/card.ts';
import type { Site } from '../../src/core/model/site.ts';
import { surfaceAt } from '../../src/core/model/surfaces.ts';
import { apiBase, paths } from '../../src/core/model/urls.ts';
import type { Ask } from '../http/ask.ts';
import { isAnswered } from '../http/preconditions.ts';
import type { PassageQuestion, PassageResult } from '../ranked-search/passages.ts';
import type { SearchQuestion, SearchResult } from '../ranked-search/ranked-search.ts';
import { createEndpoint } from './endpoint.ts';
import { createEngine } from './engine.ts';
import { createContentReader } from './features/content.ts';
import { createQueued } from './features/queued-search.ts';
import { createSiteFeatures } from './features/site-features.ts';
import { loadSkills } from './features/site-skills.ts';
import type { Limiter } from './limit.ts';
import type { ServerFeatures } from './server-features.ts';

export interface McpParts {
  readonly site: Site;
  /** `content.sqlite`, open. */
  readonly index: Pick<DatabaseSync, 'prepare'>;
  /** Where searches wait for their turn; default: they run at once, in this thread. */
  readonly askSearch?: Ask<SearchQuestion, SearchResult>;
  readonly askPassages?: Ask<PassageQuestion, PassageResult>;
  /** A published text by its path, for the pages that no document has: those of home. */
  readonly readText?: (path: string) => string | undefined;
  /** Counts that outlive this endpoint. */
  readonly limiter: Limiter;
  /** Whether requests come over a unix socket, from the proxy that may open it. */
  readonly behindSocket: boolean;
  /** Hosts that it answers for as well. */
  readonly furtherHosts?: readonly string[];
  /** Adds tools, resources and prompts. */
  readonly addFeatures?: (features: ServerFeatures) => ServerFeatures;
}

/** What containers call the machine that they run on; their resolver alone knows these names. */
const containerHosts = ['host.docker.internal', 'host.containers.internal'];

/** The MCP endpoint of the site, ready to be mounted. It answers for the site's host name and for loopback. */
export async function createMcp(parts: McpParts): Promise<RequestHandler> {
  const { site, index, limiter, behindSocket, furtherHosts = [], addFeatures = (own) => own } = parts;
  const search = parts.askSearch && createQueued(parts.askSearch);
  const passages = parts.askPassages && createQueued(parts.askPassages);
  const content = createContentReader(index, site, search, parts.readText, passages);
  const engine = await createEngine(addFeatures(createSiteFeatures(site, content, await loadSkills(index))));
  const own = [site.url, apiBase(site)].map((url) => new URL(url).hostname);
  const hostnames = [...own, ...localhostAllowedHostnames(), ...containerHosts, ...furtherHosts];
  const router = Router({ caseSensitive: true, strict: true });
  router.use(createEndpoint({ engine, limiter, hostnames, behindSocket }));
  router.get(paths.mcpEndpointCard, sendCard(renderMcpCard(site)));
  return router;
}

/** The card next to the endpoint (SEP-2127), with the bytes of the published file. */
function sendCard(card: string): RequestHandler {
  const tag = `"${createHash('sha256').update(card).digest('base64url').slice(0, 27)}"`;
  const { type } = surfaceAt(paths.mcpEndpointCard) ?? {};
  return (request, response) => {
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' });
    if (!isAnswered(request, response, tag)) response.set('Content-Type', type).end(card);
  };
}

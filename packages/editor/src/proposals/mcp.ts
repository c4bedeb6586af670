import { AsyncLocalStorage } from 'node:async_hooks';
import { createOwnMcp } from 'agentsite/server';
import { type RequestHandler, Router } from 'express';
import type { Bearer, Granted } from '../grants/bearer.ts';
import type { LogAct } from './agent-log.ts';
import { createTools, instructions, type ToolParts } from './tools.ts';

export interface ProposalMcpParts extends Omit<ToolParts, 'grant'> {
  readonly origin: string;
  readonly behindSocket: boolean;
  readonly bearer: Bearer;
}

/** Bytes of a message: an image of 20 MB in Base64. */
const maxBytes = 29 * 1024 * 1024;
const perMinute = 600;

/** `/mcp` of the editor's host: tools that read and propose, for software that an owner let in. */
export async function createProposalMcp(parts: ProposalMcpParts): Promise<RequestHandler> {
  const { origin, behindSocket, bearer, log } = parts;
  const grants = new AsyncLocalStorage<Granted>();
  const grant = () => {
    const granted = grants.getStore();
    if (!granted) throw new Error('A tool was called outside of a request.');
    return granted;
  };
  const tools = createTools({ ...parts, grant });
  const known = new Set(tools.map(({ description }) => description.name));
  const info = { name: 'agentsite-editor', title: `${parts.site.title}: proposals`, version: '1.0.0' };
  const endpoint = await createOwnMcp({
    features: { info, instructions, tools },
    path: '/mcp',
    hostnames: [new URL(origin).hostname],
    ...{ behindSocket, perMinute, maxBytes },
    onMessage: (message) => noteUnknown(message, known, grant(), log),
  });
  const router = Router({ caseSensitive: true, strict: true });
  // What software tries elsewhere with its token is noted too.
  router.use((request, response, next) => {
    const isElsewhere = request.path !== '/mcp' && /^bearer /i.test(request.get('Authorization') ?? '');
    if (isElsewhere)
      response.once('finish', () => {
        const outcome = response.statusCode < 300 ? 'done' : 'refused';
        log(null, { act: request.method, outcome, subject: request.path, reason: `${response.statusCode}` });
      });
    next();
  });
  router.all('/mcp', async (request, response, next) => {
    const foreign = request.get('Origin');
    if (foreign !== undefined && foreign !== origin) {
      log(null, { act: 'request', outcome: 'refused', reason: `from a page of ${foreign}` });
      return void response
        .status(403)
        .json({ error: 'forbidden', error_description: 'Not for pages of other sites.' });
    }
    const found = await bearer.authenticate(request, '/mcp');
    if (found.kind === 'granted') return void grants.run(found, () => endpoint(request, response, next));
    log(null, { act: 'request', outcome: 'refused', reason: found.error });
    const { status, challenge, error, description } = found;
    response
      .status(status)
      .set('WWW-Authenticate', challenge)
      .json({ error, error_description: description });
  });
  return router;
}

/** Notes what was asked for and isn't here: tools that publish or delete, and methods. */
function noteUnknown(message: unknown, known: ReadonlySet<string>, granted: Granted, log: LogAct): void {
  for (const one of Array.isArray(message) ? message.slice(0, 20) : [message]) {
    const { method, params } = (one ?? {}) as { method?: unknown; params?: { name?: unknown } };
    if (method !== 'tools/call' || known.has(String(params?.name))) continue;
    log(granted, { act: String(params?.name), outcome: 'unknown' });
  }
}

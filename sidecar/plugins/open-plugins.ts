import { createHmac } from 'node:crypto';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { httpErrors } from '../../src/core/model/errors.ts';
import { type PluginRow, pluginRoot } from '../../src/core/model/settings/plugins.ts';
import type { Site } from '../../src/core/model/site.ts';
import { absoluteUrl } from '../../src/core/model/urls.ts';
import type {
  MailResult,
  PluginMail,
  PluginRoute,
  PluginStore,
  SidecarContext,
  SidecarParts,
  SidecarPlugin,
} from '../../src/plugins/sidecar-plugin.ts';
import { StoreUnavailable } from '../contact/ports.ts';
import { callerGroup } from '../http/client-address.ts';
import { decodeBody, readBytes } from '../http/read-body.ts';
import { sendError } from '../http/send-error.ts';
import type { Limiter } from '../mcp/limit.ts';
import type { ServerFeatures } from '../mcp/server-features.ts';
import { bounded } from './bounded.ts';
import { checkParts } from './check-parts.ts';
import { startJobs } from './jobs.ts';
import { addPluginFeatures } from './mcp-parts.ts';

/** What plugins have from the sidecar. */
export interface PluginHost {
  readonly openStore: (plugin: string) => PluginStore;
  readonly createLimiter: (name: string, perMinute: number) => Limiter;
  readonly mail: (plugin: string, mail: PluginMail) => Promise<MailResult>;
  readonly secret: Buffer;
  readonly logger: Logger;
  readonly now: () => number;
  readonly setting: SidecarContext['setting'];
  readonly behindSocket: boolean;
  /** An error as fields of the log; without its message, which may quote a visitor, but in development. */
  readonly describe: (error: unknown) => object;
}

/** The same for one build. */
interface ReleaseHost extends PluginHost {
  readonly read: (path: string) => string | null;
  /** What the plugin made of everything that the build publishes. */
  readonly dataOf: (row: PluginRow) => string;
}

export interface OpenPlugins {
  readonly handler: RequestHandler;
  /** Adds their tools, resources and prompts to MCP. */
  readonly addFeatures: (features: ServerFeatures) => ServerFeatures;
  readonly close: () => void;
}

const retrySoon = 5;
/** Bytes of the largest body, and of that which a route may ask for; nginx lets no larger one through. */
const usualBody = 64 * 1024;
const largestBody = 1024 * 1024;

/** @param load imports the module of a plugin */
export async function openPlugins(
  site: Site,
  host: ReleaseHost,
  load: (row: PluginRow) => Promise<unknown>,
): Promise<OpenPlugins> {
  const rows = (site.plugins ?? []).filter(({ sidecar }) => sidecar !== null);
  const router = Router({ caseSensitive: true, strict: true });
  const closing = new AbortController();
  const opened = await Promise.all(
    rows.map(async (row) => {
      const log = host.logger.child({ plugin: row.name });
      try {
        const parts = await bounded(() => openOne(row, site, host, log, load, closing.signal));
        addRoutes(router, row, parts.routes ?? [], host, log);
        if (parts.page) router.use(answerPages(row, parts.page, host, log));
        const store = host.openStore(row.name);
        const end = startJobs(parts.jobs ?? [], store, (error, job) =>
          log.error({ job, ...host.describe(error) }, 'a job of a plugin failed'),
        );
        const fail = (error: unknown, name: string) =>
          log.error({ name, ...host.describe(error) }, 'a part of MCP failed that a plugin has');
        return { row, parts: parts.mcp ?? {}, end, fail };
      } catch (error) {
        log.error(host.describe(error), `the plugin "${row.name}" can't be opened; its routes answer 503`);
        router.use(pluginRoot(row.name), (request, response) =>
          sendError(request, response, httpErrors.unavailable(retrySoon)),
        );
        return { row, parts: {}, end: () => undefined, fail: () => undefined };
      }
    }),
  );
  const close = () => {
    closing.abort();
    for (const { end } of opened) end();
  };
  const addFeatures = (features: ServerFeatures) => addPluginFeatures(features, opened);
  return { handler: router, addFeatures, close };
}

async function openOne(
  row: PluginRow,
  site: Site,
  host: ReleaseHost,
  log: Logger,
  load: (row: PluginRow) => Promise<unknown>,
  signal: AbortSignal,
): Promise<SidecarParts> {
  const { default: create } = (await load(row)) as { default?: SidecarPlugin };
  if (typeof create !== 'function') throw new Error(`${row.sidecar} has no function as its default export.`);
  return checkParts(await create(createContext(row, site, host, log, signal)), row.addresses);
}

/** What a plugin works with, in the sidecar and in its commands. */
export function createContext(
  row: PluginRow,
  site: Site,
  host: Omit<ReleaseHost, 'createLimiter'>,
  log: Logger,
  signal: AbortSignal,
): SidecarContext {
  const write = (level: 'info' | 'warn' | 'error') => (fields: object, message: string) =>
    log[level](fields, message);
  return {
    site,
    options: row.options,
    urlOf: (path) => absoluteUrl(site, pluginRoot(row.name)) + path,
    read: host.read,
    data: () => host.dataOf(row),
    store: host.openStore(row.name),
    mail: (mail) => host.mail(row.name, mail),
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    now: host.now,
    setting: host.setting,
    signal,
    sign: (text) =>
      createHmac('sha256', host.secret).update(`plugin ${row.name}\0${text}`).digest('base64url'),
  };
}

/** Routes below the path of the plugin, and at its addresses elsewhere. */
function addRoutes(
  router: Router,
  row: PluginRow,
  routes: readonly PluginRoute[],
  host: PluginHost,
  log: Logger,
): void {
  const methods = new Map<string, string[]>();
  for (const route of routes) {
    const { method, path, perMinute = method === 'GET' ? 600 : 20 } = route;
    const limiter = host.createLimiter(`${row.name} ${method} ${path}`, perMinute);
    const address = row.addresses.includes(path) ? path : pluginRoot(row.name) + path;
    const name = method.toLowerCase() as Lowercase<typeof method>;
    router[name](address, (request, response) => answer(route, limiter, host, log, request, response));
    const verbs = method === 'GET' ? ['GET', 'HEAD'] : [method];
    methods.set(address, [...(methods.get(address) ?? []), ...verbs]);
  }
  for (const [address, allowed] of methods)
    router.all(address, (request, response) => {
      response.set('Allow', allowed.join(', '));
      sendError(request, response, httpErrors.methodNotAllowed(allowed.join(', ')));
    });
}

/** Answers for pages that are asked for in a type of the plugin's own; whatever else is asked for is left to the site. */
function answerPages(
  row: PluginRow,
  page: NonNullable<SidecarParts['page']>,
  host: PluginHost,
  log: Logger,
): RequestHandler {
  const limiter = host.createLimiter(`${row.name} pages`, 600);
  return async (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !request.path.endsWith('/') || !prefers(request, row.pageTypes)) return next();
    const path = decodeURI(request.path);
    const isLeft = Symbol();
    const handle = async () => ((await page(path, request, response)) === false ? isLeft : undefined);
    response.vary('Accept');
    const route: PluginRoute = { method: 'GET', path, handle };
    if ((await answer(route, limiter, host, log, request, response, isLeft)) === isLeft) {
      response.removeHeader('Cache-Control');
      next();
    }
  };
}

/** Does a client prefer one of some types to those of pages? A `profile` of a type makes no difference. */
function prefers(request: Request, types: readonly string[]): boolean {
  const { accept = '' } = request.headers;
  if (!types.some((type) => accept.includes(type))) return false;
  request.headers.accept = accept.replace(/;\s*(?!q=)[\w-]+=(?:"[^"]*"|[^;,]*)/gi, '');
  const preferred = request.accepts('text/html', 'text/markdown', ...types);
  request.headers.accept = accept;
  return typeof preferred === 'string' && types.includes(preferred);
}

/** @param left what the handler returns to leave the request to others */
async function answer(
  { handle, body = 'text', maxBytes = usualBody }: PluginRoute,
  limiter: Limiter,
  host: PluginHost,
  log: Logger,
  request: Request,
  response: Response,
  left?: symbol,
): Promise<unknown> {
  response.set('Cache-Control', 'no-store');
  const caller = callerGroup(request, host.behindSocket);
  if (caller === null) return sendError(request, response, httpErrors.badRequest());
  const budget = await limiter.consume(caller, 1);
  if (budget.exceeded) return sendError(request, response, httpErrors.tooManyRequests(budget.resetSeconds));
  const read = await readBytes(request, response, Math.min(maxBytes, largestBody));
  if (!read.ok) return sendError(request, response, read.error);
  const decoded = body === 'text' ? decodeBody(read.bytes, 'text/plain') : null;
  if (decoded?.ok === false) return sendError(request, response, decoded.error);
  request.body = decoded ? decoded.text : read.bytes;
  try {
    const result = await bounded(() => handle(request, response));
    if (left !== undefined && result === left) return left;
    if (!response.headersSent) response.status(204).end();
    return;
  } catch (error) {
    log.error({ method: request.method, ...host.describe(error) }, 'a request to a plugin failed');
    if (response.headersSent) response.destroy();
    else if (error instanceof StoreUnavailable)
      sendError(request, response, httpErrors.unavailable(retrySoon));
    else sendError(request, response, httpErrors.internal());
    return;
  }
}

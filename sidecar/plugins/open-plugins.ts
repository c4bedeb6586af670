import { createHmac } from 'node:crypto';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { httpErrors } from '../../src/core/model/errors.ts';
import { type PluginRow, pluginRoot } from '../../src/core/model/settings/plugins.ts';
import type { Site } from '../../src/core/model/site.ts';
import { absoluteUrl } from '../../src/core/model/urls.ts';
import type {
  PluginMail,
  PluginRoute,
  PluginStore,
  SidecarParts,
  SidecarPlugin,
} from '../../src/plugins/sidecar-plugin.ts';
import { StoreUnavailable } from '../contact/ports.ts';
import { callerGroup } from '../http/client-address.ts';
import { readBody } from '../http/read-body.ts';
import { sendError } from '../http/send-error.ts';
import type { Limiter } from '../mcp/limit.ts';
import type { ServerFeatures } from '../mcp/server-features.ts';
import { describeError } from '../process/logger.ts';
import { startJobs } from './jobs.ts';
import { addPluginFeatures } from './mcp-parts.ts';

/** What plugins have from the sidecar. */
export interface PluginHost {
  readonly openStore: (plugin: string) => PluginStore;
  readonly createLimiter: (name: string, perMinute: number) => Limiter;
  readonly mail: (plugin: string, mail: PluginMail) => Promise<'sent' | 'refused' | 'unknown'>;
  readonly secret: Buffer;
  readonly logger: Logger;
  readonly now: () => number;
  readonly behindSocket: boolean;
}

/** The same for one build. */
interface ReleaseHost extends PluginHost {
  readonly read: (path: string) => string | null;
}

export interface OpenPlugins {
  readonly handler: RequestHandler;
  /** Adds their tools, resources and prompts to MCP. */
  readonly addFeatures: (features: ServerFeatures) => ServerFeatures;
  readonly close: () => void;
}

/** Milliseconds that a plugin may take to open, and to answer. */
const patience = 30_000;
const retrySoon = 5;

/** @param load imports the module of a plugin */
export async function openPlugins(
  site: Site,
  host: ReleaseHost,
  load: (row: PluginRow) => Promise<unknown>,
): Promise<OpenPlugins> {
  const rows = (site.plugins ?? []).filter(({ sidecar }) => sidecar !== null);
  const router = Router({ caseSensitive: true, strict: true });
  const opened = await Promise.all(
    rows.map(async (row) => {
      const log = host.logger.child({ plugin: row.name });
      try {
        const parts = await bounded(openOne(row, site, host, log, load));
        router.use(pluginRoot(row.name).slice(0, -1), createRoutes(row, parts.routes ?? [], host, log));
        const store = host.openStore(row.name);
        const end = startJobs(parts.jobs ?? [], store, (error, job) =>
          log.error({ job, ...describeError(error) }, 'a job of a plugin failed'),
        );
        const fail = (error: unknown, tool: string) =>
          log.error({ tool, ...describeError(error) }, 'a tool of a plugin failed');
        return { row, parts: parts.mcp ?? {}, end, fail };
      } catch (error) {
        log.error(describeError(error), `the plugin "${row.name}" can't be opened; its routes answer 503`);
        router.use(pluginRoot(row.name), (request, response) =>
          sendError(request, response, httpErrors.unavailable(retrySoon)),
        );
        return { row, parts: {}, end: () => undefined, fail: () => undefined };
      }
    }),
  );
  const close = () => {
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
): Promise<SidecarParts> {
  const { default: create } = (await load(row)) as { default?: SidecarPlugin };
  if (typeof create !== 'function') throw new Error(`${row.sidecar} has no function as its default export.`);
  const write = (level: 'info' | 'warn' | 'error') => (fields: object, message: string) =>
    log[level](fields, message);
  const parts: unknown = await create({
    site,
    options: row.options,
    urlOf: (path) => absoluteUrl(site, pluginRoot(row.name)) + path,
    read: host.read,
    store: host.openStore(row.name),
    mail: (mail) => host.mail(row.name, mail),
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    now: host.now,
    sign: (text) =>
      createHmac('sha256', host.secret).update(`plugin ${row.name}\0${text}`).digest('base64url'),
  });
  if (typeof parts !== 'object' || parts === null)
    throw new Error('The function must return an object of parts.');
  return parts;
}

function createRoutes(row: PluginRow, routes: readonly PluginRoute[], host: PluginHost, log: Logger): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const methods = new Map<string, string[]>();
  for (const route of routes) {
    const { method, path, perMinute = method === 'GET' ? 600 : 20 } = route;
    const limiter = host.createLimiter(`${row.name} ${method} ${path}`, perMinute);
    const name = method.toLowerCase() as Lowercase<typeof method>;
    router[name](`/${path}`, (request, response) => answer(route, limiter, host, log, request, response));
    methods.set(path, [...(methods.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
  }
  for (const [path, allowed] of methods)
    router.all(`/${path}`, (request, response) => {
      response.set('Allow', allowed.join(', '));
      sendError(request, response, httpErrors.methodNotAllowed(allowed.join(', ')));
    });
  return router;
}

async function answer(
  { handle, maxBytes = Number.POSITIVE_INFINITY }: PluginRoute,
  limiter: Limiter,
  { behindSocket }: PluginHost,
  log: Logger,
  request: Request,
  response: Response,
): Promise<void> {
  response.set('Cache-Control', 'no-store');
  const caller = callerGroup(request, behindSocket);
  if (caller === null) return sendError(request, response, httpErrors.badRequest());
  const budget = await limiter.consume(caller, 1);
  if (budget.exceeded) return sendError(request, response, httpErrors.tooManyRequests(budget.resetSeconds));
  const body = await readBody(request, response);
  if (!body.ok) return sendError(request, response, body.error);
  if (Buffer.byteLength(body.text) > maxBytes) return sendError(request, response, httpErrors.tooLarge());
  request.body = body.text;
  try {
    await bounded(Promise.resolve(handle(request, response)));
    if (!response.headersSent) response.status(204).end();
  } catch (error) {
    log.error({ method: request.method, ...describeError(error) }, 'a request to a plugin failed');
    if (response.headersSent) response.destroy();
    else if (error instanceof StoreUnavailable)
      sendError(request, response, httpErrors.unavailable(retrySoon));
    else sendError(request, response, httpErrors.internal());
  }
}

async function bounded<Value>(work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The plugin did not answer in time.')), patience);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

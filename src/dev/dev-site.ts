import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { normalizeTarget } from '../../sidecar/http/request-target.ts';
import { endWithNpm } from '../../sidecar/process/end-with-npm.ts';
import { escapeHtml } from '../core/text/plain-text.ts';
import { adaptHeaders } from './headers.ts';
import { type DevSite, type DevSiteParts, openDevSite } from './open-dev-site.ts';
import { reloadOnce } from './reload-once.ts';
import { type LeftToVite, listModuleFolders } from './vite-paths.ts';
import { watchModules } from './watch-modules.ts';

export interface DevSiteOptions extends Pick<DevSiteParts, 'root' | 'entry' | 'server' | 'logger'> {
  readonly left: LeftToVite;
}

type Next = (error?: unknown) => void;

/** The middleware of `astro dev` that serves the current content, drafts included, and everything of the sidecar. */
export function serveDevSite({ left, ...options }: DevSiteOptions): void {
  const { root, server, logger } = options;
  // A server in the background outlives the command that starts it.
  if (!process.env.ASTRO_DEV_BACKGROUND) endWithNpm();
  const nonce = randomBytes(16).toString('base64url');
  const opened = Promise.withResolvers<DevSite>();
  // Each request reports a failure.
  opened.promise.catch(() => undefined);
  /** Passes requests on to Vite, which also displays errors. */
  const onward = new WeakMap<IncomingMessage, Next>();
  const passOn = (request: IncomingMessage, error?: unknown) => {
    const next = onward.get(request);
    next?.(error);
    return next !== undefined;
  };
  const isLeft = (request: IncomingMessage, rule: keyof LeftToVite) =>
    left[rule]((request.url ?? '/').split('?', 1)[0] ?? '/', request.headers.accept);
  server.middlewares.use(async (request: IncomingMessage, response: ServerResponse, next: Next) => {
    if (isLeft(request, 'always')) return next();
    try {
      const { findMount } = await opened.promise;
      const { url = '/' } = request;
      const mount = await findMount(url.split('?', 1)[0] ?? '/');
      if (!mount) return next();
      // As Express does for what is mounted.
      request.url = `/${url.slice(mount.path.length)}`;
      mount.listener(request, response);
    } catch (error) {
      showWaiting(response, messageOf(error));
    }
  });
  server.middlewares.use(async (request, response, next: Next) => {
    request.url = normalizeTarget(request.url ?? '/');
    adaptHeaders(request, response, nonce);
    if (isLeft(request, 'always')) return next();
    try {
      const { preview } = await opened.promise;
      const { releases } = preview;
      onward.set(request, next);
      if (releases) return releases.listener(request, response);
      showWaiting(response, 'The site is not ready yet.');
    } catch (error) {
      showWaiting(response, messageOf(error));
    }
  });

  const { httpServer } = server;
  // As the sidecar: Node's five seconds can end while a busy machine receives the next request on a connection.
  if (httpServer && 'keepAliveTimeout' in httpServer) httpServer.keepAliveTimeout = 65_000;
  // Also while the settings are invalid: their file is a module.
  const modules = watchModules(reloadOnce(server), listModuleFolders(root));
  httpServer?.once('close', modules.close);
  httpServer?.once('listening', () => {
    const address = httpServer.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const parts = {
      ...{ ...options, nonce },
      onError: (error: unknown, request: IncomingMessage) => passOn(request, error),
      onMissing: (request: IncomingMessage) => isLeft(request, 'whenFree') && passOn(request),
    };
    openDevSite(parts, `http://localhost:${port ?? 4321}`).then(opened.resolve, (error) => {
      logger.error(messageOf(error));
      opened.reject(error);
    });
  });
}

/** The page before the first release without problems; Vite's script reloads it. */
function showWaiting(response: ServerResponse, text: string): void {
  response.writeHead(503, { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '1' });
  response.end(
    `<!doctype html><title>Not ready</title><script type="module" src="/@vite/client"></script><pre>${escapeHtml(text)}</pre>`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

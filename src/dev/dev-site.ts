import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { AstroIntegrationLogger } from 'astro';
import type { ViteDevServer } from 'vite';
import { readConfig } from '../../sidecar/config.ts';
import { createContact } from '../../sidecar/contact/create-contact.ts';
import { createLimiter } from '../../sidecar/mcp/limit.ts';
import { openContactParts } from '../../sidecar/open-contact-parts.ts';
import { createLogger } from '../../sidecar/process/logger.ts';
import { QueryEngine } from '../../sidecar/queries/query-engine.ts';
import { digestCompiler } from '../content/library/load-library.ts';
import { describeNotFound } from '../core/pages/pages.ts';
import { escapeHtml } from '../core/text/plain-text.ts';
import { readSite } from '../settings/read-site.ts';
import { adaptHeaders } from './headers.ts';
import { LiveOwnPages } from './live-own-pages.ts';
import { createOverlay } from './overlay.ts';
import { Preview } from './preview.ts';
import { reloadOnce } from './reload-once.ts';
import { createReports } from './reports.ts';
import { createThemeRenderer } from './theme-renderer.ts';
import { type LeftToVite, listModuleFolders } from './vite-paths.ts';
import { watchFiles } from './watch-files.ts';
import { watchModules } from './watch-modules.ts';

export interface DevSiteOptions {
  /** The site's folder. */
  readonly root: string;
  /** File of the theme's entry. */
  readonly entry: string;
  readonly server: ViteDevServer;
  readonly logger: AstroIntegrationLogger;
  readonly left: LeftToVite;
}

type Next = (error?: unknown) => void;

/** Milliseconds that requests in flight may take at the end. */
const stopGrace = 500;

/**
 * Everything of the site that Vite and Astro do not do, as one middleware of `astro dev`: pages with the content as
 * it is now, drafts included, and whatever the sidecar serves. It begins when the server listens, and ends with it.
 */
export function serveDevSite({ root, entry, server, logger, left }: DevSiteOptions): void {
  const nonce = randomBytes(16).toString('base64url');
  const opened = Promise.withResolvers<Preview>();
  // A failure is answered to everyone who asks.
  opened.promise.catch(() => undefined);
  /** Where a request goes on that is not answered here: to Vite, which also shows an error in its place. */
  const onward = new WeakMap<IncomingMessage, Next>();
  const passOn = (request: IncomingMessage, error?: unknown) => {
    const next = onward.get(request);
    next?.(error);
    return next !== undefined;
  };
  const isLeft = (request: IncomingMessage, rule: keyof LeftToVite) =>
    left[rule]((request.url ?? '/').split('?', 1)[0] ?? '/', request.headers.accept);
  server.middlewares.use(async (request, response, next: Next) => {
    adaptHeaders(request, response, nonce);
    if (isLeft(request, 'always')) return next();
    try {
      const preview = await opened.promise;
      const { releases } = preview;
      onward.set(request, next);
      if (releases) return releases.listener(request, response);
      showWaiting(response, 'There is nothing to show yet.');
    } catch (error) {
      showWaiting(response, messageOf(error));
    }
  });

  const { httpServer } = server;
  // Also while the settings cannot be used: their file is a module.
  const modules = watchModules(reloadOnce(server), listModuleFolders(root));
  httpServer?.once('close', modules.close);
  httpServer?.once('listening', () => {
    const address = httpServer.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    open(`http://localhost:${port ?? 4321}`).then(opened.resolve, (error) => {
      logger.error(messageOf(error));
      opened.reject(error);
    });
  });

  async function open(url: string): Promise<Preview> {
    const startedAt = performance.now();
    const folder = join(root, '.dev');
    mkdirSync(join(folder, 'pictures'), { recursive: true });
    // Nobody but the author asks anything here.
    const settings = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error', MCP_PER_MINUTE: '2000' };
    const read = readConfig(settings);
    if (!read.ok) throw new Error(read.problems.join('\n'));
    const { config } = read;
    // All that a server does can be tried here, wherever the site is published.
    const site = { ...(await readSite(root, url, 'server')), sidecar: undefined };
    const log = createLogger(config.LOG_LEVEL);
    // Messages go to files: nobody must be written to while the site is being made.
    const contact = createContact(await openContactParts(config, site, null, log));
    const limiter = createLimiter({ perMinute: config.MCP_PER_MINUTE });
    const reports = createReports(logger);
    const fail = (error: unknown, request: IncomingMessage) => passOn(request, error);
    const theme = createThemeRenderer(server, entry, site, nonce, fail);
    // Compiles the theme while the content is read; whatever is wrong with it is shown with the first page.
    theme
      .pagesOf(site)(describeNotFound(site), null)
      .catch(() => undefined);
    const own = new LiveOwnPages(url, site);
    for (const event of ['add', 'change', 'unlink']) server.watcher.on(event, () => own.forget());
    const queryEngine = new QueryEngine();
    const preview = new Preview({
      source: {
        root,
        site,
        compilerDigest: digestCompiler(root),
        cacheFile: join(folder, 'compiled.sqlite'),
        nowGmt: gmtNow(),
        preview: true,
      },
      folder,
      theme,
      own,
      shared: {
        queryEngine,
        trustProxy: config.TRUST_PROXY,
        contact,
        mcp: { limiter, behindSocket: false },
        now: () => Date.now(),
        logger: log,
      },
      overlay: createOverlay(server, root),
      nowGmt: gmtNow,
      onImages: (done, total) => reports.images(done, total, performance.now()),
      onFault: fail,
      onMissing: (request) => isLeft(request, 'whenFree') && passOn(request),
    });

    /** One refresh after the other; what changes meanwhile is looked at by the next one. */
    let running = Promise.resolve();
    const queue = (work: () => Promise<void>) => {
      running = running.then(work).catch(reports.fault);
      return running;
    };
    const watching = watchFiles(root, ['content', 'public'], (files) => {
      queue(async () => {
        const began = performance.now();
        reports.shown(files, await preview.refresh(), performance.now() - began);
      });
    });
    httpServer?.once('close', async () => {
      watching.close();
      await running;
      await contact.close(stopGrace);
      await preview.close();
      await queryEngine.end();
    });
    await queue(async () => reports.started(await preview.refresh(), performance.now() - startedAt));
    return preview;
  }
}

/** Until there is a first open release without problems; Vite's script loads the page again when there may be one. */
function showWaiting(response: ServerResponse, text: string): void {
  response.writeHead(503, { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '1' });
  response.end(
    `<!doctype html><title>Not ready</title><script type="module" src="/@vite/client"></script><pre>${escapeHtml(text)}</pre>`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function gmtNow(): string {
  return new Date().toISOString().slice(0, 19);
}

import { randomBytes } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AstroIntegrationLogger } from 'astro';
import type { ViteDevServer } from 'vite';
import { readConfig } from '../../sidecar/config.ts';
import { createContact } from '../../sidecar/contact/create-contact.ts';
import { callerNamer } from '../../sidecar/http/client-address.ts';
import { normalizeTarget } from '../../sidecar/http/request-target.ts';
import { boundUnread } from '../../sidecar/http/unread-answers.ts';
import { createLimiter } from '../../sidecar/mcp/limit.ts';
import { openContactParts } from '../../sidecar/open-contact-parts.ts';
import { openPluginHost } from '../../sidecar/open-plugin-host.ts';
import { createLogger } from '../../sidecar/process/logger.ts';
import { QueryEngine } from '../../sidecar/queries/query-engine.ts';
import { loadEditor } from '../add-ons/editor.ts';
import { digestCompiler } from '../content/library/load-library.ts';
import type { Problem } from '../content/read/problems.ts';
import { describeNotFound } from '../core/pages/pages.ts';
import { escapeHtml } from '../core/text/plain-text.ts';
import { readSite } from '../settings/read-site.ts';
import { adaptHeaders } from './headers.ts';
import { LiveOwnPages } from './live-own-pages.ts';
import { createOverlay } from './overlay.ts';
import { Preview, type Shown } from './preview.ts';
import { reloadOnce } from './reload-once.ts';
import { createReports } from './reports.ts';
import { createThemeRenderer } from './theme-renderer.ts';
import { type LeftToVite, listModuleFolders } from './vite-paths.ts';
import { watchFiles } from './watch-files.ts';
import { watchModules } from './watch-modules.ts';

export interface DevSiteOptions {
  readonly root: string;
  readonly entry: string;
  readonly server: ViteDevServer;
  readonly logger: AstroIntegrationLogger;
  readonly left: LeftToVite;
}

type Next = (error?: unknown) => void;

/** Milliseconds that requests in flight get at shutdown. */
const stopGrace = 500;

/** The middleware of `astro dev` that serves the current content, drafts included, and everything of the sidecar. */
export function serveDevSite({ root, entry, server, logger, left }: DevSiteOptions): void {
  const nonce = randomBytes(16).toString('base64url');
  const opened = Promise.withResolvers<Preview>();
  // Each request reports a failure.
  opened.promise.catch(() => undefined);
  /** Opens the editor, on the first request of one. */
  let editor: (() => Promise<RequestListener>) | null = null;
  /** Passes requests on to Vite, which also displays errors. */
  const onward = new WeakMap<IncomingMessage, Next>();
  const passOn = (request: IncomingMessage, error?: unknown) => {
    const next = onward.get(request);
    next?.(error);
    return next !== undefined;
  };
  const isLeft = (request: IncomingMessage, rule: keyof LeftToVite) =>
    left[rule]((request.url ?? '/').split('?', 1)[0] ?? '/', request.headers.accept);
  server.middlewares.use('/edit', async (request: IncomingMessage, response: ServerResponse, next: Next) => {
    try {
      await opened.promise;
      const app = await editor?.();
      if (app) app(request, response);
      else next();
    } catch (error) {
      showWaiting(response, messageOf(error));
    }
  });
  server.middlewares.use(async (request, response, next: Next) => {
    request.url = normalizeTarget(request.url ?? '/');
    adaptHeaders(request, response, nonce);
    if (isLeft(request, 'always')) return next();
    try {
      const preview = await opened.promise;
      const { releases } = preview;
      onward.set(request, next);
      if (releases) return releases.listener(request, response);
      showWaiting(response, 'The site is not ready yet.');
    } catch (error) {
      showWaiting(response, messageOf(error));
    }
  });

  const { httpServer } = server;
  // Also while the settings are invalid: their file is a module.
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
    mkdirSync(join(folder, 'images'), { recursive: true });
    const settings = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error', MCP_PER_MINUTE: '2000' };
    const read = readConfig(settings);
    if (!read.ok) throw new Error(read.problems.join('\n'));
    const { config } = read;
    // All features of a server can be tried, whatever the deploy target is.
    const site = { ...(await readSite(root, url, 'server')), sidecar: undefined };
    const log = createLogger(config.LOG_LEVEL);
    // Without a mailer, messages go to files.
    const contactParts = await openContactParts(config, site, null, log);
    const contact = createContact(contactParts);
    const plugins = await openPluginHost(config, site, null, null, contactParts);
    const limiter = createLimiter({ perMinute: config.MCP_PER_MINUTE });
    const reports = createReports(logger);
    const fail = (error: unknown, request: IncomingMessage) => passOn(request, error);
    const theme = createThemeRenderer(server, entry, site, nonce, fail);
    // Compiles the theme while the content is read. The first page shows its errors.
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
        boundUnread: boundUnread(callerNamer(false)),
        contact,
        ...(plugins ? { plugins: plugins.host } : {}),
        mcp: { limiter, behindSocket: false },
        now: () => Date.now(),
        logger: log,
      },
      overlay: createOverlay(server, root),
      nowGmt: gmtNow,
      onImages: (done, total) => reports.images(done, total, performance.now()),
      onConverted: () => show(['images'], false),
      onError: fail,
      onMissing: (request) => isLeft(request, 'whenFree') && passOn(request),
    });

    /** Serializes refreshes. */
    let running = Promise.resolve();
    const queue = (work: () => Promise<void>) => {
      running = running.then(work).catch(reports.error);
      return running;
    };
    /** When the content was last read, and what became of it. */
    let last: { readonly began: number; readonly shown: Promise<Shown> };
    const refresh = (isEdit = true) => {
      last = { began: Date.now(), shown: preview.refresh(isEdit) };
      return last.shown;
    };
    const check = async (): Promise<readonly Problem[]> => {
      // Timers fire up to a millisecond early, and times are compared in whole ones.
      await delay(fileClock + 2);
      const shown = await new Promise<Shown>((resolve, reject) => {
        queue(async () => resolve(await refresh())).catch(reject);
      });
      return shown.ok ? [] : shown.problems;
    };
    let opening: Promise<RequestListener> | null = null;
    if (site.editor !== false) {
      editor = () => {
        opening ??= loadEditor(root).then(({ createDevEditor }) => createDevEditor(root, site, check));
        return opening;
      };
    }
    const show = (files: readonly string[], isEdit = true) => {
      queue(async () => {
        const began = performance.now();
        // What the editor saved was read then.
        const isKnown =
          isEdit && files.every((file) => changeTime(join(root, file)) + fileClock <= last.began);
        const shown = await (isKnown ? last.shown : refresh(isEdit));
        if (isEdit || !shown.ok) reports.shown(files, shown, performance.now() - began);
      });
    };
    const watching = watchFiles(root, ['content', 'public'], show);
    httpServer?.once('close', async () => {
      watching.close();
      await running;
      await contact.close(stopGrace);
      await preview.close();
      await plugins?.close();
      await queryEngine.end();
    });
    await queue(async () => reports.started(await refresh(), performance.now() - startedAt));
    return preview;
  }
}

/** Milliseconds by which the change time of a file may be early: systems take it from a clock that ticks rarely. */
const fileClock = 10;

/** Milliseconds since 1970; for a file that was removed the end of time. */
function changeTime(file: string): number {
  return Math.floor(statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? Number.POSITIVE_INFINITY);
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

function gmtNow(): string {
  return new Date().toISOString().slice(0, 19);
}

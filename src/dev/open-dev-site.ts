import { mkdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { AstroIntegrationLogger } from 'astro';
import type { ViteDevServer } from 'vite';
import { readConfig } from '../../sidecar/config.ts';
import { createContact } from '../../sidecar/contact/create-contact.ts';
import { callerNamer } from '../../sidecar/http/client-address.ts';
import { boundUnread } from '../../sidecar/http/unread-answers.ts';
import { createLimiter } from '../../sidecar/mcp/limit.ts';
import { openContactParts } from '../../sidecar/open-contact-parts.ts';
import { openPluginHost } from '../../sidecar/open-plugin-host.ts';
import { createLogger, describeError } from '../../sidecar/process/logger.ts';
import { QueryEngine } from '../../sidecar/queries/query-engine.ts';
import { openMounts } from '../add-ons/mounts.ts';
import { digestCompiler } from '../content/library/load-library.ts';
import { describeNotFound } from '../core/pages/pages.ts';
import { readSite } from '../settings/read-site.ts';
import { LiveOwnPages } from './live-own-pages.ts';
import type { LiveRequests } from './live-release.ts';
import { createOverlay } from './overlay.ts';
import { Preview } from './preview.ts';
import { Refreshes } from './refreshes.ts';
import { createReports } from './reports.ts';
import { createThemeRenderer } from './theme-renderer.ts';
import { watchFiles } from './watch-files.ts';

export interface DevSiteParts extends LiveRequests {
  readonly root: string;
  /** The entry of the theme. */
  readonly entry: string;
  readonly server: ViteDevServer;
  readonly logger: AstroIntegrationLogger;
  /** Of Vite's scripts and styles. */
  readonly nonce: string;
}

export interface DevSite {
  readonly preview: Preview;
  /** What answers below the path of a plugin, and is opened at its first request; null for other addresses. */
  readonly findMount: (path: string) => Promise<MountedListener | null>;
}

export interface MountedListener {
  readonly path: string;
  readonly listener: RequestListener;
}

/** Milliseconds that requests in flight get at shutdown. */
const stopGrace = 500;

/** Reads settings and content, and refreshes both until the server is closed. @param url of the server */
export async function openDevSite(parts: DevSiteParts, url: string): Promise<DevSite> {
  const { root, entry, server, logger, nonce, onError, onMissing } = parts;
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
  const hasRoutes = site.plugins?.some(({ sidecar }) => sidecar !== null);
  const plugins = hasRoutes ? await openPluginHost(config, site, null, null, contactParts) : null;
  const limiter = createLimiter({ perMinute: config.MCP_PER_MINUTE });
  const reports = createReports(logger);
  const theme = createThemeRenderer(server, entry, site, nonce, onError);
  // Compiles the theme while the content is read. The first page shows its errors.
  theme
    .pagesOf(site)(describeNotFound(site), null)
    .catch(() => undefined);
  const own = new LiveOwnPages(url, site);
  for (const event of ['add', 'change', 'unlink']) server.watcher.on(event, () => own.forget());
  const queryEngine = new QueryEngine();
  const cacheFile = join(folder, 'compiled.sqlite');
  const preview = new Preview({
    source: { root, site, compilerDigest: digestCompiler(root), cacheFile, nowGmt: gmtNow(), preview: true },
    folder,
    theme,
    own,
    shared: {
      queryEngine,
      trustProxy: config.TRUST_PROXY,
      boundUnread: boundUnread(callerNamer(false)),
      contact,
      ...(plugins ? { plugins: { ...plugins.host, describe: describeInFull } } : {}),
      mcp: { limiter, behindSocket: false },
      now: () => Date.now(),
      logger: log,
    },
    overlay: createOverlay(server, root),
    nowGmt: gmtNow,
    onImages: (done, total) => reports.images(done, total, performance.now()),
    onConverted: () => void refreshes.show(['images'], false),
    onError,
    onMissing,
  });
  const refreshes = new Refreshes(root, preview, reports);
  const watching = watchFiles(root, ['content', 'public'], (files) => void refreshes.show(files));
  server.httpServer?.once('close', async () => {
    watching.close();
    await refreshes.idle;
    await contact.close(stopGrace);
    await preview.close();
    await plugins?.close();
    await queryEngine.end();
  });
  await refreshes.start(startedAt);
  const mounted = openMounts(root, site, true).then(
    (mounts) => mounts.map((mount) => ({ ...mount, opened: null as Promise<RequestListener> | null })),
    (error: unknown) => {
      reports.error(error);
      return [];
    },
  );
  const findMount = async (address: string) => {
    const mount = (await mounted).find(({ path, serve }) => serve && `${address}/`.startsWith(path));
    if (!mount?.serve) return null;
    mount.opened ??= mount.serve(root, site, () => refreshes.check());
    return { path: mount.path, listener: await mount.opened };
  };
  return { preview, findMount };
}

/** What a visitor sent is the author's own here. */
const describeInFull = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  ...describeError(error),
});

function gmtNow(): string {
  return new Date().toISOString().slice(0, 19);
}

import { hash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Express, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { PluginRow } from '../src/core/model/settings/plugins.ts';
import type { Site } from '../src/core/model/site.ts';
import { paths } from '../src/core/model/urls.ts';
import { describeNotFound } from '../src/core/pages/pages.ts';
import { createApp } from './app.ts';
import type { Contact } from './contact/create-contact.ts';
import { createFront, readRelease, setCommonHeaders } from './front/create-front.ts';
import { handleError } from './front/handle-error.ts';
import { announceLifecycle } from './front/lifecycle.ts';
import { logRequests } from './front/log-requests.ts';
import { createNotFound } from './front/not-found.ts';
import { guardPath } from './front/path-guard.ts';
import { redirectToSite } from './front/redirect-to-site.ts';
import type { Release } from './front/resolve-path.ts';
import { callerNamer } from './http/client-address.ts';
import type { PageRenderer } from './http/page-renderer.ts';
import { createMcp, type McpParts } from './mcp/create-mcp.ts';
import type { OpenPlugins, PluginHost } from './plugins/open-plugins.ts';
import type { QueryEngine } from './queries/query-engine.ts';
import { QueryThread } from './queries/query-thread.ts';
import { type ContentIndex, openContentIndex } from './release/content-index.ts';
import type { OpenRelease } from './release/open-releases.ts';
import { createPassagesRoute } from './search/passages-route.ts';
import { createSearchPage } from './search/search-page.ts';
import { createWp } from './wp/handler.ts';

/** Parts that all open releases share. */
export interface SharedParts {
  readonly queryEngine: QueryEngine;
  readonly trustProxy: string;
  readonly boundUnread: RequestHandler;
  readonly contact: Contact;
  readonly mcp: Omit<McpParts, 'site' | 'index' | 'askSearch' | 'askPassages' | 'readText'>;
  readonly now: () => number;
  readonly logger: Logger;
  /** What plugins work with; without it none is opened. */
  readonly plugins?: PluginHost;
}

/** What answers out of the content index. */
export interface IndexHandlers {
  /** Routes of plugins. */
  readonly plugins: RequestHandler;
  readonly mcp: RequestHandler;
  readonly passages: RequestHandler;
  readonly wp: RequestHandler;
  readonly search: RequestHandler;
  readonly notFound: RequestHandler;
}

export interface OpenedHandlers extends IndexHandlers {
  /** Loads what the first request would otherwise wait for. */
  readonly warmUp: () => Promise<unknown>;
  readonly close: () => void;
}

/** Renderers by their code: most builds change only content, and modules stay in memory. */
const renderers = new Map<string, Promise<PageRenderer>>();

/**
 * Opens a build and composes the application that serves it.
 * @param folder a build's `dist/`; a symlink is resolved once, so that all files are of one build
 * @throws with a sentence for the operator.
 */
export async function openRelease(folder: string, parts: SharedParts): Promise<OpenRelease> {
  using opening = new DisposableStack();
  const dist = realpathSync(folder);
  const index = opening.adopt(openContentIndex(join(dist, 'server/content.sqlite')), (it) => it.close());
  const release = readRelease(dist);
  const renderer = await loadRenderer(dist, index.site);
  const plugins = await openPluginsOf(index.site, release, parts, {
    load({ name, code }) {
      const file = pathToFileURL(join(dist, 'server/plugins', `${name}.mjs`));
      file.searchParams.set('code', code);
      return import(file.href);
    },
    dataOf: ({ name }) => readFileSync(join(dist, 'server/plugins', `${name}.data`), 'utf8'),
  });
  const handlers = createIndexHandlers(index, release, renderer, parts, plugins);
  opening.defer(handlers.close);
  await handlers.warmUp();
  const owned = opening.move();
  return {
    digest: index.digest,
    folder: dist,
    url: index.site.url,
    answer: composeApp(index.site, release, renderer, handlers, parts),
    close: () => owned.dispose(),
  };
}

/** Imports the module of a plugin, and reads what it made of the library. */
export interface PluginSource {
  readonly load: (row: PluginRow) => Promise<unknown>;
  readonly dataOf: (row: PluginRow) => string;
}

/** The plugins of a site; null for one without. */
export async function openPluginsOf(
  site: Site,
  release: Release,
  { plugins: host }: SharedParts,
  { load, dataOf }: PluginSource,
): Promise<OpenPlugins | null> {
  if (!host || !site.plugins?.some(({ sidecar }) => sidecar !== null)) return null;
  const { openPlugins } = await import('./plugins/open-plugins.ts');
  return openPlugins(site, { ...host, dataOf, read: (path) => readText(release, path) ?? null }, load);
}

function readText({ files }: Release, path: string): string | undefined {
  const file = files.find(path);
  return file && files.read(file, 'identity').bytes.toString();
}

export function createIndexHandlers(
  index: ContentIndex,
  release: Release,
  renderer: PageRenderer,
  parts: SharedParts,
  plugins: OpenPlugins | null = null,
): OpenedHandlers {
  const queries = new QueryThread(index.file, parts.queryEngine);
  const callerOf = callerNamer(parts.mcp.behindSocket);
  let opened: Promise<RequestHandler> | undefined;
  const openMcp = () => {
    opened ??= createMcp({
      ...parts.mcp,
      site: index.site,
      index,
      askSearch: queries.askSearch,
      askPassages: queries.askPassages,
      readText: (path) => readText(release, path),
      ...(plugins ? { addFeatures: plugins.addFeatures } : {}),
    });
    return opened;
  };
  return {
    plugins: plugins?.handler ?? ((_request, _response, next) => next()),
    mcp: async (request, response, next) =>
      request.path.startsWith(paths.mcp) ? (await openMcp())(request, response, next) : next(),
    passages: createPassagesRoute(index, queries.askPassages, callerOf, (path) => readText(release, path)),
    wp: createWp(index, queries.askWp, callerOf),
    search: createSearchPage(index, queries, callerOf, renderer),
    notFound: createNotFound(index.site, release, queries.askNear, callerOf),
    warmUp: () => Promise.all([openMcp(), queries.start()]),
    close: () => {
      plugins?.close();
      queries.close();
    },
  };
}

export function composeApp(
  site: Site,
  release: Release,
  renderer: PageRenderer,
  handlers: IndexHandlers,
  parts: SharedParts,
): Express {
  return createApp({
    trustProxy: parts.trustProxy,
    ...(parts.logger.isLevelEnabled('debug') ? { logRequests: logRequests(parts.logger) } : {}),
    setCommonHeaders: setCommonHeaders(site),
    guardPath: guardPath(),
    boundUnread: parts.boundUnread,
    announceLifecycle: announceLifecycle(site, parts.now),
    ...(site.sidecar === undefined ? {} : { redirectToSite: redirectToSite(site, release) }),
    contact: parts.contact.api,
    mcp: handlers.mcp,
    plugins: handlers.plugins,
    passages: handlers.passages,
    wp: handlers.wp,
    search: handlers.search,
    front: createFront(site, release),
    form: parts.contact.form(site, renderer),
    notFound: handlers.notFound,
    handleError: handleError(parts.logger),
  });
}

/** Astro's handler, out of the build: it renders the pages that cannot be files. */
function loadRenderer(dist: string, site: Site): Promise<PageRenderer> {
  const code = readFileSync(join(dist, 'server/theme.json'), 'utf8');
  const known = renderers.get(code);
  if (known) return known;
  const loaded = importRenderer(dist, site, code);
  renderers.set(code, loaded);
  return loaded;
}

/** What a build's `server/entry.mjs` exports; `src/astro/server-entry.ts` is its source. */
interface ServerEntry {
  openHandler(): Promise<PageRenderer>;
  renderPage(address: string, locals: object): Promise<Response>;
}

/**
 * Loads the renderer and renders each on-demand page once, because a page's code is loaded with its first rendering,
 * and the folder may be gone by then.
 * @param code distinguishes it from an earlier one at the same address, by which Node caches modules
 */
async function importRenderer(dist: string, site: Site, code: string): Promise<PageRenderer> {
  const entry = pathToFileURL(join(dist, 'server/entry.mjs'));
  entry.searchParams.set('code', hash('sha256', code, 'base64url'));
  const { openHandler, renderPage }: ServerEntry = await import(entry.href);
  await renderPage(new URL(paths.contact, site.url).href, { site });
  await renderPage(new URL(paths.search, site.url).href, { site, page: describeNotFound(site) });
  return openHandler();
}

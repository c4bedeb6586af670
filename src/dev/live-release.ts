import type { IncomingMessage, RequestListener } from 'node:http';
import type { RequestHandler } from 'express';
import { checkPath } from '../../sidecar/front/path-guard.ts';
import { type Release, resolvePath } from '../../sidecar/front/resolve-path.ts';
import { composeApp, type IndexHandlers, type SharedParts } from '../../sidecar/open-release.ts';
import type { OpenRelease } from '../../sidecar/release/open-releases.ts';
import { isWpRequest } from '../../sidecar/wp/request.ts';
import { describeFront } from '../core/front/front-table.ts';
import { withoutLanguage } from '../core/model/languages.ts';
import type { Site } from '../core/model/site.ts';
import { isSystemPath, paths, reservedBy } from '../core/model/urls.ts';
import { LiveFiles, type LiveSource } from './live-files.ts';
import type { LiveHandlers, LiveIndex } from './live-index.ts';
import type { ThemeRenderer } from './theme-renderer.ts';

export interface LiveRequests {
  /** Answers a request whose page can't be rendered. @returns whether it did */
  readonly onError: (error: unknown, request: IncomingMessage) => boolean;
  /** @returns whether it answers a request for an unknown path */
  readonly onMissing: (request: IncomingMessage) => boolean;
}

/** An open release of files that are rendered on request, served by the sidecar's application. */
export function openLiveRelease(
  name: string,
  from: LiveSource,
  theme: ThemeRenderer,
  index: LiveIndex,
  parts: SharedParts,
  { onError, onMissing }: LiveRequests,
): OpenRelease {
  const { library } = from.library;
  const { site } = library;
  const files = new LiveFiles(from, theme.pagesOf(site));
  const table = describeFront(library);
  const release = { files, table, lockedTwins: new Set(table.lockedTwins) };
  const handlers = index.refresh({ release, renderer: theme.onDemand, library });
  // Each request reports a failure.
  handlers.catch(() => undefined);
  const app = composeApp(site, release, theme.onDemand, awaitHandlers(handlers, index, site, files), parts);
  const answer: RequestListener = async (request, response) => {
    const checked = checkPath(request.url ?? '/');
    response.once('close', () => index.begin());
    try {
      if (checked.ok && !isWpRequest(request.url ?? '/')) {
        await files.prepare(checked.path);
        if (isFree(withoutLanguage(site, checked.path), checked.path, release) && onMissing(request)) return;
      }
    } catch (error) {
      onError(error, request);
      return;
    }
    app(request, response);
  };
  const folder = from.source.root;
  return { digest: name, folder, url: site.url, answer, close: from.library.close };
}

/** @param name {@link path} without the folder of its language */
function isFree(name: string, path: string, release: Release): boolean {
  if (isSystemPath(name) || reservedBy(name) !== null) return false;
  return resolvePath(path, 'html', release).kind === 'missing';
}

/** Handlers that wait for the index if the request concerns them. @param prepared has the files of the request */
function awaitHandlers(
  ready: Promise<LiveHandlers>,
  index: LiveIndex,
  site: Site,
  prepared: LiveFiles,
): IndexHandlers {
  const when =
    (name: keyof IndexHandlers, concerns: (url: string) => boolean): RequestHandler =>
    async (request, response, next) => {
      if (!concerns(request.url)) return next();
      index.begin();
      const handlers = await ready;
      // Edits that follow each other share one index, which sends the files of the last one.
      const checked = checkPath(request.url);
      if (checked.ok && name === 'notFound' && handlers.files !== prepared)
        await handlers.files.prepare(checked.path);
      return handlers[name](request, response, next);
    };
  const rows = site.plugins ?? [];
  const addresses = rows.flatMap((row) => row.addresses);
  const isForPlugin = (url: string) =>
    addresses.includes(url.split('?')[0] ?? '') || rows.some(({ pageTypes }) => pageTypes.length > 0);
  return {
    mcp: when('mcp', isWpRequest),
    passages: when('passages', isWpRequest),
    plugins: when('plugins', (url) => url.startsWith('/_plugins/') || isForPlugin(url)),
    wp: when('wp', isWpRequest),
    search: when('search', (url) => withoutLanguage(site, url).startsWith(`${paths.search}?`)),
    notFound: when('notFound', () => true),
  };
}

import type { IncomingMessage, RequestListener } from 'node:http';
import type { RequestHandler } from 'express';
import { checkPath } from '../../sidecar/front/path-guard.ts';
import type { Release } from '../../sidecar/front/resolve-path.ts';
import { composeApp, type IndexHandlers, type LastingParts } from '../../sidecar/open-edition.ts';
import type { Edition } from '../../sidecar/release/editions.ts';
import { isWpRequest } from '../../sidecar/wp/request.ts';
import { describeFront } from '../core/front/front-table.ts';
import { paths } from '../core/model/urls.ts';
import { LiveFiles, type LiveSource } from './live-files.ts';
import type { LiveIndex } from './live-index.ts';
import type { ThemeRenderer } from './theme-renderer.ts';

/**
 * An edition over files that are rendered when they are asked for, served by the application that serves a build.
 * @param onFault told when a page cannot be rendered; answers the request
 */
export function openLiveEdition(
  name: string,
  from: LiveSource,
  theme: ThemeRenderer,
  index: LiveIndex,
  parts: LastingParts,
  onFault: (error: unknown, request: IncomingMessage) => void,
): Edition {
  const { library } = from.library;
  const { site } = library;
  const files = new LiveFiles(from, theme.page);
  const table = describeFront(library);
  const release: Release = { files, table, lockedTwins: new Set(table.lockedTwins) };
  const handlers = index.refresh({ release, renderer: theme.onDemand });
  // Its failure is reported to everyone who asks.
  handlers.catch(() => undefined);
  const app = composeApp(site, release, theme.onDemand, awaitHandlers(handlers, index), parts);
  const answer: RequestListener = async (request, response) => {
    const checked = checkPath(request.url ?? '/');
    response.once('close', () => index.begin());
    try {
      if (checked.ok && !isWpRequest(request.url ?? '/')) await files.prepare(checked.path);
    } catch (error) {
      onFault(error, request);
      return;
    }
    app(request, response);
  };
  return { digest: name, folder: from.source.root, answer, close: from.library.close };
}

/** Handlers that wait for the index; what is none of their business passes at once. */
function awaitHandlers(ready: Promise<IndexHandlers>, index: LiveIndex): IndexHandlers {
  const when =
    (name: keyof IndexHandlers, concerns: (url: string) => boolean): RequestHandler =>
    async (request, response, next) => {
      if (!concerns(request.url)) return next();
      index.begin();
      const handlers = await ready;
      return handlers[name](request, response, next);
    };
  return {
    mcp: when('mcp', isWpRequest),
    wp: when('wp', isWpRequest),
    search: when('search', (url) => url.startsWith(`${paths.search}?`)),
    notFound: when('notFound', () => true),
  };
}

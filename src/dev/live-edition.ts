import type { RequestListener } from 'node:http';
import type { RequestHandler } from 'express';
import { checkPath } from '../../sidecar/front/path-guard.ts';
import type { Release } from '../../sidecar/front/resolve-path.ts';
import {
  composeApp,
  type IndexHandlers,
  type LastingParts,
  loadRenderer,
} from '../../sidecar/open-edition.ts';
import type { Edition } from '../../sidecar/release/editions.ts';
import { isWpRequest } from '../../sidecar/wp/request.ts';
import { describeFront } from '../core/front/front-table.ts';
import { paths } from '../core/model/urls.ts';
import { LiveFiles, type LiveSource } from './live-files.ts';
import type { LiveIndex } from './live-index.ts';

/**
 * An edition over files that are rendered when they are asked for, served by the application that serves a build.
 * @param onFault told when a page cannot be rendered; its reader gets a 500
 */
export async function openLiveEdition(
  name: string,
  from: LiveSource,
  index: LiveIndex,
  parts: LastingParts,
  onFault: (error: unknown) => void,
): Promise<Edition> {
  const { library } = from.library;
  const { site } = library;
  const files = await LiveFiles.open(from);
  const table = describeFront(library);
  const release: Release = { files, table, lockedTwins: new Set(table.lockedTwins) };
  const renderer = await loadRenderer(from.theme, site);
  const handlers = index.refresh({ release, renderer });
  // Its failure is reported to whoever asks.
  handlers.catch(() => undefined);
  const app = composeApp(site, release, renderer, awaitHandlers(handlers), parts);
  const answer: RequestListener = async (request, response) => {
    const checked = checkPath(request.url ?? '/');
    try {
      if (checked.ok) await files.prepare(checked.path);
    } catch (error) {
      onFault(error);
      response.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end('<!doctype html><title>Not rendered</title><p>This page cannot be rendered.</p>');
      return;
    }
    app(request, response);
  };
  return { digest: name, folder: from.theme, answer, close: from.library.close };
}

/** Handlers that wait for the index; what is none of their business passes at once. */
function awaitHandlers(ready: Promise<IndexHandlers>): IndexHandlers {
  const when =
    (name: keyof IndexHandlers, concerns: (url: string) => boolean): RequestHandler =>
    async (request, response, next) => {
      if (!concerns(request.url)) return next();
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

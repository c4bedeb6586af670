import type { Request, Response } from 'express';
import type { ViteDevServer } from 'vite';
import type { PageRenderer } from '../../sidecar/http/page-renderer.ts';
import { createPageRenderer, type RenderPage, type ThemeEntry } from '../build/pages/theme.ts';
import type { Site } from '../core/model/site.ts';
import { addNonce } from './headers.ts';
import { shareCore } from './shared-core.ts';

export interface ThemeRenderer {
  readonly pagesOf: (site: Site) => RenderPage;
  readonly onDemand: PageRenderer;
}

/** @param nonce for Vite's styles and scripts; @param onError returns whether it answered the request */
export function createThemeRenderer(
  server: ViteDevServer,
  entry: string,
  site: Site,
  nonce: string,
  onError: (error: unknown, request: Request) => boolean,
): ThemeRenderer {
  const { ssr } = server.environments;
  shareCore(ssr);
  const render = async (address: string, locals: { readonly site: Site }) => {
    if (!ssr || !('runner' in ssr)) throw new Error('Vite has no environment that renders pages.');
    const { runner } = ssr as typeof ssr & { runner: { import<T>(file: string): Promise<T> } };
    const { renderPage } = await runner.import<Pick<ThemeEntry, 'renderPage'>>(entry);
    // Shared fragments are cached per site object.
    const rendered = await renderPage(address, { ...locals, site: { ...locals.site } });
    return new globalThis.Response(addNonce(await rendered.text(), nonce), rendered);
  };
  return {
    pagesOf: (shown) => createPageRenderer(render, shown),
    async onDemand(request, response, next, locals) {
      try {
        const rendered = await render(site.url + request.path, locals);
        await send(rendered, response);
      } catch (error) {
        if (!onError(error, request)) next(error);
      }
    },
  };
}

async function send(rendered: globalThis.Response, response: Response): Promise<void> {
  response.status(rendered.status);
  for (const [name, value] of rendered.headers) response.set(name, value);
  response.end(Buffer.from(await rendered.arrayBuffer()));
}

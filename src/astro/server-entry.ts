import type { Renderer } from '../../sidecar/open-release.ts';
import { renderPage } from './render-entry.ts';

/**
 * What a build's `dist/server/entry.mjs` exports: `openHandler` for the pages that are rendered on demand, `renderPage`
 * and `openShared` for every other page while the site is built.
 */
export async function openHandler(): Promise<Renderer> {
  const { writeResponse } = await import('astro/app/node');
  return async (request, response, next, locals) => {
    try {
      const address = new URL(request.url, locals.site.url).href;
      await writeResponse(await renderPage(address, locals), response);
    } catch (error) {
      next(error);
    }
  };
}
export { openShared } from 'virtual:agentsite/shared-render';
export { renderPage };

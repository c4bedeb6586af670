/**
 * What a build's `dist/server/entry.mjs` exports: `openHandler` loads what answers requests for the pages that are
 * rendered on demand, `renderPage` and `shareRender` render every other page while the site is built.
 */
export async function openHandler(): Promise<typeof import('@astrojs/node/server.js').handler> {
  return (await import('@astrojs/node/server.js')).handler;
}
export { renderPage } from './render-entry.ts';
export { shareRender } from './shared-render.ts';

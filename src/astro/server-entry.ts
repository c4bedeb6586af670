/**
 * What a build's `dist/server/entry.mjs` exports: `openHandler` for the pages that are rendered on demand, `renderPage`
 * and `openShared` for every other page while the site is built.
 */
export async function openHandler(): Promise<typeof import('@astrojs/node/server.js').handler> {
  return (await import('@astrojs/node/server.js')).handler;
}
export { openShared } from 'virtual:agentsite/shared-render';
export { renderPage } from './render-entry.ts';

/** The exports of a build's `dist/server/entry.mjs`. */
export async function openHandler(): Promise<typeof import('@astrojs/node/server.js').handler> {
  return (await import('@astrojs/node/server.js')).handler;
}
export { openShared } from 'virtual:agentsite/shared-render';
export { renderPage } from './render-entry.ts';

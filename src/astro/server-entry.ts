/**
 * What a build's `dist/server/entry.mjs` exports: `handler` answers requests for the pages that are rendered on
 * demand, `renderPage` and `shareRender` render every other page while the site is built.
 */
export { handler } from '@astrojs/node/server.js';
export { renderPage } from './render-entry.ts';
export { shareRender } from './shared-render.ts';

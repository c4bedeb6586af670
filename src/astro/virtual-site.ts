import type { Plugin } from 'vite';
import type { Site } from '../core/model/site.ts';

/** Gives code that Vite compiles the site's settings as the module `virtual:agentsite/site`. */
export function virtualSite(site: Site): Plugin {
  const name = 'virtual:agentsite/site';
  const resolved = `\0${name}`;
  return {
    name: 'agentsite:site',
    resolveId: { filter: { id: new RegExp(`^${name}$`) }, handler: () => resolved },
    load: {
      filter: { id: new RegExp(`^${resolved}$`) },
      handler: () => `export const site = ${JSON.stringify(site)};`,
    },
  };
}

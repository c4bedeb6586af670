import type { Plugin } from 'vite';

/**
 * Has the next HTML of a page hold what a style imports with `@import`, as it is in its file. Astro renews the styles
 * of a page only for a changed module that has an id; Vite knows an imported style as a file without one, and as
 * imported by the style that has one.
 */
export function importedStyles(): Plugin {
  return {
    name: 'agentsite:imported-styles',
    hotUpdate({ modules }) {
      // The browser takes the style over as it is.
      if (this.environment.name === 'client') return;
      const importers = modules.filter(({ id }) => id === null).flatMap((file) => [...file.importers]);
      return [...new Set([...modules, ...importers])];
    },
  };
}

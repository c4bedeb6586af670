import type { Plugin } from 'vite';

/**
 * Updates styles that other styles `@import`. Astro updates a page's styles only for changed modules with an ID; an
 * imported style has none, but its importer does.
 */
export function importedStyles(): Plugin {
  return {
    name: 'agentsite:imported-styles',
    hotUpdate({ modules }) {
      if (this.environment.name === 'client') return;
      const importers = modules.filter(({ id }) => id === null).flatMap((file) => [...file.importers]);
      return [...new Set([...modules, ...importers])];
    },
  };
}

import type { Plugin } from 'vite';

/** Updates styles that others `@import`: Astro only updates modules with an ID, which the importer has. */
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

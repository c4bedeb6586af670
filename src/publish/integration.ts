import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { digestTheme, recordTheme } from './theme.ts';

/** Name of the theme among the entries of Astro's server bundle. */
const themeEntry = 'theme';
/** Entries that keep their names; the one that is left is the adapter's, which Astro looks for as `entry.mjs`. */
const ownEntries: ReadonlySet<string> = new Set([themeEntry, 'virtual_astro_middleware']);

/**
 * Adds the theme to what Astro builds: beside the server entry, which renders the contact form on demand, a
 * second one that the build renders all other pages with.
 */
export function compileTheme(): AstroIntegration {
  let root = process.cwd();
  let dist = `${root}/dist`;
  return {
    name: 'agentsite',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root).replace(/\/$/, '');
        dist = fileURLToPath(config.outDir);
      },

      'astro:build:setup': ({ target, updateConfig }) => {
        if (target !== 'server') return;
        const entry = fileURLToPath(new URL('./theme-entry.ts', import.meta.url));
        const entryFileNames = ({ name }: { name: string }) =>
          ownEntries.has(name) ? `${name}.mjs` : 'entry.mjs';
        const rolldownOptions = { input: { [themeEntry]: entry }, output: { entryFileNames } };
        updateConfig({ environments: { ssr: { build: { rolldownOptions } } } });
      },

      'astro:build:done': () => recordTheme(dist, digestTheme(root)),
    },
  };
}

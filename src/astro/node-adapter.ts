import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import type { AstroIntegration } from 'astro';

/**
 * The adapter `@astrojs/node`, which renders pages on demand, with a server entry and a preview of our own.
 *
 * Two things here are more than Astro's documentation says, and `test/build/system/astro-build.test.ts` notices when they
 * change:
 *  - an integration may bring an adapter only when `config.adapter` is set as well (`updateConfig({ adapter })`);
 *    Astro runs no hooks of an adapter that is set so late, so it also joins the list of integrations;
 *  - `@astrojs/node` writes the output folders into its code, but needs only where they lie to each other. It is
 *    told others, so that the same theme comes out wherever it is compiled; for the same reason the endpoint for
 *    pictures, which no server of a build asks anything, is the one that knows of no folder.
 */
export function nodeAdapter(): AstroIntegration {
  const { name, hooks } = node({ mode: 'middleware' });
  const places = { client: new URL('file:///dist/client/'), server: new URL('file:///dist/server/') };
  return {
    name,
    hooks: {
      'astro:config:setup': (options) => {
        const { config, command } = options;
        const build = { ...config.build, ...places };
        const entrypoint = command === 'build' ? 'astro/assets/endpoint/generic' : undefined;
        const image = { ...config.image, endpoint: { ...config.image.endpoint, entrypoint } };
        return hooks['astro:config:setup']?.({ ...options, config: { ...config, build, image } });
      },
      'astro:config:done': (options) =>
        hooks['astro:config:done']?.({
          ...options,
          setAdapter: (adapter) =>
            options.setAdapter({
              ...adapter,
              serverEntrypoint: fileURLToPath(new URL('./server-entry.ts', import.meta.url)),
              previewEntrypoint: fileURLToPath(new URL('./preview.ts', import.meta.url)),
            }),
        }),
    },
  };
}

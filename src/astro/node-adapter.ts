import node from '@astrojs/node';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { codeFile } from '../content/read/code-digest.ts';

/**
 * The adapter `@astrojs/node`, which renders pages on demand, with our own server entry and preview.
 *
 * It relies on three things that are not documented, and tests of `test/build/system` notice a change:
 *  - an integration may bring an adapter only when `config.adapter` is set as well (`updateConfig({ adapter })`).
 *    Astro runs no hooks of an adapter that is set so late, so it also joins the list of integrations;
 *  - `@astrojs/node` compiles the output folders in, but only uses where they are relative to each other. Fixed folders
 *    give the same theme wherever it is compiled;
 *  - `@astrojs/node` imports two packages for its own web server alone (`withoutServer`).
 */
export function nodeAdapter(): AstroIntegration {
  const { name, hooks } = node({ mode: 'middleware' });
  const folders = { client: new URL('file:///dist/client/'), server: new URL('file:///dist/server/') };
  return {
    name,
    hooks: {
      'astro:config:setup': (options) => {
        const { config, command } = options;
        const build = { ...config.build, ...folders };
        // No server of a build resizes images.
        const entrypoint = command === 'build' ? 'astro/assets/endpoint/generic' : undefined;
        const image = { ...config.image, endpoint: { ...config.image.endpoint, entrypoint } };
        if (command === 'build') options.updateConfig({ vite: { plugins: [withoutServer] } });
        return hooks['astro:config:setup']?.({ ...options, config: { ...config, build, image } });
      },
      'astro:config:done': (options) =>
        hooks['astro:config:done']?.({
          ...options,
          setAdapter: (adapter) =>
            options.setAdapter({
              ...adapter,
              serverEntrypoint: codeFile('src/astro/server-entry'),
              previewEntrypoint: codeFile('src/astro/preview'),
            }),
        }),
    },
  };
}

/**
 * Leaves out the packages of the adapter's own web server, which a theme doesn't start. A site's folder need not have
 * them: pnpm keeps packages of packages elsewhere.
 */
const withoutServer: Plugin = {
  name: 'agentsite:without-server',
  enforce: 'pre',
  resolveId: { filter: { id: /^(?:send|server-destroy)$/ }, handler: () => '\0agentsite:no-server' },
  load: { filter: { id: /^\0agentsite:no-server$/ }, handler: () => 'export default null;' },
};

import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * The adapter of every site. Pages on demand are rendered by the sidecar, which `server-entry.ts` gives a handler.
 * An integration may bring an adapter only when `config.adapter` is set as well, which no documentation says; Astro runs
 * no hooks of an adapter that is set so late, so it also joins the list of integrations.
 */
export const adapter: AstroIntegration = {
  name: 'agentsite-adapter',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'agentsite',
        entrypointResolution: 'auto',
        serverEntrypoint: fileURLToPath(new URL('./server-entry.ts', import.meta.url)),
        previewEntrypoint: fileURLToPath(new URL('./preview.ts', import.meta.url)),
        adapterFeatures: { buildOutput: 'server', middlewareMode: 'classic' },
        supportedAstroFeatures: {
          staticOutput: 'stable',
          hybridOutput: 'stable',
          serverOutput: 'stable',
          sharpImageService: 'stable',
        },
      }),
  },
};

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failureOf } from '../../content/check/plugin-checks.ts';
import { ContentError } from '../../content/read/problems.ts';
import type { Site } from '../../core/model/site.ts';
import { locateModule } from '../../plugins/locate-module.ts';

/**
 * Bundles what plugins have for the sidecar into `server/plugins/NAME.mjs`, with the packages that it imports: a release
 * has neither the files of the site nor their packages.
 */
export async function writePluginModules(site: Site, root: string, server: string): Promise<void> {
  for (const { name, sidecar } of site.plugins ?? []) {
    if (sidecar === null) continue;
    try {
      const { rolldown } = await import('rolldown');
      const input = fileURLToPath(locateModule(sidecar, root));
      const bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
      await bundle.write({
        file: join(server, 'plugins', `${name}.mjs`),
        format: 'esm',
        codeSplitting: false,
      });
      await bundle.close();
    } catch (error) {
      throw new ContentError([failureOf(name, `its module ${sidecar} can't be bundled`, error)]);
    }
  }
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failureOf } from '../../content/check/plugin-checks.ts';
import { ContentError } from '../../content/read/problems.ts';
import type { Library } from '../../core/model/document.ts';
import { pluginsOf } from '../../plugins/loaded-plugins.ts';
import { locateModule } from '../../plugins/locate-module.ts';

/**
 * Bundles what plugins have for the sidecar into `server/plugins/NAME.mjs`, with the packages that it imports: a release
 * has neither the files of the site nor their packages.
 */
export async function writePluginModules(library: Library, root: string, server: string): Promise<void> {
  for (const { name, sidecar } of library.site.plugins ?? []) {
    if (sidecar === null) continue;
    const data = dataOfPlugin(library, name);
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
      writeFileSync(join(server, 'plugins', `${name}.data`), data);
    } catch (error) {
      throw new ContentError([failureOf(name, `its module ${sidecar} can't be bundled`, error)]);
    }
  }
}

/** What a plugin makes of everything that is published, for its module. @throws ContentError with the plugin's name */
export function dataOfPlugin(library: Library, name: string): string {
  try {
    const { sidecar } = pluginsOf(library.site).find((plugin) => plugin.name === name)?.parts ?? {};
    const data: unknown = sidecar?.data?.(library) ?? '';
    if (typeof data !== 'string') throw new Error('it must return text');
    return data;
  } catch (error) {
    throw new ContentError([failureOf(name, 'data()', error)]);
  }
}

import type { Site } from '../core/model/site.ts';
import { locateModule } from '../plugins/locate-module.ts';
import type { AfterPublish } from '../plugins/plugin.ts';
import { explainMissing, listActivePlugins } from './add-ons.ts';

/** After a release: runs what plugins do then; where `connect` asks for it, that of `agentsite-mentions` is one. */
export async function announceRelease(root: string, site: Site): Promise<void> {
  const { plugins, missing } = await listActivePlugins(root, site);
  for (const { name, afterPublish } of plugins) {
    if (afterPublish === null) continue;
    try {
      const module = (await import(locateModule(afterPublish, root))) as { readonly default: AfterPublish };
      await module.default(site);
    } catch (error) {
      console.error(
        `The site is published. ${name} failed: ${error instanceof Error ? error.message : error}`,
      );
      process.exitCode = 1;
    }
  }
  for (const { setting, name } of missing) {
    if (setting !== 'connect') continue;
    console.error(explainMissing('Nothing is announced: "connect" in site.ts', root, name));
    process.exitCode = 1;
  }
}

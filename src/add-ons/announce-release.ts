import type { Site } from '../core/model/site.ts';
import { locateModule } from '../plugins/locate-module.ts';
import type { AfterPublish } from '../plugins/plugin.ts';
import { explainMissing, loadAddOn } from './add-ons.ts';

interface Module {
  readonly default: AfterPublish;
}

/** After a release: runs what plugins do then, and announces it where `connect` says so without the plugin. */
export async function announceRelease(root: string, site: Site): Promise<void> {
  const { webmention, webSub, indexNow } = site.connect;
  const plugins = site.plugins ?? [];
  for (const { name, afterPublish } of plugins)
    if (afterPublish !== null)
      await attempt(name, site, () => import(locateModule(afterPublish, root)) as Promise<Module>);
  const isWanted = webmention?.send || webSub || indexNow;
  if (isWanted && !plugins.some(({ name }) => name === 'mentions'))
    await attempt('mentions', site, () => loadAddOn<Module>(root, 'agentsite-mentions', 'after-publish'));

  async function attempt(name: string, published: Site, load: () => Promise<Module | null>): Promise<void> {
    try {
      const module = await load();
      if (module) return await module.default(published);
      console.error(explainMissing('Nothing is announced: "connect" in site.ts', root, 'agentsite-mentions'));
    } catch (error) {
      console.error(
        `The site is published. ${name} failed: ${error instanceof Error ? error.message : error}`,
      );
    }
    process.exitCode = 1;
  }
}

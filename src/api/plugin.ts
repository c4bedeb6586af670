/**
 * `agentsite/plugin`: what plugins are made with.
 *
 *     import { definePlugin, z } from 'agentsite/plugin';
 *
 *     export const quotes = definePlugin({ name: 'quotes', setup: () => ({ remarkPlugins: [remarkQuotes] }) });
 */

/** The schema library of the settings, for the options of plugins. */
export { z } from 'zod';
export {
  /** Makes a plugin: a function from the options of a site to an entry of `plugins` in `site.ts`. */
  definePlugin,
  /** An entry of `plugins`. */
  type Plugin,
  /** What `definePlugin` takes. */
  type PluginDefinition,
  /** What `setup` returns. */
  type PluginParts,
} from '../plugins/plugin.ts';

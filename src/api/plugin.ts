/**
 * `agentsite/plugin`: what plugins are made with.
 *
 *     import { definePlugin, z } from 'agentsite/plugin';
 *
 *     export const quotes = definePlugin({ name: 'quotes', setup: () => ({ remarkPlugins: [remarkQuotes] }) });
 */

/** The schema library of the settings, for the options of plugins. */
export { z } from 'zod';
export type {
  /** What a plugin gets in the sidecar. */
  SidecarContext,
  /** What it answers there. */
  SidecarParts,
  /** The default export of its module. */
  SidecarPlugin,
} from '../plugins/sidecar-plugin.ts';
/** The words of a plugin in the language of the site, by key; owners override them. */
export { wordsOfPlugin } from '../core/languages/plugin-words.ts';
export {
  /** What a check found. */
  type Finding,
  /** A module that is loaded when it is needed. */
  type ModuleName,
  /** Makes a plugin: a function from the options of a site to an entry of `plugins` in `site.ts`. */
  definePlugin,
  /** An entry of `plugins`. */
  type Plugin,
  /** What `definePlugin` takes. */
  type PluginDefinition,
  /** What `setup` returns. */
  type PluginParts,
  /** A document for software. */
  type Publication,
} from '../plugins/plugin.ts';

/**
 * `agentsite/plugin`: what plugins are made with.
 *
 *     import { definePlugin, z } from 'agentsite/plugin';
 *
 *     export const quotes = definePlugin({ name: 'quotes', setup: () => ({ remarkPlugins: [remarkQuotes] }) });
 */

import type { Site } from '../core/model/site.ts';
import type { CommandContext } from '../plugins/sidecar-plugin.ts';

/** The schema library of the settings, for the options of plugins. */
export { z } from 'zod';

/**
 * Opens the store, the mailer and the secret of a plugin in one of its commands, also while the sidecar runs:
 * `await using context = await openPluginContext(await readOwnSite(), 'guest-book')`.
 */
export async function openPluginContext(site: Site, plugin: string): Promise<CommandContext> {
  const { openCommandContext } = await import('../../sidecar/open-command-context.ts');
  return openCommandContext(site, plugin);
}

export type {
  /** What a command of a plugin works with. */
  CommandContext,
  /** Was a mail sent? */
  MailResult,
  /** One of its routes. */
  PluginRoute,
  /** Keys of one plugin in the state of the site. */
  PluginStore,
  /** What a plugin gets in the sidecar. */
  SidecarContext,
  /** What it answers there. */
  SidecarParts,
  /** The default export of its module. */
  SidecarPlugin,
} from '../plugins/sidecar-plugin.ts';
export type {
  /** The text of a document. */
  Body,
  /** A published document. */
  Document,
  /** Everything that is published. */
  Library,
} from '../core/model/document.ts';
export type {
  /** What the module of `mount` exports. */
  Mount,
  /** A file below the path of a plugin. */
  MountedFile,
} from '../add-ons/mounts.ts';
/** The words of a plugin in the language of the site, by key; owners override them. */
export { wordsOfPlugin } from '../core/languages/plugin-words.ts';
export {
  /** The default export of a module that runs after `agentsite publish`. */
  type AfterPublish,
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

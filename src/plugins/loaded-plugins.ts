import type { PluginRow } from '../core/model/settings/plugins.ts';
import type { Site } from '../core/model/site.ts';
import type { PluginParts } from './plugin.ts';

/** A plugin of a site, with its functions. */
export interface LoadedPlugin {
  readonly name: string;
  readonly options: unknown;
  readonly parts: PluginParts;
}

/** The functions that belong to rows of settings. Rows are plain data; copies of settings share the list of them. */
const loaded = new WeakMap<readonly PluginRow[], readonly LoadedPlugin[]>();

export function rememberPlugins({ plugins }: Pick<Site, 'plugins'>, parts: readonly LoadedPlugin[]): void {
  if (plugins) loaded.set(plugins, parts);
}

/** @throws in a thread that did not call `recallPlugins` first: a build must not leave out plugins. */
export function pluginsOf({ plugins = [] }: Pick<Site, 'plugins'>): readonly LoadedPlugin[] {
  const found = loaded.get(plugins);
  if (!found && plugins.length > 0) throw new Error('The plugins of these settings are not loaded.');
  return found ?? [];
}

export const hasLoaded = ({ plugins = [] }: Pick<Site, 'plugins'>): boolean =>
  plugins.length === 0 || loaded.has(plugins);

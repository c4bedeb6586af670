import { z } from 'zod';
import type { Surface } from '../surface.ts';
import type { kindFields } from './own-kinds.ts';

/**
 * What is known of a plugin wherever there are settings: plain data, which is part of every digest, and goes to threads,
 * into the content index and to the sidecar. Its functions are in `src/plugins/loaded-plugins.ts`.
 */
export interface PluginRow {
  readonly name: string;
  /** As the owner wrote them, with their defaults. */
  readonly options: unknown;
  /** Digest of the site's own modules, of which the plugin may be one; those of packages are in the lock file. */
  readonly code: string;
  /** Fields of kinds that others declare, by the name of the kind. */
  readonly fields: Readonly<Record<string, z.output<typeof kindFields>>>;
  /** What its documents are advertised as. */
  readonly surfaces: readonly Surface[];
  /** Words of its own, by language and key. */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** An entry of `plugins`: what `definePlugin` of `agentsite/plugin` makes. */
export interface PluginEntry {
  readonly name: string;
}

export const pluginFields = {
  /** Plugins, in the order in which they change texts: `[readingList({ shelf: 'Books' })]`. See "Plugins" in the manual. */
  plugins: z.array(z.custom<PluginEntry>().transform((entry) => entry as unknown as PluginRow)).optional(),
};

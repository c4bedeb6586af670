import type { HastPluginDefinition, MdastPluginDefinition } from 'satteri';
import type { Pluggable } from 'unified';
import type { z } from 'zod';
import type { kindFields, ownKinds, ownTaxonomies } from '../core/model/settings/own-kinds.ts';

/** What a plugin adds to a site; `setup` returns it. Each part is optional. */
export interface PluginParts {
  /** Plugins of remark: functions with their options, as unified takes them, or the names of modules that export them. */
  readonly remarkPlugins?: readonly (Pluggable | string | readonly [string, ...unknown[]])[];
  /** Plugins of rehype, in the same forms. */
  readonly rehypePlugins?: readonly (Pluggable | string | readonly [string, ...unknown[]])[];
  /** Plugins of the engine's own compiler, which are faster: https://satteri.bruits.org/docs/ */
  readonly markdown?: {
    readonly mdastPlugins?: readonly MdastPluginDefinition[];
    readonly hastPlugins?: readonly HastPluginDefinition[];
  };
  /** Content types, declared as in `site.ts`. */
  readonly kinds?: z.input<typeof ownKinds>;
  /** Taxonomies, declared as in `site.ts`. */
  readonly taxonomies?: z.input<typeof ownTaxonomies>;
  /** Front matter fields of other kinds, by the name of the kind: `{ post: { mood: { type: 'text' } } }`. */
  readonly fields?: Readonly<Record<string, z.input<typeof kindFields>>>;
}

/** A plugin with the options of one site: an entry of `plugins` in `site.ts`. */
export interface Plugin {
  readonly name: string;
  readonly definition: PluginDefinition;
  /** The options as written; `undefined` where there are none. */
  readonly given: unknown;
}

/** What `definePlugin` takes. */
export interface PluginDefinition<Options extends z.ZodType = z.ZodType> {
  /** In messages, paths and digests: small letters, digits and hyphens. */
  readonly name: string;
  /** Schema of the options. Without one the plugin takes none. */
  readonly options?: Options;
  /** Says what the plugin adds, for options that were checked. Runs at each start of a command: keep slow work in functions. */
  readonly setup: (options: z.output<Options>) => PluginParts;
}

/** Makes an entry of `plugins` from the options of a site. It is an entry itself, without options. */
export type PluginFactory<Options extends z.ZodType> = ((given?: z.input<Options>) => Plugin) &
  Pick<Plugin, 'definition'>;

export function definePlugin<Options extends z.ZodType = z.ZodUndefined>(
  definition: PluginDefinition<Options>,
): PluginFactory<Options> {
  const own = definition as unknown as PluginDefinition;
  const make = (given?: z.input<Options>): Plugin => ({ name: own.name, definition: own, given });
  return Object.assign(make, { definition: own });
}

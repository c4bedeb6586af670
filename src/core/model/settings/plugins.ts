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
  /** Its documents and routes, as they are advertised. */
  readonly surfaces: readonly Surface[];
  /** By language and key, which begins with the plugin's name. */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Components in places that others may fill too. */
  readonly places: Readonly<Record<string, string>>;
  /** Modules that run in the browser. */
  readonly scripts: readonly string[];
  /** What the Content-Security-Policy has to allow. */
  readonly sources: Readonly<Partial<Record<Directive, readonly string[]>>>;
  /** The module that answers in the sidecar, from the site's folder; null without one. */
  readonly sidecar: string | null;
  /** Addresses elsewhere that the module answers, and media types in which it answers for pages. */
  readonly addresses: readonly string[];
  readonly pageTypes: readonly string[];
  /** The path below which a module of its own publishes, and answers in the dev server; null without one. */
  readonly mount: { readonly path: string; readonly module: string } | null;
  /** Tools of its MCP server, with the JSON Schemas of their arguments. */
  readonly tools: readonly PluginTool[];
  /** Its paths in the OpenAPI description. */
  readonly openapi: Readonly<Record<string, object>>;
  /** The module that runs after a release; null without one. */
  readonly afterPublish: string | null;
  /** Variables of the environment that it needs. */
  readonly secrets: readonly string[];
  /** Summary and module of each command. */
  readonly commands: Readonly<Record<string, { readonly summary: string; readonly module: string }>>;
}

/** Directives of the Content-Security-Policy that other origins may be added to. */
export type Directive = 'script-src' | 'connect-src' | 'style-src' | 'form-action';

export interface PluginTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown };
}

/** An entry of `plugins`: what `definePlugin` of `agentsite/plugin` makes. */
export interface PluginEntry {
  readonly name: string;
}

export const pluginFields = {
  /** Plugins, in the order in which they change documents: `[readingList({ shelf: 'Books' })]`. See "Plugins" in the manual. */
  plugins: z.array(z.custom<PluginEntry>().transform((entry) => entry as unknown as PluginRow)).optional(),
};

/** The path below which a plugin answers in the sidecar. */
export const pluginRoot = (name: string): string => `/_plugins/${name}/`;

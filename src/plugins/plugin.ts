import type { HastPluginDefinition, MdastPluginDefinition } from 'satteri';
import type { Pluggable } from 'unified';
import type { z } from 'zod';
import type { Library } from '../core/model/document.ts';
import type { kindFields, ownKinds, ownTaxonomies } from '../core/model/settings/own-kinds.ts';
import type { Directive } from '../core/model/settings/plugins.ts';
import type { ThemeComponent } from '../core/model/settings/theme-components.ts';
import type { Site } from '../core/model/site.ts';
import type { Surface } from '../core/model/surface.ts';

/** A document for software: a pure function of everything that is published. */
export interface Publication {
  /** `/reading-list.json`; with a slash at the end a folder, whose files `render` names. */
  readonly path: string;
  /** Media type, with parameters: `application/json; charset=utf-8`. Of files in a folder their endings decide. */
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * How it is advertised: title, description, places in the catalogs. Without it only OpenAPI has it. A host that knows
   * types by endings alone leaves out what has another type there, unless `asFile` names that.
   */
  readonly surface?: Omit<Partial<Surface>, 'path' | 'type' | 'dynamic' | 'headers'>;
  readonly render: (library: Library) => string | Uint8Array | Readonly<Record<string, string | Uint8Array>>;
}

/** What a check found. */
export interface Finding {
  /** From the site's folder; `document.source` has it. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** What is wrong and what to write instead. */
  readonly message: string;
  /** A problem stops the build; advice, the default, does not. */
  readonly isProblem?: boolean;
}

/** A module that is loaded when it is needed: a URL (`new URL('./sidecar.ts', import.meta.url)`) or the name of a package's. */
export type ModuleName = URL | string;

/** Runs in the site's folder when its release is on the server. What it throws is printed, and the others run. */
export type AfterPublish = (site: Site) => void | Promise<void>;

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
  readonly publications?: readonly Publication[];
  /** Checks everything that is published; at every build and check, in the dev server and the editor. */
  readonly checks?: (library: Library) => Iterable<Finding>;
  readonly html?: {
    /** As `head` in `site.ts`. */
    readonly head?: readonly object[];
    /** Components of the theme that these replace, as in `site.ts`. */
    readonly components?: Readonly<Partial<Record<ThemeComponent, ModuleName>>>;
    /** Components in `HeadEnd`, `HeaderEnd`, `BeforeText`, `AfterText` and `FooterEnd`, next to those of others. */
    readonly slots?: Readonly<Partial<Record<ThemeComponent, ModuleName>>>;
    readonly styles?: readonly ModuleName[];
    /** Modules for the browser, which become part of the site's scripts. */
    readonly scripts?: readonly ModuleName[];
    /** Origins that pages need: `{ 'connect-src': ['https://api.example.org'] }`. */
    readonly sources?: Readonly<Partial<Record<Directive, readonly string[]>>>;
  };
  /** Words by language and key: `{ en: { title: 'Reading list' } }`. Owners override `reading-list.title`. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Commands of `agentsite`: each module runs when it is loaded. */
  readonly commands?: Readonly<Record<string, { readonly summary: string; readonly module: ModuleName }>>;
  /** After `agentsite publish`, and not after a rollback: a module whose default export is an `AfterPublish`. */
  readonly afterPublish?: ModuleName;
  /** A program in pages of its own, as the editor is: a folder, and a module whose default export is a `Mount`. */
  readonly mount?: { readonly path: string; readonly module: ModuleName };
  /** Variables of the environment that it needs, which are secrets of the workflows of `agentsite deploy-files`. */
  readonly secrets?: readonly string[];
  /** What answers in the sidecar: a module whose default export is a `SidecarPlugin`, and the routes to advertise. */
  readonly sidecar?: {
    readonly module: ModuleName;
    readonly surfaces?: readonly Omit<Surface, 'dynamic'>[];
    /** Addresses outside of the plugin's own path that its routes answer, such as `/.well-known/webfinger`. */
    readonly addresses?: readonly string[];
    /** Media types in which it answers for pages, such as `application/activity+json`. */
    readonly pageTypes?: readonly string[];
    /** What the module needs of everything that is published: a text that comes with each build, and isn't public. */
    readonly data?: (library: Library) => string;
    /** MCP tools by name, which are on the card too: `{ books: { title, description, input: z.strictObject({ … }) } }`. */
    readonly tools?: Readonly<Record<string, PluginToolParts>>;
    /** Path items of OpenAPI, by path. */
    readonly openapi?: Readonly<Record<string, object>>;
  };
}

/** A tool of MCP: what programs read before they call it. */
export interface PluginToolParts {
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Programs ask their user before a call, unless it says `{ readOnlyHint: true }`. */
  readonly annotations?: Readonly<
    Partial<Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>>
  >;
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

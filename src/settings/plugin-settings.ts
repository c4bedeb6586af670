import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { kindFields, ownKinds, ownTaxonomies } from '../core/model/settings/own-kinds.ts';
import { type PluginRow, pluginRoot } from '../core/model/settings/plugins.ts';
import { type ThemeComponent, themeComponents } from '../core/model/settings/theme-components.ts';
import { engineCommands } from '../core/model/site-packages.ts';
import type { Surface } from '../core/model/surface.ts';
import type { LoadedPlugin } from '../plugins/loaded-plugins.ts';
import type { Plugin, PluginParts } from '../plugins/plugin.ts';
import { explainIssues, type SettingIssue } from './setting-issues.ts';

/** The settings with what plugins declare, and with rows of plain data instead of the plugins themselves. */
export interface SettledPlugins {
  readonly settings: unknown;
  readonly plugins: readonly LoadedPlugin[];
  readonly issues: readonly SettingIssue[];
}

const treePlugin = z.custom(
  (value) => typeof value === 'function' || (typeof value === 'object' && value !== null),
  'must be a plugin: an object or a function',
);
const unifiedPlugin = z.union([z.string(), treePlugin]);
const ownFunction = <Type>() => z.custom<Type>((value) => typeof value === 'function', 'must be a function');
/** A path without `..`, which would lead out of the site. */
const path = z
  .string()
  .regex(/^(?!.*\/\.{1,2}(?:\/|$))\/[\w./-]*$/, 'must be a path such as /reading-list.json');
const mediaType = z.string().regex(/^[\w.+-]+\/[\w.+-]+(?:;.*)?$/, 'must be a media type');
const surface = z.looseObject({ title: z.string().optional(), description: z.string().optional() });

const tool = z.strictObject({
  title: z.string(),
  description: z.string(),
  input: z.custom<z.ZodObject>((value) => isRecord(value) && '_zod' in value, 'must be a schema of zod'),
});

/** The parts that a `setup` may return. @param root folder of the site, below which module URLs are written */
const createSchema = (root: string) => {
  const module = z
    .union([z.string(), z.instanceof(URL)])
    .transform((name) => nameModule(name, root))
    .refine((name) => !isMissing(name, root), 'names a file that does not exist');
  const sources = z.partialRecord(
    z.enum(['script-src', 'connect-src', 'style-src', 'form-action']),
    z.array(z.url()),
  );
  const [components, slots] = [z.enum(componentNames), z.enum(slotNames)];
  return z.strictObject({
    remarkPlugins: z.array(unifiedPlugin).optional(),
    rehypePlugins: z.array(unifiedPlugin).optional(),
    markdown: z
      .strictObject({
        mdastPlugins: z.array(treePlugin).optional(),
        hastPlugins: z.array(treePlugin).optional(),
      })
      .optional(),
    kinds: ownKinds,
    taxonomies: ownTaxonomies,
    fields: z.record(z.string(), kindFields).default({}),
    publications: z
      .array(
        z.strictObject({
          path,
          type: mediaType,
          headers: z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[^\r\n]*$/)).optional(),
          surface: surface.optional(),
          render: ownFunction(),
        }),
      )
      .default([]),
    checks: ownFunction<PluginParts['checks']>().optional(),
    html: z
      .strictObject({
        head: z.array(z.looseObject({})).default([]),
        components: z.partialRecord(components, module).default({}),
        slots: z.partialRecord(slots, module).default({}),
        styles: z.array(module).default([]),
        scripts: z.array(module).default([]),
        sources: sources.default({}),
      })
      .prefault({}),
    words: z.record(z.string(), z.record(z.string(), z.string())).default({}),
    commands: z
      .record(z.string().regex(/^[a-z][a-z-]*$/), z.strictObject({ summary: z.string(), module }))
      .default({}),
    afterPublish: module.optional(),
    secrets: z.array(z.string().regex(/^[A-Z][A-Z0-9_]*$/)).default([]),
    sidecar: z
      .strictObject({
        module,
        surfaces: z.array(surface.extend({ path, type: mediaType })).default([]),
        addresses: z.array(path).default([]),
        pageTypes: z.array(z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/, 'must be a media type')).default([]),
        data: ownFunction().optional(),
        tools: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/), tool).default({}),
        openapi: z.record(z.string().startsWith('/'), z.looseObject({})).default({}),
      })
      .optional(),
  });
};
type CheckedParts = z.output<ReturnType<typeof createSchema>>;

const componentNames = Object.keys(themeComponents) as ThemeComponent[];
const slotNames = componentNames.filter((name) => themeComponents[name].endsWith('/place.astro'));

/** From the site's folder where it is in there, so that it is right on other machines. */
function nameModule(name: URL | string, root: string): string {
  if (typeof name === 'string') return name;
  // A published package has compiled files where its sources name TypeScript.
  const url = existsSync(name) ? name : new URL(name.href.replace(/\.ts$/, '.js'));
  const path = relative(root, fileURLToPath(url)).replaceAll(sep, '/');
  return path.startsWith('..') ? url.href : `./${path}`;
}

const isMissing = (name: string, root: string): boolean =>
  (name.startsWith('.') && !existsSync(join(root, name))) ||
  (name.startsWith('file:') && !existsSync(new URL(name)));

/** Where settings come from. */
export interface SettingsOrigin {
  readonly root: string;
  /** Digest of the site's own modules. */
  readonly code: string;
}

export function settlePlugins(written: unknown, { root, code }: SettingsOrigin): SettledPlugins {
  const entries = isRecord(written) ? written.plugins : undefined;
  if (!isRecord(written) || entries === undefined) return { settings: written, plugins: [], issues: [] };
  if (!Array.isArray(entries)) {
    const message = 'must be a list of plugins, such as [readingList()]';
    return {
      settings: { ...written, plugins: undefined },
      plugins: [],
      issues: [{ path: ['plugins'], message }],
    };
  }
  const settled = entries.map((entry, index) => {
    const path = ['plugins', index];
    const read = readPlugin(entry, root);
    const issues = read.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
    return { path, issues, ...('parts' in read ? { read } : {}) };
  });
  const claims = new Map<string, string>(engineCommands.map((name) => [`the command "${name}"`, '']));
  const issues = settled.flatMap((one) => [
    ...one.issues,
    ...(one.read ? findClashes(one.read, claims).map((message) => ({ path: one.path, message })) : []),
  ]);
  const found = settled.flatMap(({ read }) => read ?? []);
  return {
    settings: { ...addParts(written, found), plugins: found.map((read) => describeRow(read, code)) },
    plugins: found,
    issues: [...issues, ...findOwnClashes(written, claims)],
  };
}

interface ReadPlugin extends LoadedPlugin {
  readonly checked: CheckedParts;
  readonly issues: readonly SettingIssue[];
}

/** One entry; without `parts` where it can't be used. */
function readPlugin(entry: unknown, root: string): ReadPlugin | Pick<ReadPlugin, 'issues'> {
  const refuse = (message: string) => ({ issues: [{ path: [], message }] });
  const plugin = pluginOf(entry);
  if (!plugin) return refuse('must be made by definePlugin() of agentsite/plugin');
  const { definition, given } = plugin;
  const { name } = definition;
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]{0,39}$/.test(name))
    return refuse(
      `the name of a plugin must be small letters, digits and hyphens, and is ${JSON.stringify(name)}`,
    );
  if (!definition.options && given !== undefined) return refuse(`the plugin "${name}" takes no options`);
  try {
    const schema = definition.options ?? z.undefined();
    const options = schema.safeParse(definition.options ? (given ?? {}) : undefined);
    if (!options.success)
      return {
        issues: explainIssues(options.error.issues, schema, given ?? {}).map(({ path, message }) => ({
          path: ['options', ...path],
          message: `${message} (plugin "${name}")`,
        })),
      };
    const parts = definition.setup(options.data);
    if ((parts as unknown) instanceof Promise)
      return refuse(`the plugin "${name}" can't be used: what setup() returns must be no promise`);
    const partsSchema = createSchema(root);
    const checked = partsSchema.safeParse(parts);
    const strange = checked.data?.sidecar && findStrangeAddress(name, checked.data.sidecar);
    if (strange)
      return refuse(
        `the plugin "${name}" can't have ${strange}: its routes begin with ${pluginRoot(name)} or are in "addresses"`,
      );
    if (checked.success)
      return { name, options: options.data, parts: parts as PluginParts, checked: checked.data, issues: [] };
    return {
      issues: explainIssues(checked.error.issues, partsSchema, parts).map(({ path, message }) => ({
        path: [],
        message: `the plugin "${name}" can't be used: ${path.join('.') || 'what setup() returns'} ${message.replace('is not a setting', 'is no part of a plugin')}`,
      })),
    };
  } catch (error) {
    return refuse(
      `the plugin "${name}" can't be used: setup() failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** An address that a plugin describes and does not answer. */
function findStrangeAddress(name: string, sidecar: NonNullable<CheckedParts['sidecar']>): string | undefined {
  const { surfaces, openapi, addresses } = sidecar;
  return [...surfaces.map(({ path }) => path), ...Object.keys(openapi)].find(
    (path) => !path.startsWith(pluginRoot(name)) && !addresses.includes(path),
  );
}

function pluginOf(entry: unknown): Plugin | null {
  if (typeof entry !== 'function' && !isRecord(entry)) return null;
  const { definition, given } = entry as Partial<Plugin>;
  return isRecord(definition) && typeof definition.setup === 'function'
    ? ({ definition, given } as unknown as Plugin)
    : null;
}

/** Sentences about what two plugins claim. @param claims what each thing belongs to, to which the plugin's are added */
function findClashes({ name, checked }: ReadPlugin, claims: Map<string, string>): string[] {
  if (claims.has(name)) return [`the plugin "${name}" is in the list twice; remove one.`];
  return listClaims(name, checked).flatMap((thing) => {
    const holder = claims.get(thing);
    claims.set(thing, holder ?? name);
    if (holder === undefined) return [];
    if (holder === '') return [`the plugin "${name}" can't have ${thing}, which the engine has.`];
    return [`the plugins "${holder}" and "${name}" both have ${thing}; remove one of them.`];
  });
}

function listClaims(name: string, checked: CheckedParts): string[] {
  const { kinds, taxonomies, fields, publications, html, commands, sidecar } = checked;
  return [
    name,
    ...Object.keys(kinds).map((kind) => `the content type "${kind}"`),
    ...Object.keys(taxonomies).map((taxonomy) => `the taxonomy "${taxonomy}"`),
    ...Object.entries(fields).flatMap(([kind, own]) =>
      Object.keys(own).map((field) => `the field "${field}" of "${kind}"`),
    ),
    ...publications.map(({ path }) => `the path ${path}`),
    ...new Set(
      [...(sidecar?.surfaces ?? []).map(({ path }) => path), ...(sidecar?.addresses ?? [])].map(
        (path) => `the path ${path}`,
      ),
    ),
    ...(sidecar?.pageTypes ?? []).map((type) => `pages as ${type}`),
    ...Object.keys(html.components).map((component) => `the component ${component}`),
    ...Object.keys(sidecar?.tools ?? {}).map((one) => `the MCP tool "${one}"`),
    ...Object.keys(commands).map((command) => `the command "${command}"`),
  ];
}

/** What the owner declares in `site.ts` and a plugin too. */
function findOwnClashes(written: Settings, claims: Map<string, string>): SettingIssue[] {
  const things = { kinds: 'the content type', taxonomies: 'the taxonomy' };
  return Object.entries(things).flatMap(([setting, thing]) =>
    Object.keys(isRecord(written[setting]) ? written[setting] : {}).flatMap((name) => {
      const holder = claims.get(`${thing} "${name}"`);
      const message = `the plugin "${holder}" has ${thing} "${name}" too; choose another name.`;
      return holder === undefined ? [] : [{ path: [setting, name], message }];
    }),
  );
}

type Settings = Readonly<Record<string, unknown>>;

/** The settings with the rows that plugins add to the tables of the owner, whose own come last and win. */
function addParts(written: Settings, plugins: readonly ReadPlugin[]): Settings {
  const objects = {
    kinds: plugins.map(({ parts }) => parts.kinds),
    taxonomies: plugins.map(({ parts }) => parts.taxonomies),
    components: plugins.flatMap(({ checked: { html } }) => [html.components, html.slots]),
  };
  const lists = {
    head: plugins.flatMap(({ checked }) => checked.html.head),
    customCss: plugins.flatMap(({ checked }) => checked.html.styles),
  };
  return {
    ...written,
    ...Object.fromEntries(
      Object.entries(objects).flatMap(([name, rows]) =>
        rows.every((row) => Object.keys(row ?? {}).length === 0)
          ? []
          : [[name, Object.assign({}, ...rows.toReversed(), written[name])]],
      ),
    ),
    ...Object.fromEntries(
      Object.entries(lists).flatMap(([name, rows]) =>
        rows.length === 0 ? [] : [[name, [...rows, ...(Array.isArray(written[name]) ? written[name] : [])]]],
      ),
    ),
  };
}

function describeRow({ name, options, checked }: ReadPlugin, code: string): PluginRow {
  const { fields, words, html, commands, sidecar, publications, afterPublish = null, secrets } = checked;
  const surfaces = [
    ...publications.map(({ path, type, headers, surface }) => ({
      ...surface,
      path,
      type,
      ...(headers ? { headers } : {}),
    })),
    ...(sidecar?.surfaces ?? []).map((surface) => ({ ...surface, dynamic: true })),
  ].map((surface) => ({
    title: surface.path,
    description: `A document of the plugin "${name}".`,
    ...surface,
  }));
  const prefixed = Object.entries(words).map(([language, own]) => [
    language,
    Object.fromEntries(Object.entries(own).map(([key, word]) => [`${name}.${key}`, word])),
  ]);
  return {
    name,
    // Functions among the options are code, whose digest is there.
    options: JSON.parse(JSON.stringify(options ?? null)),
    ...{ code, fields, commands, afterPublish, secrets },
    surfaces: surfaces as Surface[],
    words: Object.fromEntries(prefixed),
    ...{ places: html.slots, scripts: html.scripts, sources: html.sources },
    sidecar: sidecar?.module ?? null,
    ...{ addresses: sidecar?.addresses ?? [], pageTypes: sidecar?.pageTypes ?? [] },
    openapi: sidecar?.openapi ?? {},
    tools: Object.entries(sidecar?.tools ?? {}).map(([tool, { input, ...described }]) => {
      const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: 'input' });
      return { name: tool, ...described, inputSchema: { ...schema, type: 'object' } };
    }),
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import { z } from 'zod';
import { type PluginRow, pluginRoot } from '../core/model/settings/plugins.ts';
import { engineCommands } from '../core/model/site-packages.ts';
import type { Surface } from '../core/model/surface.ts';
import type { LoadedPlugin } from '../plugins/loaded-plugins.ts';
import type { Plugin, PluginDefinition, PluginParts } from '../plugins/plugin.ts';
import { type CheckedParts, createPartsSchema } from './plugin-parts.ts';
import { explainIssues, type SettingIssue } from './setting-issues.ts';

/** The settings with what plugins declare, and with rows of plain data instead of the plugins themselves. */
export interface SettledPlugins {
  readonly settings: unknown;
  readonly plugins: readonly LoadedPlugin[];
  readonly issues: readonly SettingIssue[];
  /** Names the plugin in a problem of what it added to a table of the owner's. */
  readonly attribute: (issue: SettingIssue) => SettingIssue;
}

/** Where settings come from. */
export interface SettingsOrigin {
  readonly root: string;
  /** Digest of the site's own modules. */
  readonly code: string;
}

export function settlePlugins(written: unknown, { root, code }: SettingsOrigin): SettledPlugins {
  const entries = isRecord(written) ? written.plugins : undefined;
  if (!isRecord(written) || entries === undefined)
    return { settings: written, plugins: [], issues: [], attribute: (issue) => issue };
  if (!Array.isArray(entries)) {
    const message = 'must be a list of plugins, such as [readingList()]';
    return {
      settings: { ...written, plugins: undefined },
      plugins: [],
      issues: [{ path: ['plugins'], message }],
      attribute: (issue) => issue,
    };
  }
  const settled = entries.flatMap(listEntries).map(({ entry, index }) => {
    const path = ['plugins', index];
    const read = readPlugin(entry, { root, code });
    const issues = read.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
    return { path, issues, ...('parts' in read ? { read: { ...read, index } } : {}) };
  });
  const claims = new Map<string, string>(engineCommands.map((name) => [`the command "${name}"`, '']));
  const issues = settled.flatMap((one) => [
    ...one.issues,
    ...(one.read ? findClashes(one.read, claims).map((message) => ({ path: one.path, message })) : []),
  ]);
  const found = settled.flatMap(({ read }) => read ?? []);
  return {
    settings: { ...addParts(written, found), plugins: found.map(({ row }) => row) },
    plugins: found,
    issues: [...issues, ...findOwnClashes(written, claims)],
    attribute: (issue) => attribute(issue, found),
  };
}

/** Entries of the owner's lists follow those of plugins. */
function attribute(
  issue: SettingIssue,
  plugins: readonly (ReadPlugin & { readonly index: number })[],
): SettingIssue {
  const [table, key = '', ...rest] = issue.path;
  const isList = table === 'head' || table === 'customCss';
  const entries = isList
    ? plugins.flatMap((plugin) => plugin.checked.html[table === 'head' ? 'head' : 'styles'].map(() => plugin))
    : [];
  const isTable = table === 'kinds' || table === 'taxonomies';
  const holder = isTable ? plugins.find(({ checked }) => key in checked[table]) : entries[Number(key)];
  if (holder) {
    const message = `the plugin "${holder.name}" can't be used: ${issue.path.join('.')} ${issue.message}`;
    return { path: ['plugins', holder.index], message };
  }
  return isList && typeof key === 'number'
    ? { ...issue, path: [table, key - entries.length, ...rest] }
    : issue;
}

/** As in `plugins` of Vite and Astro: lists within the list, and nothing where a condition is false. */
function listEntries(entry: unknown, index: number): { readonly entry: unknown; readonly index: number }[] {
  if (Array.isArray(entry)) return entry.flatMap((inner) => listEntries(inner, index));
  return entry === undefined || entry === null || entry === false ? [] : [{ entry, index }];
}

interface ReadPlugin extends LoadedPlugin {
  readonly row: PluginRow;
  readonly checked: CheckedParts;
  readonly issues: readonly SettingIssue[];
}

/** One entry; without `parts` where it can't be used. */
function readPlugin(entry: unknown, { root, code }: SettingsOrigin): ReadPlugin | Pick<ReadPlugin, 'issues'> {
  const refuse = (message: string) => ({ issues: [{ path: [], message }] });
  const plugin = pluginOf(entry);
  if (!plugin)
    return refuse(
      entry instanceof Promise
        ? 'is a promise; write "await" before it'
        : "must be made by definePlugin() of agentsite/plugin; plugins of remark and rehype are in a part of one: definePlugin({ name: 'markdown', setup: () => ({ remarkPlugins: [ … ] }) })",
    );
  const { definition, given } = plugin;
  const { name } = definition;
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]{0,39}$/.test(name))
    return refuse(
      `the name of a plugin must be small letters, digits and hyphens, and is ${JSON.stringify(name)}`,
    );
  if (given instanceof Promise)
    return refuse(`the options of the plugin "${name}" are a promise; write "await" before it`);
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
    const parts = setUp(definition, options.data);
    if (parts instanceof Promise)
      return refuse(`the plugin "${name}" can't be used: what setup() returns must be no promise`);
    const partsSchema = createPartsSchema(root);
    const checked = partsSchema.safeParse(parts);
    const strange = checked.data?.sidecar && findStrangeAddress(name, checked.data.sidecar);
    if (strange)
      return refuse(
        `the plugin "${name}" can't have ${strange}: its routes begin with ${pluginRoot(name)} or are in "addresses"`,
      );
    if (checked.success) {
      const known = { name, options: options.data, parts: parts as PluginParts, checked: checked.data };
      return { ...known, row: describeRow(known, code), issues: [] };
    }
    return {
      issues: explainIssues(checked.error.issues, partsSchema, parts).map(({ path, message }) => ({
        path: [],
        message: `the plugin "${name}" can't be used: ${path.join('.') || 'what setup() returns'} ${message.replace('is not a setting', 'is no part of a plugin')}`,
      })),
    };
  } catch (error) {
    return refuse(
      `the plugin "${name}" can't be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function setUp({ setup }: PluginDefinition, options: unknown): unknown {
  try {
    return setup(options);
  } catch (error) {
    throw new Error(`setup() failed: ${error instanceof Error ? error.message : String(error)}`);
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
    ...[...publications, checked.mount ?? []].flat().map(({ path }) => `the path ${path}`),
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

function describeRow(
  { name, options, checked }: Omit<ReadPlugin, 'row' | 'issues'>,
  code: string,
): PluginRow {
  const {
    fields,
    words,
    html,
    commands,
    sidecar,
    publications,
    afterPublish = null,
    mount = null,
    secrets,
  } = checked;
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
    options: writeOptions(options),
    ...{ code, fields, commands, afterPublish, mount, secrets },
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

function writeOptions(options: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(options ?? null));
  } catch (error) {
    throw new Error(
      `its options must be plain data or functions: ${(error as Error).message.split('\n')[0]}`,
    );
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import { z } from 'zod';
import { kindFields, ownKinds, ownTaxonomies } from '../core/model/settings/own-kinds.ts';
import type { PluginRow } from '../core/model/settings/plugins.ts';
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

/** The parts that a `setup` may return. */
const partsSchema = z.strictObject({
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
});
type CheckedParts = z.output<typeof partsSchema>;

/** @param code digest of the site's own modules */
export function settlePlugins(written: unknown, code: string): SettledPlugins {
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
    const read = readPlugin(entry);
    const issues = read.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
    return { path, issues, ...('parts' in read ? { read } : {}) };
  });
  const claims = new Map<string, string>();
  const issues = settled.flatMap((one) => [
    ...one.issues,
    ...(one.read ? findClashes(one.read, claims).map((message) => ({ path: one.path, message })) : []),
  ]);
  const found = settled.flatMap(({ read }) => read ?? []);
  return {
    settings: {
      ...written,
      kinds: addRows(written.kinds, found, 'kinds'),
      taxonomies: addRows(written.taxonomies, found, 'taxonomies'),
      plugins: found.map((read) => describeRow(read, code)),
    },
    plugins: found,
    issues: [...issues, ...findOwnClashes(written, claims)],
  };
}

interface ReadPlugin extends LoadedPlugin {
  readonly checked: CheckedParts;
  readonly issues: readonly SettingIssue[];
}

/** One entry; without `parts` where it can't be used. */
function readPlugin(entry: unknown): ReadPlugin | Pick<ReadPlugin, 'issues'> {
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
  const schema = definition.options ?? z.undefined();
  const options = schema.safeParse(definition.options ? (given ?? {}) : undefined);
  if (!options.success)
    return {
      issues: explainIssues(options.error.issues, schema, given ?? {}).map(({ path, message }) => ({
        path: ['options', ...path],
        message: `${message} (plugin "${name}")`,
      })),
    };
  try {
    const parts = definition.setup(options.data);
    const checked = partsSchema.safeParse(parts);
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
      `setup() of the plugin "${name}" failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
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
    return [`the plugins "${holder}" and "${name}" both have ${thing}; remove one of them.`];
  });
}

function listClaims(name: string, { kinds, taxonomies, fields }: CheckedParts): string[] {
  return [
    name,
    ...Object.keys(kinds).map((kind) => `the content type "${kind}"`),
    ...Object.keys(taxonomies).map((taxonomy) => `the taxonomy "${taxonomy}"`),
    ...Object.entries(fields).flatMap(([kind, own]) =>
      Object.keys(own).map((field) => `the field "${field}" of "${kind}"`),
    ),
  ];
}

/** What the owner declares in `site.ts` and a plugin too. */
function findOwnClashes(
  written: Readonly<Record<string, unknown>>,
  claims: Map<string, string>,
): SettingIssue[] {
  return (['kinds', 'taxonomies'] as const).flatMap((setting) =>
    Object.keys(isRecord(written[setting]) ? written[setting] : {}).flatMap((name) => {
      const thing = setting === 'kinds' ? `the content type "${name}"` : `the taxonomy "${name}"`;
      const holder = claims.get(thing);
      return holder === undefined
        ? []
        : [
            {
              path: [setting, name],
              message: `the plugin "${holder}" has ${thing} too; choose another name.`,
            },
          ];
    }),
  );
}

function addRows(own: unknown, plugins: readonly ReadPlugin[], part: 'kinds' | 'taxonomies'): unknown {
  const rows = plugins.map(({ parts }) => parts[part] ?? {});
  return rows.every((row) => Object.keys(row).length === 0) ? own : Object.assign({}, ...rows, own);
}

function describeRow({ name, options, checked }: ReadPlugin, code: string): PluginRow {
  const { fields } = checked;
  // Functions among the options are code, whose digest is there.
  return {
    name,
    options: JSON.parse(JSON.stringify(options ?? null)),
    code,
    fields,
    surfaces: [],
    words: {},
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

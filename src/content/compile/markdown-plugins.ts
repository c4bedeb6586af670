import type { Node } from 'mdast';
import type { HastPluginDefinition, MdastPluginDefinition, MdastVisitorContext, Position } from 'satteri';
import type { Pluggable, Processor } from 'unified';
import type { Site } from '../../core/model/site.ts';
import { applyEdits } from '../../core/text/text-edits.ts';
import { type LoadedPlugin, pluginsOf } from '../../plugins/loaded-plugins.ts';
import { locateModule } from '../../plugins/locate-module.ts';
import { ContentError } from '../read/problems.ts';
import { type CopiedTree, copyTree, mergeTree } from './changed-tree.ts';
import { markdownStyle } from './html-to-markdown.ts';
import { rangeOf } from './markup/markdown-edits.ts';
import { type Findings, findingsOf, type TreePlugins } from './text/text-findings.ts';

/** Applies `next` now, or when what it waits for is there: nearly all documents wait for nothing. */
export function whenReady<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Milliseconds that a plugin may take for one text. */
const patience = 30_000;

/**
 * What the plugins of a site do to Markdown, in their order: null where none does. A plugin of remark or rehype gets a
 * copy of the compiler's tree, and the compiler takes over what it changed; nodes that stay are those that were parsed,
 * with their places.
 */
export async function openTreePlugins(root: string, site: Site): Promise<TreePlugins | null> {
  const plugins = pluginsOf(site);
  const isUsed = ({ remarkPlugins, rehypePlugins, markdown }: LoadedPlugin['parts']) =>
    [remarkPlugins, rehypePlugins, markdown].some((part) => part !== undefined);
  if (!plugins.some(({ parts }) => isUsed(parts))) return null;
  const load = async (list: readonly unknown[] = []) =>
    Promise.all(list.map((entry) => loadPluggable(entry, root)));
  const loaded = await Promise.all(
    plugins.map(async ({ name, parts }) => {
      try {
        const [remark, rehype] = [await load(parts.remarkPlugins), await load(parts.rehypePlugins)];
        await openParser(remark);
        return { name, markdown: parts.markdown, remark, rehype };
      } catch (error) {
        const message = `the plugin "${name}" can't be used: ${error instanceof Error ? error.message : String(error)}`;
        throw new ContentError([{ file: 'site.ts', line: 1, column: 1, field: 'plugins', message }]);
      }
    }),
  );
  const parser = await openParser(loaded.flatMap(({ remark }) => remark));
  const { unified } = await import('unified');
  const { default: remarkStringify } = await import('remark-stringify');
  const { default: remarkGfm } = await import('remark-gfm');
  const writer = unified().use(remarkStringify, markdownStyle).use(remarkGfm).freeze();
  const stage = (name: string, list: readonly Pluggable[]) =>
    list.length === 0
      ? []
      : [
          unifiedStage(
            name,
            unified()
              .use([...list])
              .freeze(),
            writer as never,
          ),
        ];
  const mdast = loaded.flatMap(({ name, remark, markdown }): MdastPluginDefinition[] => [
    ...stage(name, remark),
    ...nativeStages(name, markdown?.mdastPlugins),
  ]);
  const hast = loaded.flatMap(({ name, rehype, markdown }) => [
    ...stage(name, rehype),
    ...nativeStages(name, markdown?.hastPlugins as readonly MdastPluginDefinition[] | undefined),
  ]) as unknown as HastPluginDefinition[];
  return { parser, mdast, hast };
}

/** Modules that are named are loaded here: a sidecar and a command that compile no text don't wait for them. */
async function loadPluggable(entry: unknown, root: string): Promise<Pluggable> {
  const [name, ...options] = Array.isArray(entry) ? entry : [entry];
  if (typeof name !== 'string') return entry as Pluggable;
  const module = (await import(locateModule(name, root))) as { default?: { default?: unknown } };
  // A module of CommonJS may have its default export in an object.
  const found = module.default?.default ?? module.default;
  if (found === undefined) throw new Error(`${name} has no default export`);
  return [found, ...options] as Pluggable;
}

/**
 * A plugin that teaches remark other markup (`[[wiki links]]`) works on remark's parser: then remark reads all bodies,
 * and the compiler gets that tree. Null where the compiler's own parser will do.
 */
async function openParser(plugins: readonly Pluggable[]): Promise<MdastPluginDefinition | null> {
  if (plugins.length === 0) return null;
  const { unified } = await import('unified');
  const base = unified()
    .use((await import('remark-parse')).default)
    .use((await import('remark-gfm')).default);
  const processor = base()
    .use([...plugins])
    .freeze();
  const extensions = (of: { data(): unknown }) =>
    (of.data() as { micromarkExtensions?: unknown[] }).micromarkExtensions?.length ?? 0;
  if (extensions(processor) === extensions(base().freeze())) return null;
  return {
    name: 'agentsite-remark-parse',
    before(root, context) {
      const found = findingsOf(context);
      const tree = processor.parse(context.source);
      take(root, context, { tree, originals: new Map() }, tree, found);
    },
  };
}

/** Runs transformers of unified on a copy of the tree. */
function unifiedStage(name: string, processor: Processor, writer: Processor): MdastPluginDefinition {
  return {
    name,
    options: { position: true },
    async before(root, context) {
      const found = findingsOf(context);
      const copy = copyTree(root);
      try {
        const changed = await run(processor, copy.tree, found, name);
        take(root, context, copy, changed, found, writer);
      } catch (error) {
        reportFailure(error, name, found);
      }
    },
  };
}

function take(
  root: Node,
  context: MdastVisitorContext,
  copy: CopiedTree,
  changed: unknown,
  found: Findings,
  writer: Processor | null = null,
): void {
  const merged = mergeTree(copy, changed);
  if (merged === null) return;
  found.needsConversion = true;
  const { blocks } = merged;
  // What one plugin wrote has no place for the next one.
  found.rewritten = !found.isPluginMade && blocks && writer ? rewrite(found, blocks, writer) : null;
  found.isPluginMade = true;
  found.changedLines.push(...merged.changedLines);
  context.replaceNode(root as never, merged.tree as never);
}

/** The text with changed blocks as remark writes them. */
function rewrite({ input }: Findings, blocks: readonly Node[], writer: Processor): string {
  const edits = blocks.map((block) => {
    const { start, end } = rangeOf(block);
    return {
      start,
      end,
      text: String(writer.stringify({ type: 'root', children: [block] } as never)).trimEnd(),
    };
  });
  return applyEdits(input.markdown, edits);
}

/** The tree that transformers leave. What they say about the text becomes warnings. */
function run(processor: Processor, tree: Node, found: Findings, name: string): Promise<unknown> {
  const { file, markdown } = found.input;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`it took longer than ${patience / 1000} seconds`)),
      patience,
    );
    const given = { path: file, value: markdown };
    processor.run(tree, given as never, (error, changed, said) => {
      clearTimeout(timer);
      for (const { reason, place } of said?.messages ?? [])
        found.warn(reason, placeIn(found, place as Place), name);
      if (error) reject(error);
      else resolve(changed);
    });
  });
}

type Place = Position | Position['start'] | undefined;

/** Plugins that say where something is wrong (`file.fail`) throw a message with a place. */
function reportFailure(error: unknown, name: string, found: Findings): void {
  const { place, message, reason } = error as { place?: Place; message?: string; reason?: string };
  const sentence = `the plugin "${name}" failed: ${reason ?? message ?? String(error)}`;
  found.problems.push({ ...placeIn(found, place), field: 'plugin', message: sentence });
}

function placeIn({ input }: Findings, place: Place) {
  const { line, column } = (place && 'start' in place ? place.start : place) ?? { line: 1, column: 1 };
  return { file: input.file, line: line + input.lineOffset, column };
}

type Visitor = (node: never, context: MdastVisitorContext) => unknown;

/** Plugins of the compiler, between two walks over the tree: they don't say whether they changed it. */
function nativeStages(name: string, plugins: readonly MdastPluginDefinition[] = []): MdastPluginDefinition[] {
  if (plugins.length === 0) return [];
  const key = `agentsite tree before ${name}`;
  return [
    {
      name: `${name}-before`,
      before: (root, { data }) => Object.assign(data, { [key]: JSON.stringify(root) }),
    },
    ...plugins.map((plugin) => guard(plugin, name)),
    {
      name: `${name}-after`,
      before(root, context) {
        if (context.data[key] === JSON.stringify(root)) return;
        const found = findingsOf(context);
        found.needsConversion = true;
        found.isPluginMade = true;
        found.rewritten = null;
        found.changedLines.push({ first: 1, last: Number.POSITIVE_INFINITY });
      },
    },
  ] as MdastPluginDefinition[];
}

/** Reports what a visitor throws at its node, with the name of the plugin. */
function guard(plugin: MdastPluginDefinition, name: string): MdastPluginDefinition {
  const wrap =
    (visit: Visitor): Visitor =>
    (node, context) => {
      const fail = (error: unknown) => {
        const { position } = node as Node;
        reportFailure(
          { place: position, message: error instanceof Error ? error.message : String(error) },
          name,
          findingsOf(context),
        );
      };
      try {
        const result = visit(node, context);
        return result instanceof Promise ? result.catch(fail) : result;
      } catch (error) {
        return fail(error);
      }
    };
  const wrapAny = (value: unknown): unknown => {
    if (typeof value === 'function') return wrap(value as Visitor);
    if (Array.isArray(value)) return value.map(wrapAny);
    return typeof value === 'object' && value !== null && 'visit' in value
      ? { ...value, visit: wrap(value.visit as Visitor) }
      : value;
  };
  return Object.fromEntries(
    Object.entries(plugin).map(([key, value]) => [key, wrapAny(value)]),
  ) as unknown as MdastPluginDefinition;
}

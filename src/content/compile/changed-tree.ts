import type { Node, Parent } from 'mdast';
import type { Position } from 'satteri';

/**
 * Trees of the compiler and of unified. The compiler forgets the places of nodes that it did not parse, so a changed
 * tree goes back to it with the parsed nodes wherever they are as they were, and with places in the data of others.
 */
export interface CopiedTree {
  readonly tree: Node;
  /** The compiler's node of each copy, and what it had: reading that once more takes as long as the first time. */
  readonly originals: ReadonlyMap<Node, Original>;
}

interface Original {
  readonly node: Node;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly children: readonly Node[] | undefined;
}

interface MergedTree {
  readonly tree: Node;
  /** Lines of nodes that were changed, from 1. */
  readonly changedLines: readonly Lines[];
  /** Changed blocks of the text, where all that changed is in such blocks and can be written as Markdown. */
  readonly blocks: readonly Node[] | null;
}

interface Lines {
  readonly first: number;
  readonly last: number;
}

const childrenOf = (node: Node): readonly Node[] | undefined => (node as Partial<Parent>).children;

/** Private to the compiler, on the nodes that it gives to visitors. */
const isPrivate = (key: string) => key.startsWith('_');

export function copyTree(root: Node): CopiedTree {
  const originals = new Map<Node, Original>();
  const copy = (node: Node): Node => {
    const fields: Record<string, unknown> = {};
    const read: Record<string, unknown> = {};
    const children = childrenOf(node);
    for (const key of Object.keys(node)) {
      if (isPrivate(key) || key === 'children') continue;
      const value = Reflect.get(node, key) as unknown;
      read[key] = value;
      // Positions are read, not changed, and are most of a tree.
      fields[key] = key !== 'position' && typeof value === 'object' ? structuredClone(value) : value;
    }
    // Nodes that another parser or plugin made have it in their data.
    fields.position ??= (fields.data as { position?: Position } | undefined)?.position;
    const copied = fields as unknown as Node;
    if (children) fields.children = children.map(copy);
    originals.set(copied, { node, fields: read, children });
    return copied;
  };
  return { tree: copy(root), originals };
}

/** @returns null where nothing changed. @throws for what is no tree */
export function mergeTree({ originals }: CopiedTree, changed: unknown): MergedTree | null {
  if (!isRoot(changed)) throw new Error('it gave no tree back');
  const used = new Set<Node>();
  const changedLines: Lines[] = [];
  const merge = (node: Node, above: Position | undefined): Node => {
    refuseStrange(node);
    const position = node.position ?? above;
    const children = childrenOf(node)?.map((child) => merge(child, position));
    const original = originals.get(node);
    if (original && !used.has(original.node) && isSame(node, original, children)) {
      used.add(original.node);
      return original.node;
    }
    if (node.position) changedLines.push(linesOf(node.position));
    const { position: own, ...rest } = node;
    // HTML has no problems with a place.
    const hasPlace = position && node.type !== 'root' && node.type !== 'element';
    const data = hasPlace ? { data: { ...node.data, position } } : {};
    return { ...rest, ...data, ...(children ? { children } : {}) };
  };
  const tree = merge(changed, undefined);
  if (originals.get(changed)?.node === tree) return null;
  const all = childrenOf(changed) ?? [];
  const before = originals.get(changed)?.children ?? [];
  const isAlike =
    all.length === before.length && all.every((block, at) => originals.get(block)?.node === before[at]);
  const blocks = all.filter((_, at) => !used.has(before[at] as Node));
  return { tree, changedLines, blocks: isAlike && blocks.every(isWritable) ? blocks : null };
}

/** The compiler would lose the text of such nodes without a word. */
function refuseStrange(node: Node): void {
  if (typeof node?.type !== 'string') throw new Error('it made a node without a type');
  const children: unknown = childrenOf(node);
  if (children !== undefined && !Array.isArray(children))
    throw new Error(`it made a node "${node.type}" whose children are no list`);
  if (node.type === 'text' && typeof Reflect.get(node, 'value') !== 'string')
    throw new Error('it made a node "text" without a value');
}

/** What Markdown and the compiler's parser have in common; a plugin may say that anything is another element. */
const writable =
  /^(?:paragraph|heading|list|listItem|text|emphasis|strong|delete|link|inlineCode|break|image)$/;

function isWritable(node: Node): boolean {
  const isPlain = writable.test(node.type) && node.data === undefined;
  return isPlain && (childrenOf(node) ?? []).every(isWritable);
}

const isRoot = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && Reflect.get(value, 'type') === 'root';

const linesOf = ({ start, end }: Position): Lines => ({ first: start.line, last: end.line });

function isSame(
  node: Node,
  { fields, children: before }: Original,
  children: readonly Node[] | undefined,
): boolean {
  if (children?.length !== before?.length || children?.some((child, index) => child !== before?.[index]))
    return false;
  for (const key in { ...node, ...fields }) {
    if (key === 'children' || key === 'position') continue;
    const now = Reflect.get(node, key) as unknown;
    if (now !== fields[key] && JSON.stringify(now) !== JSON.stringify(fields[key])) return false;
  }
  return true;
}

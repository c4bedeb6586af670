/** `_fields`: names nest with dots, missing ones are ignored, and an empty object becomes an empty array, as in PHP. */
export interface FieldChoice {
  /** The names as given: `['id', 'title.rendered']`. */
  readonly names: readonly string[];
  readonly tree: FieldTree;
}
interface FieldTree extends ReadonlyMap<string, FieldTree | true> {}
type MutableTree = Map<string, FieldTree | true>;

/** Null when no name is given, which means all fields. */
export function parseFields(names: readonly string[]): FieldChoice | null {
  if (names.length === 0) return null;
  const tree: MutableTree = new Map();
  for (const name of names) if (!addField(tree, name.split('.'))) break;
  return { names, tree };
}

/** Returns false where WordPress stops reading: at a part of something that is already asked for whole. */
function addField(root: MutableTree, parts: readonly string[]): boolean {
  let level = root;
  for (const part of parts.slice(0, -1)) {
    const existing = level.get(part);
    if (existing === true) return false;
    const next: MutableTree = (existing as MutableTree | undefined) ?? new Map();
    level.set(part, next);
    level = next;
  }
  level.set(parts.at(-1) ?? '', true);
  return true;
}

/** Is anything of the top-level member `name` asked for? */
export function wantsField(choice: FieldChoice | null, name: string): boolean {
  return choice?.tree.has(name) ?? true;
}

export function pickFields(value: unknown, tree: FieldTree): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const shown: Record<string, unknown> = {};
  let count = 0;
  for (const [key, member] of Object.entries(value)) {
    const choice = tree.get(key);
    if (choice === undefined) continue;
    shown[key] = choice === true ? member : pickFields(member, choice);
    count += 1;
  }
  if (count === 0) return [];
  return Array.isArray(value) ? Object.values(shown) : shown;
}

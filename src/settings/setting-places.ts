import { type Node, type ObjectExpression, parseExpressionAt } from 'acorn';

/** A position in a file; both numbers count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** `['owner', 'name']`, `['customCss', 0]` */
export type SettingPath = readonly PropertyKey[];

const declaration = /\bconst\s+site\b[^=]*=\s*/;

/** Finds settings in the text of `site.ts`. A setting that is missing or imported has the place of its parent. */
export function createPlaces(text: string): (path: SettingPath) => Place {
  const value = readValue(text);
  const placeOf = (offset: number): Place => {
    const before = text.slice(0, offset).split('\n');
    return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
  };
  return (path) => placeOf(value === null ? 0 : findOffset(value, path));
}

function readValue(text: string): Node | null {
  const found = declaration.exec(text);
  if (!found) return null;
  try {
    return parseExpressionAt(text, found.index + found[0].length, { ecmaVersion: 'latest' });
  } catch {
    // TypeScript syntax that plain settings do not need.
    return null;
  }
}

function findOffset(value: Node, path: SettingPath): number {
  let node: Node | null = value;
  let offset = value.start;
  for (const step of path) {
    const found: { start: number; value: Node } | null = node && findStep(node, step);
    if (!found) break;
    offset = found.start;
    node = found.value;
  }
  return offset;
}

function findStep(node: Node, step: PropertyKey): { start: number; value: Node } | null {
  if (isArray(node)) {
    const element = node.elements[Number(step)];
    return element ? { start: element.start, value: element } : null;
  }
  // The options of a plugin: `readingList({ … })`.
  if (isCall(node)) {
    const [options] = node.arguments;
    return step === 'options' && options ? { start: options.start, value: options } : null;
  }
  if (node.type !== 'ObjectExpression') return null;
  for (const property of (node as ObjectExpression).properties) {
    if (property.type !== 'Property') continue;
    const { key, value } = property;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : null;
    if (name === step) return { start: property.start, value };
  }
  return null;
}

function isCall(node: Node): node is Node & { readonly arguments: readonly Node[] } {
  return node.type === 'CallExpression';
}

function isArray(node: Node): node is Node & { readonly elements: readonly (Node | null)[] } {
  return node.type === 'ArrayExpression';
}

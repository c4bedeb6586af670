import { type Node, parse } from 'acorn';

/** Values in programs that are parsed and never run. */

export type Written = Readonly<Record<string, unknown>> & Node;
export type Constants = ReadonlyMap<string, unknown>;

/** Parses a program; null if it is not plain JavaScript. */
export function parseProgram(program: string): Node | null {
  for (const sourceType of ['module', 'script'] as const) {
    try {
      return parse(program, {
        ecmaVersion: 'latest',
        sourceType,
        allowReturnOutsideFunction: true,
        allowHashBang: true,
      });
    } catch {
      // TypeScript, infinite nesting, or not a program at all.
    }
  }
  return null;
}

/** All nodes below one, parents first. */
export function* nodesOf(root: Node): Generator<Written> {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node as Written;
    waiting.push(...Object.values(node).flat().filter(isNode).reverse());
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

export const nameOf = (node: Written): string => String(node.name ?? node.value ?? '');

/** Value of an expression; a date becomes a string, and undefined is computed. */
export function evaluate(node: Node | null | undefined, constants: Constants = new Map()): unknown {
  const { type, value, name, quasis, expressions, elements, properties, callee, operator, argument } =
    (node ?? {}) as Written;
  switch (type) {
    case 'Literal':
      return typeof value === 'bigint' || value instanceof RegExp ? undefined : value;
    case 'Identifier':
      return constants.get(String(name));
    case 'TemplateLiteral': {
      const inserted = (expressions as Node[]).map((part) => evaluate(part, constants));
      if (inserted.includes(undefined)) return undefined;
      return (quasis as Written[])
        .map((part, index) => `${(part.value as { cooked: string }).cooked}${inserted[index] ?? ''}`)
        .join('');
    }
    case 'UnaryExpression': {
      const number = evaluate(argument as Node, constants);
      return operator === '-' && typeof number === 'number' ? -number : undefined;
    }
    case 'NewExpression': {
      if (nameOf(callee as Written) !== 'Date') return undefined;
      const values = ((node as Written).arguments as Node[]).map((part) => evaluate(part, constants));
      return values.length === 1 ? values[0] : dateOf(values);
    }
    case 'ArrayExpression': {
      const values = (elements as (Node | null)[]).map((element) => evaluate(element, constants));
      return values.includes(undefined) ? undefined : values;
    }
    case 'ObjectExpression': {
      const pairs = (properties as Written[]).map(
        (property) =>
          [
            property.computed || !property.key ? '' : nameOf(property.key as Written),
            evaluate(property.value as Node | null, constants),
          ] as const,
      );
      return pairs.some(([key, inside]) => key === '' || inside === undefined)
        ? undefined
        : Object.fromEntries(pairs);
    }
    default:
      return undefined;
  }
}

/** `new Date(2020, 0, 5)` is 5 January 2020, on the clock of the machine. */
function dateOf(values: readonly unknown[]): string | undefined {
  const [year, month, ...rest] = values;
  if (typeof year !== 'number' || typeof month !== 'number' || rest.some((part) => typeof part !== 'number'))
    return undefined;
  const date = new Date(Date.UTC(year, month, ...(rest as number[])));
  return Number.isNaN(date.valueOf()) ? undefined : date.toISOString().slice(0, 19);
}

/** Constants that a program declares with plain values. */
export function constantsIn(nodes: Iterable<Written>): Map<string, unknown> {
  const constants = new Map<string, unknown>();
  for (const { type, id, init } of nodes) {
    if (type !== 'VariableDeclarator' || (id as Written).type !== 'Identifier') continue;
    const value = evaluate(init as Node | null, constants);
    if (value !== undefined) constants.set(nameOf(id as Written), value);
  }
  return constants;
}

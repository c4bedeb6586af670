import { AssertionError, partialDeepStrictEqual } from 'node:assert';
import { describe as group, test } from 'node:test';
import { inspect, isDeepStrictEqual } from 'node:util';

/**
 * What the contract suite uses of Vitest, on the test runner of Node: so a site that was made from the package runs
 * the suite without Vitest. `use-node-runner.ts` puts this file instead.
 */

/** Milliseconds that a test may take. */
const usualTime = 180_000;

type Body = (...values: unknown[]) => unknown;

export const it = Object.assign(
  (name: string, body: Body) => {
    test(name, { timeout: usualTime }, async () => {
      await body();
    });
  },
  {
    each: (rows: readonly unknown[]) => (name: string, body: Body) => {
      for (const row of rows) it(fillIn(name, row), () => body(...valuesOf(row)));
    },
  },
);

export const describe = Object.assign(
  (name: string, body: Body) => {
    group(name, () => {
      body();
    });
  },
  {
    each: (rows: readonly unknown[]) => (name: string, body: Body) => {
      for (const row of rows) describe(fillIn(name, row), () => body(...valuesOf(row)));
    },
  },
);

/** The site that is asked: `CONTRACT_URL`. */
export const inject = (_name: 'siteUrl'): string => (process.env.CONTRACT_URL ?? '').replace(/\/$/, '');

const valuesOf = (row: unknown): readonly unknown[] => (Array.isArray(row) ? row : [row]);

/** `%s`, `%i` and `%j` are the values of the row, one after the other. */
function fillIn(name: string, row: unknown): string {
  const values = [...valuesOf(row)];
  return name.replace(/%[sij]/g, () => {
    const value = values.shift();
    return typeof value === 'string' ? value : inspect(value);
  });
}

const hasItems = (value: unknown) => value as { readonly length: number; includes(item: unknown): boolean };

const matchers = {
  toBe: (value: unknown, other: unknown) => Object.is(value, other),
  toEqual: (value: unknown, other: unknown) => isDeepStrictEqual(value, other),
  toMatchObject: (value: unknown, part: unknown) => isPart(value, part),
  toBeNull: (value: unknown) => value === null,
  toContain: (value: unknown, item: unknown) => hasItems(value).includes(item),
  toHaveLength: (value: unknown, length: unknown) => hasItems(value).length === length,
  toMatch: (value: unknown, pattern: unknown) => new RegExp(pattern as RegExp).test(String(value)),
  toBeGreaterThan: (value: unknown, least: unknown) => Number(value) > Number(least),
  toBeGreaterThanOrEqual: (value: unknown, least: unknown) => Number(value) >= Number(least),
  toBeLessThan: (value: unknown, most: unknown) => Number(value) < Number(most),
  toBeLessThanOrEqual: (value: unknown, most: unknown) => Number(value) <= Number(most),
} as const;

type Matchers = { readonly [Name in keyof typeof matchers]: (other?: unknown) => void };

export function expect(value: unknown, about?: string): Matchers & { readonly not: Matchers } {
  return Object.assign(matchersOf(value, about, true), { not: matchersOf(value, about, false) });
}

function matchersOf(actual: unknown, about: string | undefined, wanted: boolean): Matchers {
  const check = (name: keyof typeof matchers) => (expected?: unknown) => {
    if (matchers[name](actual, expected) === wanted) return;
    const rule = `${wanted ? '' : 'not '}${name}`;
    const message = `${about ? `${about}: ` : ''}${shorten(actual)} ${rule} ${shorten(expected)}`;
    throw new AssertionError({ message, actual, expected, operator: rule });
  };
  const names = Object.keys(matchers) as (keyof typeof matchers)[];
  return Object.fromEntries(names.map((name) => [name, check(name)])) as Matchers;
}

function isPart(value: unknown, part: unknown): boolean {
  try {
    partialDeepStrictEqual(value, part);
    return true;
  } catch {
    return false;
  }
}

function shorten(value: unknown): string {
  const text = inspect(value, { depth: 4, breakLength: Number.POSITIVE_INFINITY });
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

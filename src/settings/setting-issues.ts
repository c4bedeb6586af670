import { z } from 'zod';
import { explainForm, explainUnion } from '../core/text/explain-form.ts';
import { didYouMean } from '../core/text/nearest-word.ts';
import type { Place, SettingPath } from './setting-places.ts';

export interface SettingIssue {
  readonly path: SettingPath;
  /** What is wrong, and what to write instead. */
  readonly message: string;
  /** Overrides the place of the path. */
  readonly at?: Place;
}

/** Explains zod's issues in sentences, with suggestions for unknown names. @param written the settings, of any shape */
export function explainIssues(
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
  written: unknown,
): SettingIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const type = typeAt(schema, issue.path, written);
      const known = type ? keysOf(type) : [];
      return issue.keys.map((key) => ({
        path: [...issue.path, key],
        message: `is not a setting${didYouMean(key, known)}`,
      }));
    }
    const inner = issue.code === 'invalid_union' ? nearestBranch(issue) : null;
    return inner ? explainIssues(inner, schema, written) : [explain(issue, schema, written)];
  });
}

function keysOf(type: z.ZodType): string[] {
  if (type instanceof z.ZodObject) return Object.keys(type.shape);
  return type instanceof z.ZodRecord && type.keyType instanceof z.ZodEnum
    ? type.keyType.options.map(String)
    : [];
}

/** The issues of the only branch of a union that the value has in part; null if there are several. */
function nearestBranch({ errors, path }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] | null {
  const begun = errors.filter((issues) => issues.every((issue) => issue.path.length > 0));
  const [only, ...others] = begun;
  if (only === undefined || others.length > 0) return null;
  return only.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

function explain(issue: z.core.$ZodIssue, schema: z.ZodType, written: unknown): SettingIssue {
  const { path } = issue;
  const value = valueAt(written, path);
  const is = `, and is ${describe(value)}`;
  switch (issue.code) {
    case 'invalid_type':
      return {
        path,
        message: value === undefined ? 'is missing' : `must be ${shapeOf(issue.expected)}${is}`,
      };
    case 'invalid_value':
      return { path, message: explainChoice(issue.values.map(String), value) };
    case 'invalid_union': {
      const choices = listChoices(schema, path, written);
      if (choices.length > 0) return { path, message: explainChoice(choices, value) };
      return { path, message: explainUnion(issue, shapeOf) + is };
    }
    case 'invalid_key':
      return {
        path,
        message: issue.issues[0] ? `is no name for it: ${explainForm(issue.issues[0])}` : 'is no name for it',
      };
    default:
      return { path, message: explainForm(issue, is) };
  }
}

function explainChoice(allowed: readonly string[], value: unknown): string {
  const choice = `one of ${allowed.join(', ')}`;
  if (value === undefined) return `is missing; it must be ${choice}`;
  return `must be ${choice}, and is ${describe(value)}${didYouMean(String(value), allowed)}`;
}

/** The values of the field that discriminates the branches of a union: `service`. */
function listChoices(schema: z.ZodType, path: SettingPath, written: unknown): string[] {
  const parent = typeAt(schema, path.slice(0, -1), written);
  if (!(parent instanceof z.ZodDiscriminatedUnion)) return [];
  return parent.options.flatMap((option) => {
    const field = option instanceof z.ZodObject ? option.shape[String(path.at(-1))] : undefined;
    return field instanceof z.ZodLiteral ? [...field.values].map(String) : [];
  });
}

function valueAt(written: unknown, path: SettingPath): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    written,
  );
}

function shapeOf(type: string): string {
  const names: Readonly<Record<string, string>> = {
    array: 'a list',
    int: 'a whole number',
    boolean: 'true or false',
    record: 'an object',
  };
  return names[type] ?? (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value);
}

/** The schema at a path; of a union, the branch of the written value. */
function typeAt(schema: z.ZodType, path: SettingPath, written: unknown): z.ZodType | undefined {
  let type: z.ZodType | undefined = unwrap(schema);
  for (const [index, step] of path.entries()) {
    const next = stepInto(chooseBranch(type, valueAt(written, path.slice(0, index))), step);
    if (next === undefined) return undefined;
    type = unwrap(next);
  }
  return path.length > 0 && type instanceof z.ZodDiscriminatedUnion
    ? (chooseBranch(type, valueAt(written, path)) ?? type)
    : type;
}

function stepInto(type: z.ZodType | undefined, step: PropertyKey): z.ZodType | undefined {
  if (type instanceof z.ZodObject) return type.shape[String(step)] as z.ZodType | undefined;
  if (type instanceof z.ZodRecord) return type.valueType as z.ZodType;
  return type instanceof z.ZodArray ? (type.element as z.ZodType) : undefined;
}

function chooseBranch(type: z.ZodType, value: unknown): z.ZodType | undefined {
  if (!(type instanceof z.ZodDiscriminatedUnion)) return type;
  const { discriminator } = type.def;
  const name: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, discriminator) : undefined;
  return type.options.find(
    (option) => option instanceof z.ZodObject && option.shape[discriminator]?.safeParse(name).success,
  ) as z.ZodType | undefined;
}

/** The type inside of defaults, optionals and pipes. */
function unwrap(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodDefault || type instanceof z.ZodPrefault || type instanceof z.ZodOptional) {
    return unwrap(type.unwrap() as z.ZodType);
  }
  return type instanceof z.ZodPipe ? unwrap(type.in as z.ZodType) : type;
}

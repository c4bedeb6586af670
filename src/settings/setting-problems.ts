import { z } from 'zod';
import { nearestWord } from '../core/text/nearest-word.ts';
import type { SettingPath } from './setting-places.ts';

/** What is wrong with one setting. */
export interface SettingFault {
  readonly path: SettingPath;
  /** What is wrong and what to write instead. */
  readonly message: string;
}

/**
 * Says in sentences what a check of settings found; each unknown name with the nearest one that there is.
 * @param written what the owner wrote, of any shape
 */
export function explainIssues(
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
  written: unknown,
): SettingFault[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [explain(issue, written)];
    const known = listNames(schema, issue.path);
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: `is not a setting${suggest(key, known)}`,
    }));
  });
}

function explain(issue: z.core.$ZodIssue, written: unknown): SettingFault {
  const { path } = issue;
  const value = valueAt(written, path);
  if (issue.code === 'invalid_type') {
    const message =
      value === undefined ? 'is missing' : `must be ${article(issue.expected)}, and is ${describe(value)}`;
    return { path, message };
  }
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    const message = `must be one of ${allowed.join(', ')}, and is ${describe(value)}${suggest(String(value), allowed)}`;
    return { path, message };
  }
  if (issue.code === 'too_small' && issue.origin === 'string') return { path, message: 'must not be empty' };
  if (issue.code === 'invalid_format' && issue.format === 'url') {
    return { path, message: `must be an address such as https://example.org, and is ${describe(value)}` };
  }
  return { path, message: issue.message };
}

/** `; did you mean "title"?` where one of the known names is near enough. */
function suggest(word: string, known: Iterable<string>): string {
  const near = nearestWord(word, known);
  return near === null ? '' : `; did you mean "${near}"?`;
}

function valueAt(written: unknown, path: SettingPath): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    written,
  );
}

const article = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value);
}

/** The names that the schema knows at a place. */
function listNames(schema: z.ZodType, path: SettingPath): string[] {
  let inner = unwrap(schema);
  for (const step of path) {
    const next =
      inner instanceof z.ZodObject
        ? inner.shape[String(step)]
        : inner instanceof z.ZodRecord
          ? inner.valueType
          : inner instanceof z.ZodArray
            ? inner.element
            : undefined;
    if (next === undefined) return [];
    inner = unwrap(next as z.ZodType);
  }
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}

/** The type behind defaults and what may be left out. */
function unwrap(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodDefault || type instanceof z.ZodPrefault || type instanceof z.ZodOptional) {
    return unwrap(type.unwrap() as z.ZodType);
  }
  return type instanceof z.ZodPipe ? unwrap(type.in as z.ZodType) : type;
}

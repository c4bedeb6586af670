import { z } from 'zod';
import { asObject, isObject, type Json, type JsonObject } from '../../documents/json-value.ts';

/** Follows `#/a/b` within a document; undefined when it is broken. */
export function resolve(value: JsonObject, reference: string): Json | undefined {
  if (!reference.startsWith('#/')) return null;
  let current: Json | undefined = value;
  for (const part of reference.slice(2).split('/')) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    current = Array.isArray(current) ? current[Number(name)] : asObject(current)[name];
  }
  return current;
}

/** Where a value does not fit its schema, in words; null when it fits, or when the schema cannot be used. */
export function findMismatch(value: JsonObject, schema: Json | undefined, body: Json): string | null {
  if (!isObject(schema)) return null;
  const whole = {
    ...asObject(dropPatterns(schema)),
    components: asObject(dropPatterns(value.components ?? null)),
    $defs: {},
  };
  try {
    const parsed = z.fromJSONSchema(inline(whole, whole, 0) as never).safeParse(body);
    const issue = parsed.error?.issues[0];
    return issue ? `${issue.path.join('.') || 'the whole'}: ${issue.message}` : null;
  } catch {
    return null;
  }
}

/** Patterns are a stranger's: a slow one would hold the doctor up. */
function dropPatterns(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(dropPatterns);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(
        ([name, inner]) =>
          // A member of `properties` may have one of these names.
          !(['pattern', 'format'].includes(name) && typeof inner === 'string') &&
          name !== 'patternProperties',
      )
      .map(([name, inner]) => [name, dropPatterns(inner)]),
  );
}

/** Puts what is referred to instead of the reference, as deep as answers are nested. */
function inline(root: JsonObject, schema: Json, depth: number): Json {
  if (Array.isArray(schema)) return schema.map((item) => inline(root, item, depth));
  if (!isObject(schema)) return schema;
  if (typeof schema.$ref === 'string')
    return depth > 6 ? {} : inline(root, resolve(root, schema.$ref) ?? {}, depth + 1);
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => name !== 'components' && name !== '$defs')
      .map(([name, inner]) => [name, inline(root, inner, depth)]),
  );
}

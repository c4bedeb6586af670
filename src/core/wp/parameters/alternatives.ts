import { isPhpArray, type PhpValue } from '../php-query.ts';
import type { WpProblem, WpSchema } from './schema.ts';

/** `oneOf` as WordPress reads it (`rest_find_one_matching_schema`), with the sentences for none and for several. */

export type Validate = (value: PhpValue, schema: WpSchema, name: string) => WpProblem | null;

/** Finds the one alternative that accepts the value; none, or more than one, is a problem. */
export function matchOne(
  value: PhpValue,
  parent: WpSchema,
  alternatives: readonly WpSchema[],
  name: string,
  validate: Validate,
): WpProblem | { readonly schema: WpSchema } {
  const matching: { schema: WpSchema; position: number }[] = [];
  const refused: { schema: WpSchema; position: number; problem: WpProblem }[] = [];
  for (const [position, alternative] of alternatives.entries()) {
    const schema = alternative.type || !parent.type ? alternative : { ...alternative, type: parent.type };
    const problem = validate(value, schema, name);
    if (problem) refused.push({ schema, position, problem });
    else matching.push({ schema, position });
  }
  const [match] = matching;
  if (match && matching.length === 1) return { schema: match.schema };
  if (matching.length > 1) {
    const titles = matching.map(({ schema }) => schema.title ?? '');
    return {
      code: 'rest_one_of_multiple_matches',
      message: `${name} matches ${joinNames(titles)}, but should match only one.`,
      data: { positions: matching.map(({ position }) => position) },
    };
  }
  // A wrong type of the value itself says little; the alternative that looked inside it says more.
  const specific = refused.filter(
    ({ problem }) => problem.code !== 'rest_invalid_type' || problem.data?.param !== name,
  );
  const [only] = specific;
  if (only && specific.length === 1) return withReason(only, name);
  const closest = closestObject(specific, value);
  if (closest) return withReason(closest, name);
  const titles = refused.map(({ schema }) => schema.title ?? '');
  return {
    code: 'rest_no_matching_schema',
    message: `${name} is not a valid ${joinNames(titles)}.`,
    data: null,
  };
}

function withReason(
  refusal: { schema: WpSchema; position: number; problem: WpProblem },
  name: string,
): WpProblem {
  const message = `${name} is not a valid ${refusal.schema.title}. Reason: ${refusal.problem.message}`;
  return { code: 'rest_no_matching_schema', message, data: { position: refusal.position } };
}

/** Among several problems, the object schema that shares most properties with the value. */
function closestObject<T extends { schema: WpSchema }>(refused: readonly T[], value: PhpValue): T | null {
  if (!isPhpArray(value)) return null;
  let closest: T | null = null;
  let most = 0;
  for (const refusal of refused) {
    const shared = Object.keys(refusal.schema.properties ?? {}).filter((key) => value.has(key)).length;
    if (shared > most) {
      closest = refusal;
      most = shared;
    }
  }
  return closest;
}

/** `a`, `a and b`, `a, b, and c`. */
export function joinNames(names: readonly string[]): string {
  if (names.length <= 2) return names.join(' and ');
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`;
}

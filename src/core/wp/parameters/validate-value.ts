import { parseWpDate } from '../date.ts';
import { isPhpArray, isPhpList, type PhpArray, type PhpValue } from '../php-query.ts';
import { joinNames, matchOne } from './alternatives.ts';
import { sanitizeText } from './sanitize.ts';
import type { WpProblem, WpSchema, WpType, WpValue } from './schema.ts';

/** Checks `value` against a schema. `name` is what the sentence calls it: `author[0]`. Null means accepted. */
export function validateValue(value: PhpValue, schema: WpSchema, name: string): WpProblem | null {
  if (schema.oneOf) {
    const problem = matchOne(value, schema, schema.oneOf, name, validateValue);
    if (!('schema' in problem)) return problem;
  }
  switch (bestType(value, schema)) {
    case 'integer':
      return validateInteger(value, schema, name);
    case 'boolean':
      return isBoolean(value) ? null : wrongType(name, 'boolean');
    case 'array':
      return validateArray(value, schema, name);
    case 'object':
      return validateObject(value, schema, name);
    case 'string':
      return validateString(value, schema, name);
    default:
      return wrongType(name, [schema.type ?? []].flat().join(','));
  }
}

/** Converts a value that {@link validateValue} accepted. */
export function sanitizeValue(value: PhpValue, schema: WpSchema, name: string): WpValue {
  if (schema.oneOf) {
    const match = matchOne(value, schema, schema.oneOf, name, validateValue);
    return 'schema' in match ? sanitizeValue(value, match.schema, name) : null;
  }
  switch (bestType(value, schema)) {
    case 'integer':
      return toInteger(value);
    case 'boolean':
      return typeof value === 'string' ? /^(?:true|1)$/i.test(value) : Boolean(value);
    case 'array':
      return [...asList(value)].map(([, item]) => sanitizeValue(item, schema.items ?? {}, name));
    case 'object':
      return Object.fromEntries(
        [...asObject(value)].map(([key, item]) => [
          key,
          sanitizeValue(item, schema.properties?.[key] ?? {}, name),
        ]),
      );
    default:
      return schema.format === 'date-time' ? sanitizeText(toText(value)) : toText(value);
  }
}

/** PHP's `is_numeric` with a whole value: ` 10`, `10.0`, `1e1` and `007` are integers. */
export function isInteger(value: PhpValue): boolean {
  if (typeof value === 'number') return Number.isInteger(value);
  if (typeof value !== 'string') return false;
  if (!/^[ \t\n\r\v\f]*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?[ \t\n\r\v\f]*$/i.test(value)) return false;
  const number = Number(value.trim());
  return Number.isInteger(number) || !Number.isFinite(number);
}

/** PHP's conversion to a 64-bit integer, held within what a JavaScript number keeps exactly. */
export function toInteger(value: PhpValue): number {
  const number = Number(typeof value === 'string' ? value.trim() : value);
  if (Number.isNaN(number)) return 0;
  return Math.trunc(Math.min(Math.max(number, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)) + 0;
}

export function toText(value: PhpValue): string {
  if (isPhpArray(value) || value === null || value === false) return '';
  return value === true ? '1' : String(value);
}

function wrongType(name: string, type: string): WpProblem {
  return { code: 'rest_invalid_type', message: `${name} is not of type ${type}.`, data: { param: name } };
}

function validateInteger(value: PhpValue, schema: WpSchema, name: string): WpProblem | null {
  if (!isInteger(value)) return wrongType(name, 'integer');
  const problem = validateEnum(value, schema, name);
  if (problem) return problem;
  const number = Number(typeof value === 'string' ? value.trim() : value);
  const { minimum, maximum } = schema;
  const bounds = (rule: string): WpProblem => ({
    code: 'rest_out_of_bounds',
    message: `${name} must be ${rule}`,
    data: null,
  });
  if (minimum !== undefined && maximum !== undefined) {
    return number < minimum || number > maximum
      ? bounds(`between ${minimum} (inclusive) and ${maximum} (inclusive)`)
      : null;
  }
  if (minimum !== undefined && number < minimum) return bounds(`greater than or equal to ${minimum}`);
  if (maximum !== undefined && number > maximum) return bounds(`less than or equal to ${maximum}`);
  return null;
}

function validateString(value: PhpValue, schema: WpSchema, name: string): WpProblem | null {
  if (typeof value !== 'string') return wrongType(name, 'string');
  const problem = validateEnum(value, schema, name);
  if (problem) return problem;
  const invalid = (code: string, message: string) => ({ code, message, data: null });
  if (schema.format === 'date-time' && !parseWpDate(value))
    return invalid('rest_invalid_date', 'Invalid date.');
  if (schema.format === 'email' && !email.test(value))
    return invalid('rest_invalid_email', 'Invalid email address.');
  return null;
}

const email = /^[\w!#$%&'*+/=?^`{|}~.-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i;

function validateEnum(value: PhpValue, schema: WpSchema, name: string): WpProblem | null {
  if (!schema.enum || schema.enum.includes(toText(value))) return null;
  const rule =
    schema.enum.length === 1 ? `is not ${schema.enum[0]}.` : `is not one of ${joinNames(schema.enum)}.`;
  return { code: 'rest_not_in_enum', message: `${name} ${rule}`, data: null };
}

function validateArray(value: PhpValue, schema: WpSchema, name: string): WpProblem | null {
  if (!isList(value)) return wrongType(name, 'array');
  for (const [key, item] of asList(value)) {
    const problem = schema.items ? validateValue(item, schema.items, `${name}[${key}]`) : null;
    if (problem) return problem;
  }
  const items = [...asList(value).values()];
  if (!schema.uniqueItems || new Set(items).size === items.length) return null;
  return { code: 'rest_duplicate_items', message: `${name} has duplicate items.`, data: null };
}

function validateObject(value: PhpValue, schema: WpSchema, name: string): WpProblem | null {
  if (!isObject(value)) return wrongType(name, 'object');
  for (const [key, item] of asObject(value)) {
    const property = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined;
    if (property) {
      const problem = validateValue(item, property, `${name}[${key}]`);
      if (problem) return problem;
    } else if (schema.additionalProperties === false) {
      const message = `${key} is not a valid property of Object.`;
      return { code: 'rest_additional_properties_forbidden', message, data: null };
    }
  }
  return null;
}

function bestType(value: PhpValue, schema: WpSchema): WpType | null {
  const { type } = schema;
  if (type === undefined) return 'string';
  if (typeof type === 'string') return type;
  for (const candidate of type) if (accepts(candidate, value)) return candidate;
  return null;
}

function accepts(type: WpType, value: PhpValue): boolean {
  if (type === 'array') return isList(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return isInteger(value);
  return type === 'boolean' ? isBoolean(value) : typeof value === 'string';
}

/** Every scalar is a list: its parts between commas and white space. */
function isList(value: PhpValue): boolean {
  return isPhpArray(value) ? isPhpList(value) : value !== null;
}

function asList(value: PhpValue): PhpArray {
  if (isPhpArray(value)) return value;
  if (typeof value !== 'string') return new Map([['0', value]]);
  const parts = value.split(/[\t\n\v\f\r ,]+/).filter((part) => part !== '');
  return new Map(parts.map((part, index) => [String(index), part]));
}

function isObject(value: PhpValue): boolean {
  return value === '' || isPhpArray(value);
}

function asObject(value: PhpValue): PhpArray {
  return isPhpArray(value) ? value : new Map();
}

function isBoolean(value: PhpValue): boolean {
  if (typeof value === 'string') return /^(?:true|false|0|1)$/i.test(value);
  return typeof value === 'boolean' || value === 0 || value === 1;
}

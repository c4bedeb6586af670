import type { ErrorObject } from '../../src/core/errors.ts';
import { isPhpArray, type PhpArray, type PhpValue } from '../../src/core/php-query.ts';
import type { WpArgument, WpArguments } from '../../src/core/wp-arguments.ts';
import { invalidParameters } from '../../src/core/wp-errors.ts';
import { normalizeSlug, sanitizeText } from '../../src/core/wp-sanitize.ts';
import {
  sanitizeValue,
  toText,
  validateValue,
  type WpFault,
  type WpValue,
} from '../../src/core/wp-schema.ts';

/** The parameters of a request after both rounds of checks. */
export interface WpParameters {
  /** Checked and converted values, defaults filled in; what no argument declares is not here. */
  readonly values: Readonly<Record<string, WpValue>>;
  /** The query as given, converted where an argument declares it: what paging links repeat. */
  readonly query: PhpArray;
  /** Was a value given by the client? */
  has(name: string): boolean;
}

/**
 * Checks and converts parameters as WordPress does, in two rounds: first those that every collection has,
 * then, if all of these pass, the others in the order in which they were sent.
 * `sources` are in the order of precedence; the query is one of them.
 */
export function readParameters(
  declared: WpArguments,
  sources: readonly PhpArray[],
  query: PhpArray,
): { ok: true; parameters: WpParameters } | { ok: false; error: ErrorObject } {
  const given = (name: string): PhpValue | undefined => {
    for (const source of sources) {
      const value = source.get(name);
      if (value !== undefined && value !== null) return value;
    }
    return undefined;
  };
  const first = firstRound(declared, given);
  if (first.size > 0) return { ok: false, error: invalidParameters(first) };

  const faults = new Map<string, WpFault>();
  const values: Record<string, WpValue> = {};
  const links = new Map<string, PhpValue>();
  for (const [name, argument] of Object.entries(declared)) {
    if (argument.default !== undefined && argument.default !== null) values[name] = defaultOf(argument);
  }
  // The source of highest precedence is written last.
  for (const source of sources.toReversed()) {
    for (const [name, value] of source) {
      const argument = Object.hasOwn(declared, name) ? declared[name] : undefined;
      if (!argument || value === null) {
        if (source === query) links.set(name, value);
        continue;
      }
      const converted = convert(name, argument, value, given);
      if ('fault' in converted) faults.set(name, converted.fault);
      else {
        values[name] = converted.value;
        if (source === query) links.set(name, toLinkValue(converted.value));
      }
    }
  }
  if (faults.size > 0) return { ok: false, error: invalidParameters(faults) };
  return { ok: true, parameters: { values, query: links, has: (name) => given(name) !== undefined } };
}

function firstRound(
  declared: WpArguments,
  given: (name: string) => PhpValue | undefined,
): ReadonlyMap<string, WpFault> {
  const faults = new Map<string, WpFault>();
  for (const [name, argument] of Object.entries(declared)) {
    const value = argument.first ? given(name) : undefined;
    const fault = value === undefined ? null : validateValue(value, argument, name);
    if (fault) faults.set(name, fault);
  }
  return faults;
}

function convert(
  name: string,
  argument: WpArgument,
  value: PhpValue,
  given: (name: string) => PhpValue | undefined,
): { readonly value: WpValue } | { readonly fault: WpFault } {
  if (argument.special === 'status') return convertStatus(argument, value);
  if (argument.special === 'subtype') return convertSubtype(name, argument, value, given('type'));
  if (argument.type === undefined) return { value: toText(value) };
  const fault = validateValue(value, argument, name);
  if (fault) return { fault };
  if (name === 'search') return { value: sanitizeText(toText(value)) };
  const converted = sanitizeValue(value, argument, name);
  const positive = (name === 'page' || name === 'per_page') && typeof converted === 'number';
  return { value: positive ? Math.abs(converted) : converted };
}

/** Readers may ask for what is published, by whatever name the type has for it, and for nothing else. */
function convertStatus(argument: WpArgument, value: PhpValue): { value: WpValue } | { fault: WpFault } {
  const statuses = slugsIn(value);
  if (statuses.some((status) => status !== argument.default)) {
    return {
      fault: { code: 'rest_forbidden_status', message: 'Status is forbidden.', data: { status: 401 } },
    };
  }
  return { value: statuses };
}

const postSubtypes = ['post', 'page', 'talk', 'plugin'];
const termSubtypes = ['category', 'post_tag'];

/** Subtypes of another type are dropped without a word; `any` stands for all. */
function convertSubtype(
  name: string,
  argument: WpArgument,
  value: PhpValue,
  type: PhpValue | undefined,
): { value: WpValue } | { fault: WpFault } {
  const names = slugsIn(value);
  const list = new Map(names.map((slug, index) => [String(index), slug]));
  const fault = validateValue(list, argument, name);
  if (fault) return { fault };
  if (names.includes('any')) return { value: ['any'] };
  const kind = type ?? 'post';
  if (kind !== 'post' && kind !== 'term' && kind !== 'post-format') {
    return {
      fault: { code: 'rest_search_invalid_type', message: 'Invalid type parameter.', data: { status: 400 } },
    };
  }
  const possible: readonly string[] = { post: postSubtypes, term: termSubtypes, 'post-format': [] }[kind];
  return { value: names.filter((subtype) => possible.includes(subtype)) };
}

function slugsIn(value: PhpValue): string[] {
  const parts = isPhpArray(value)
    ? [...value.values()].filter((part) => !isPhpArray(part)).map(toText)
    : toText(value)
        .split(/[\s,]+/)
        .filter((part) => part !== '');
  return parts.map((part) => (part.includes('_') ? part.toLowerCase() : normalizeSlug(part)));
}

function defaultOf(argument: WpArgument): WpValue {
  const value = argument.default as WpValue;
  return argument.type === 'array' && !Array.isArray(value) ? [value] : value;
}

/** Converted values as they stand in a paging link. */
function toLinkValue(value: WpValue): PhpValue {
  if (Array.isArray(value)) return new Map(value.map((item, index) => [String(index), toLinkValue(item)]));
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([key, item]) => [key, toLinkValue(item)]));
  }
  return value as PhpValue;
}

/** A list of ids out of converted parameters; WordPress drops their sign. */
export function idList(value: WpValue | undefined): number[] {
  return Array.isArray(value) ? value.map((item) => Math.abs(Number(item))) : [];
}

export function textList(value: WpValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

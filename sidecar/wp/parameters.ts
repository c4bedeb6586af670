import type { ErrorObject } from '../../src/core/model/errors.ts';
import { invalidParameters } from '../../src/core/wp/errors.ts';
import type { WpArgument, WpArguments } from '../../src/core/wp/parameters/argument.ts';
import { normalizeSlug, removeAccents, sanitizeText } from '../../src/core/wp/parameters/sanitize.ts';
import type { WpProblem, WpValue } from '../../src/core/wp/parameters/schema.ts';
import { sanitizeValue, toText, validateValue } from '../../src/core/wp/parameters/validate-value.ts';
import { isPhpArray, type PhpArray, type PhpValue } from '../../src/core/wp/php-query.ts';

/** Checked and converted parameters, with defaults; undeclared parameters are left out. */
export type WpValues = Readonly<Record<string, WpValue>>;

/** The parameters of a request after both rounds of checks. */
export interface WpParameters {
  readonly values: WpValues;
  /** The query for paging links: declared parameters converted, the others as sent. */
  readonly query: PhpArray;
}

/**
 * Checks and converts parameters like WordPress, in two rounds: those of every collection, in the order of their
 * declaration; if all of these pass, the others as they were sent (`WP_REST_Request::has_valid_params`,
 * `sanitize_params`). `sources`, one of which is the query, are in order of precedence; hidden values are checked too.
 */
export function readParameters(
  declared: WpArguments,
  sources: readonly PhpArray[],
  query: PhpArray,
): { ok: true; parameters: WpParameters } | { ok: false; error: ErrorObject } {
  const given = (name: string) => firstGiven(sources, name);
  const first = firstRound(declared, given);
  if (first.size > 0) return { ok: false, error: invalidParameters(first) };

  const problems = new Map<string, WpProblem>();
  const values: Record<string, WpValue> = {};
  const links = new Map<string, PhpValue>();
  for (const name in declared) {
    const argument = declared[name] as WpArgument;
    const value = argument.default as WpValue | undefined;
    if (value !== undefined && value !== null)
      values[name] = argument.type === 'array' && !Array.isArray(value) ? [value] : value;
  }
  const settled = new Set<string>();
  for (const source of sources) {
    for (const [name, value] of source) {
      const argument = Object.hasOwn(declared, name) ? declared[name] : undefined;
      if (!argument || value === null) {
        if (source === query) links.set(name, value);
        continue;
      }
      const converted = convert(name, argument, value, given);
      if ('problem' in converted) {
        problems.set(name, converted.problem);
        continue;
      }
      if (!settled.has(name)) values[name] = converted.value;
      settled.add(name);
      if (source === query) links.set(name, converted.link ?? toLinkValue(converted.value));
    }
  }
  if (problems.size > 0) return { ok: false, error: invalidParameters(problems) };
  return { ok: true, parameters: { values, query: links } };
}

function firstRound(
  declared: WpArguments,
  given: (name: string) => PhpValue | undefined,
): ReadonlyMap<string, WpProblem> {
  const problems = new Map<string, WpProblem>();
  for (const name in declared) {
    const argument = declared[name] as WpArgument;
    const value = argument.first ? given(name) : undefined;
    if (value === undefined) continue;
    const problem = validateValue(value, argument, name);
    if (problem) problems.set(name, problem);
  }
  return problems;
}

/** A converted value; `link` where a paging link repeats it in another form. */
type Conversion = { readonly value: WpValue; readonly link?: PhpValue } | { readonly problem: WpProblem };

function convert(
  name: string,
  argument: WpArgument,
  value: PhpValue,
  given: (name: string) => PhpValue | undefined,
): Conversion {
  if (argument.special === 'status') return convertStatus(argument, value);
  if (argument.special === 'subtype') return convertSubtype(name, argument, value, given('type'));
  if (argument.type === undefined) return { value: toText(value) };
  const problem = validateValue(value, argument, name);
  if (problem) return { problem };
  if (name === 'search') return { value: sanitizeText(toText(value)) };
  const converted = sanitizeValue(value, argument, name);
  const positive = (name === 'page' || name === 'per_page') && typeof converted === 'number';
  return { value: positive ? Math.abs(converted) : converted };
}

/** Anonymous clients may ask only for the status that stands for "published" in the content type. */
function convertStatus(argument: WpArgument, value: PhpValue): Conversion {
  const statuses = slugsIn(value);
  for (const status of statuses.values()) {
    if (status === argument.default) continue;
    return {
      problem: { code: 'rest_forbidden_status', message: 'Status is forbidden.', data: { status: 401 } },
    };
  }
  return { value: [...statuses.values()], link: statuses };
}

/** Subtypes of another type are dropped silently, the others keep their keys; `any` means all. */
function convertSubtype(
  name: string,
  argument: WpArgument,
  value: PhpValue,
  type: PhpValue | undefined,
): Conversion {
  const names = slugsIn(value);
  const problem = validateValue(names, argument, name);
  if (problem) return { problem };
  if ([...names.values()].includes('any')) return { value: ['any'] };
  const kind = type ?? 'post';
  if (kind !== 'post' && kind !== 'term' && kind !== 'post-format') {
    return {
      problem: {
        code: 'rest_search_invalid_type',
        message: 'Invalid type parameter.',
        data: { status: 400 },
      },
    };
  }
  const possible = argument.subtypes?.[kind] ?? [];
  const allowed = new Map([...names].filter(([, subtype]) => possible.includes(subtype)));
  return { value: [...allowed.values()], link: allowed };
}

/** `wp_parse_slug_list`: the pieces of a list as slugs, each once, under the keys that they had. */
function slugsIn(value: PhpValue): ReadonlyMap<string, string> {
  const parts: readonly (readonly [string, PhpValue])[] = isPhpArray(value)
    ? [...value].filter(([, part]) => !isPhpArray(part))
    : splitList(toText(value)).map((part, index) => [String(index), part] as const);
  const slugs = new Map<string, string>();
  const seen = new Set<string>();
  for (const [key, part] of parts) {
    const slug = normalizeSlug(removeAccents(toText(part)));
    if (seen.has(slug)) continue;
    seen.add(slug);
    slugs.set(key, slug);
  }
  return slugs;
}

function toLinkValue(value: WpValue): PhpValue {
  if (Array.isArray(value)) return new Map(value.map((item, index) => [String(index), toLinkValue(item)]));
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([key, item]) => [key, toLinkValue(item)]));
  }
  return value as PhpValue;
}

/** The pieces of a list with commas or white space between them. */
export function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

/** The value of a parameter in the first source that has one. */
export function firstGiven(sources: readonly PhpArray[], name: string): PhpValue | undefined {
  for (const source of sources) {
    const value = source.get(name);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** A list of IDs from a converted parameter; WordPress drops their sign. */
export function idList(value: WpValue | undefined): number[] {
  return Array.isArray(value) ? value.map((item) => Math.abs(Number(item))) : [];
}

export function textList(value: WpValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** The pieces of a `slug` parameter, normalized like stored slugs; empty pieces match nothing. */
export function slugList(value: WpValue | undefined): string[] {
  return textList(value).map(normalizeSlug);
}

/** Whether a search was given; to PHP, and so to these routes, `0` is none. */
export function isSearch(value: WpValue | undefined): value is string {
  return typeof value === 'string' && value !== '' && value !== '0';
}

/** The content index keeps slugs decoded. */
export function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/**
 * PHP's query strings, as in WordPress: `a[]=1&a[b]=2` makes one array, a repeated key keeps its last value, dots and spaces
 * in names become underscores. Invalid UTF-8 becomes lone surrogates, which `isWellFormed()` detects.
 */

/** A PHP array: ordered, keyed by integers or names. Integer keys are written in decimal. */
export type PhpArray = ReadonlyMap<string, PhpValue>;
export type PhpValue = string | number | boolean | null | PhpArray;

type MutableArray = Map<string, PhpValue>;
/** The index that `[]` gives next, for each array that has an integer key. */
type Ends = Map<MutableArray, number>;

/** PHP ignores variables past this number (`max_input_vars`) and arrays nested deeper than this. */
const maxVariables = 1000;
const deepestNesting = 64;

/** Parses a query string without its question mark. Takes any text; never throws. */
export function parsePhpQuery(query: string): PhpArray {
  const result: MutableArray = new Map();
  const ends: Ends = new Map();
  let variables = 0;
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    if (++variables > maxVariables) break;
    const equals = pair.indexOf('=');
    const name = decodeComponent(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decodeComponent(pair.slice(equals + 1));
    assign(result, ends, name.replace(/^ +/, ''), value);
  }
  return result;
}

/** What was parsed from JSON, as PHP sees it with associative arrays. */
export function toPhpValue(value: unknown): PhpValue {
  if (Array.isArray(value)) return new Map(value.map((item, index) => [String(index), toPhpValue(item)]));
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([key, item]) => [key, toPhpValue(item)]));
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}

export function isPhpArray(value: PhpValue | undefined): value is PhpArray {
  return value instanceof Map;
}

/** Is every key an integer? Then WordPress takes the array for a list. */
export function isPhpList(array: PhpArray): boolean {
  for (const key of array.keys()) if (!isIntegerKey(key)) return false;
  return true;
}

/** Writes parameters as `add_query_arg` does. Empty arrays and nulls are left out, `false` and '' give the bare name. */
export function buildPhpQuery(parameters: PhpArray): string {
  const pairs: string[] = [];
  for (const [name, value] of parameters) addPair(pairs, encodeName(name), value);
  return pairs.join('&');
}

function addPair(pairs: string[], name: string, value: PhpValue): void {
  if (value === null) return;
  if (isPhpArray(value)) {
    for (const [key, item] of value) addPair(pairs, `${name}%5B${encodeName(key)}%5D`, item);
    return;
  }
  const text = value === true ? '1' : value === false ? '' : String(value);
  pairs.push(text === '' ? name : `${name}=${encodeValue(text)}`);
}

/** PHP's `urlencode`: everything but letters, digits, `-`, `_` and `.`; a space is a plus. */
function encodeValue(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}

/** Names are sent as they came, but for characters that a header or an address cannot carry. */
function encodeName(name: string): string {
  return /^[\w.~:@!$'()*,;/-]*$/.test(name) ? name : encodeURIComponent(name.toWellFormed());
}

function assign(target: MutableArray, ends: Ends, name: string, value: string): void {
  const open = name.indexOf('[');
  const keys = open > 0 ? readKeys(name, open) : null;
  const base = name.slice(0, keys ? open : name.length).replace(/[. [\0]/g, '_');
  if (base === '') return;
  if (!keys) {
    target.set(normalizeKey(base), value);
    return;
  }
  if (keys.length > deepestNesting) return;
  let array = childArray(target, normalizeKey(base));
  for (const key of keys.slice(0, -1)) array = childArray(array, place(ends, array, key));
  array.set(place(ends, array, keys.at(-1) ?? ''), value);
}

/** The keys in `[a][][b]`; null when the first bracket is not closed. What follows the last bracket is ignored. */
function readKeys(name: string, open: number): string[] | null {
  const keys: string[] = [];
  let at = open;
  while (name[at] === '[') {
    const close = name.indexOf(']', at);
    if (close < 0) break;
    keys.push(normalizeKey(name.slice(at + 1, close)));
    at = close + 1;
  }
  return keys.length === 0 ? null : keys;
}

function childArray(array: MutableArray, key: string): MutableArray {
  const existing = array.get(key);
  if (existing instanceof Map) return existing as MutableArray;
  const created: MutableArray = new Map();
  array.set(key, created);
  return created;
}

/** The key that `[key]` names; `[]` names the next index. */
function place(ends: Ends, array: MutableArray, written: string): string {
  const end = ends.get(array) ?? 0;
  const key = written === '' ? String(end) : written;
  if (isIntegerKey(key)) ends.set(array, Math.max(end, Number(key) + 1));
  return key;
}

function normalizeKey(key: string): string {
  return key.trim();
}

function isIntegerKey(key: string): boolean {
  return /^(?:0|-?[1-9]\d{0,17})$/.test(key);
}

function decodeComponent(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return decodeBytes(spaced);
  }
}

/** Decodes what it can; a percent sign that starts no byte stays, a byte that belongs to no character is marked. */
function decodeBytes(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run.replace(/%([0-7][\da-f])|%[\da-f]{2}/gi, (_, ascii: string | undefined) =>
        ascii === undefined ? '\udfff' : String.fromCharCode(Number.parseInt(ascii, 16)),
      );
    }
  });
}

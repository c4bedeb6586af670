import {
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  type YAMLParseError,
  type Document as YamlDocument,
} from 'yaml';
import { z } from 'zod';
import { explainForm, explainUnion } from '../../core/text/explain-form.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import { isTooDeep, type Problem } from './problems.ts';

/** Where in a YAML text a message points to. */
interface Place {
  readonly file: string;
  /** Lines of the file before the YAML text. */
  readonly lineOffset: number;
}

export type Locate = (path: readonly PropertyKey[]) => { file: string; line: number; column: number };

/** Parses YAML against a schema. `owner` names it in messages; `empty` is the value of an empty text. */
export function parseYaml<T extends z.ZodType>(
  text: string,
  schema: T,
  owner: string,
  place: Place,
  empty: unknown = {},
): { ok: true; value: z.output<T>; locate: Locate } | { ok: false; problems: Problem[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file: place.file, line: line + place.lineOffset, column: col };
  };
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => ({
      ...at(error.pos[0]),
      field: 'YAML',
      message: explainYaml(error, text),
    }));
    // What follows on a line follows from its first mistake.
    return { ok: false, problems: problems.filter(({ line }, index) => line !== problems[index - 1]?.line) };
  }
  const locate: Locate = (path) => at(offsetOf(document, path));
  const value = readValue(document, text.includes('*'));
  if (!value.ok) return { ok: false, problems: [{ ...at(0), field: 'YAML', message: value.message }] };
  const checked = schema.safeParse(value.value ?? empty, { reportInput: true });
  if (checked.success) return { ok: true, value: checked.data, locate };
  const problems = checked.error.issues.flatMap((issue) => problemsOf(issue, schema, owner, locate));
  return { ok: false, problems };
}

type YamlValue =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** The plain data of a document. Aliases may repeat only so much, and not what they are in. */
function readValue(document: YamlDocument, mayHaveAliases: boolean): YamlValue {
  try {
    const value: unknown = document.toJS();
    // Throws where a value is within itself.
    if (mayHaveAliases) JSON.stringify(value);
    return { ok: true, value };
  } catch (error) {
    if (isTooDeep(error)) return { ok: false, message: tooDeep };
    return { ok: false, message: 'aliases (*name) repeat too much, or themselves; write the values out.' };
  }
}

const tooDeep = 'the values are nested too deeply; write them with fewer levels.';

function explainYaml({ code, message, pos: [at] }: YAMLParseError, text: string): string {
  switch (code) {
    case 'BLOCK_AS_IMPLICIT_KEY':
      return explainColon(
        text.slice(text.lastIndexOf('\n', at - 1) + 1, at),
        /.*/.exec(text.slice(at))?.[0] ?? '',
      );
    case 'TAB_AS_INDENT':
      return 'a tab indents this line; YAML takes only spaces.';
    case 'DUPLICATE_KEY':
      return 'the field is here twice; remove one of the two.';
    case 'MISSING_CHAR':
      return `${message.replace('"quote', 'quotation mark')}; add it.`;
    default:
      if (message.startsWith('Maximum call stack')) return tooDeep;
      return `${message}; quote the value if it contains a colon or a special character.`;
  }
}

/** @param name what is before the value on its line */
function explainColon(name: string, value: string): string {
  if (!/:(?:\s|$)/.test(value))
    return 'the next line is indented, so it belongs to this value; begin it in the column of this line.';
  const plain = value.trim();
  const quoted = /["\\]/.test(plain) ? `'${plain.replaceAll("'", "''")}'` : `"${plain}"`;
  return `a value that contains ": " needs quotes; write ${name.trim()} ${quoted}.`;
}

/** Offset of the key (for a mapping's field) or of the item at `path`; of the nearest parent if it is absent. */
function offsetOf(document: YamlDocument, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === last);
      if (pair && isScalar(pair.key) && pair.key.range) return pair.key.range[0];
    }
    const node = document.getIn(path.slice(0, length), true);
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)) {
      return Number(node.range[0]);
    }
  }
  return document.contents?.range?.[0] ?? 0;
}

function problemsOf(issue: z.core.$ZodIssue, schema: z.ZodType, owner: string, locate: Locate): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      ...locate([...issue.path, key]),
      field: key,
      message: `is not a field of ${owner}${didYouMean(key, fieldNames(schema)) || `; the fields are ${fieldNames(schema).join(', ')}.`}`,
    }));
  }
  if (issue.path.length === 0 && schema instanceof z.ZodArray) {
    const message = `must be a list, in which each entry begins with "- ${fieldNames(schema)[0]}: …".`;
    return [{ ...locate([]), field: 'YAML', message }];
  }
  const field = issue.path.map(String).join('.') || 'front matter';
  return [{ ...locate(issue.path), field, message: sentence(issue) }];
}

function sentence(issue: z.core.$ZodIssue): string {
  const numeric = 'origin' in issue && (issue.origin === 'int' || issue.origin === 'number');
  if (issue.code === 'too_small' && numeric) return `must be at least ${issue.minimum}.`;
  if (issue.code === 'too_big' && numeric) return `must be at most ${issue.maximum}.`;
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    return `must be one of ${values.join(', ')}${didYouMean(String(issue.input), values) || '.'}`;
  }
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is missing; add it.';
    const [name, example] = shapes[issue.expected] ?? [issue.expected, ''];
    return `must be ${name}${example ? `, such as ${example}` : ''}.`;
  }
  if (issue.code === 'invalid_union') return `${explainUnion(issue, (type) => shapes[type]?.[0] ?? type)}.`;
  return explainForm(issue).replace(/[^.?]$/, '$&.');
}

/** What each type is called for an author, and how one is written. */
const shapes: Readonly<Record<string, readonly [string, string]>> = {
  string: ['text', '"1.0", in quotes where it looks like a number or a date'],
  array: ['a list', '[one, two]'],
  boolean: ['true or false', ''],
  int: ['a whole number', ''],
  number: ['a number', ''],
  object: ['a mapping of fields', ''],
  record: ['names with values', '{ mood: calm }'],
};

/** Names of the fields of an object schema, or of the objects in an array schema. */
function fieldNames(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject)
    return Object.keys(schema.element.shape);
  return [];
}

import {
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type YAMLParseError,
  type Document as YamlDocument,
} from 'yaml';
import { z } from 'zod';
import { explainForm, explainUnion } from '../../../core/text/explain-form.ts';
import { didYouMean } from '../../../core/text/nearest-word.ts';
import { isTooDeep, type Problem } from '../problems.ts';
import { findBrokenKeys, nameOfSpace, type YamlMistake } from './yaml-mistakes.ts';
import { tidyValues, type YamlRemark } from './yaml-values.ts';

/** Where in a YAML text a message points to. */
interface Place {
  readonly file: string;
  /** Lines of the file before the YAML text. */
  readonly lineOffset: number;
}

/** `warnings` are about values that are not what their author wrote. */
export type ParsedYaml<Value> =
  | {
      readonly ok: true;
      readonly value: Value;
      readonly locate: Locate;
      readonly warnings: readonly Problem[];
    }
  | {
      readonly ok: false;
      readonly problems: Problem[];
      /** What can be read without the problems; with placeholders only. */
      readonly readable?: Omit<Extract<ParsedYaml<Value>, { ok: true }>, 'ok'>;
    };

export type Locate = (path: readonly PropertyKey[]) => { file: string; line: number; column: number };

/**
 * Parses YAML against a schema. `owner` names it in messages; `empty` is the value of an empty text.
 * @param placeholders values of required fields, with which the rest of a mapping can be read
 */
export function parseYaml<T extends z.ZodType>(
  text: string,
  schema: T,
  owner: string,
  place: Place,
  empty: unknown = {},
  placeholders?: Readonly<Record<string, unknown>>,
): ParsedYaml<z.output<T>> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file: place.file, line: line + place.lineOffset, column: col };
  };
  const readable = (value: unknown, where: Locate, issues: readonly z.core.$ZodIssue[] = []) => {
    const read = placeholders && schema.safeParse({ ...placeholders, ...withoutIssues(value, issues) });
    return read?.success ? { readable: { value: read.data, locate: where, warnings: [] } } : {};
  };
  const isKeyless = isScalar(document.contents) || document.errors.some(isAboutKey);
  const broken = isKeyless ? findBrokenKeys(text) : [];
  const errors = broken.length > 0 ? document.errors.filter((error) => !isAboutKey(error)) : document.errors;
  const marks = /(?:^|[\s[{,])[!&]\S/.test(text) ? findMarks(document, text) : [];
  if (errors.length + broken.length + marks.length > 0) {
    const found = [...broken, ...marks, ...errors.map((error) => explainYaml(error, text))];
    const problems = found
      .sort((a, b) => a.at - b.at)
      .map(({ at: offset, message }) => ({ ...at(offset), field: 'YAML', message }));
    // What follows on a line follows from its first mistake.
    const first = problems.filter(({ line }, index) => line !== problems[index - 1]?.line);
    return { ok: false, problems: first, ...readable({}, (path) => at(offsetOf(document, path))) };
  }
  const { cut, curly, emptied } = tidyValues(document.contents, text, schema);
  const locate: Locate = (path) => at(emptied.get(JSON.stringify(path)) ?? offsetOf(document, path));
  const toProblem = ({ path, message }: YamlRemark): Problem => {
    return { ...locate(path), field: path.map(String).join('.'), message };
  };
  const halfAt = text.search(/\\[uU](?:0000)?[dD][89a-fA-F]/);
  const value = readValue(document, text.includes('*'), halfAt >= 0);
  if (!value.ok)
    return { ok: false, problems: [{ ...at(Math.max(0, halfAt)), field: 'YAML', message: value.message }] };
  const checked = schema.safeParse(value.value ?? empty, { reportInput: true });
  if (checked.success && curly.length === 0)
    return { ok: true, value: checked.data, locate, warnings: cut.map(toProblem) };
  const known = new Map([...cut, ...curly].map((remark) => [JSON.stringify(remark.path), remark]));
  const problems = (checked.error?.issues ?? []).flatMap((issue) => {
    const path = JSON.stringify(issue.path);
    if (known.has(path)) return [];
    const isEmpty = issue.code === 'invalid_type' && issue.input === undefined && emptied.has(path);
    return isEmpty
      ? [toProblem({ path: issue.path, message: 'is empty; give it a value.' })]
      : problemsOf(issue, schema, owner, locate);
  });
  const all = [...problems, ...[...known.values()].map(toProblem)];
  return { ok: false, problems: all, ...readable(value.value, locate, checked.error?.issues) };
}

/** A mapping without the fields, or the items of their lists, that have problems. */
function withoutIssues(value: unknown, issues: readonly z.core.$ZodIssue[]): object {
  if (typeof value !== 'object' || value === null) return {};
  const bad = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
  );
  const fields = Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
    const own = bad.filter(([first]) => first === name);
    if (own.length === 0) return [[name, field] as const];
    if (!Array.isArray(field) || own.some((path) => path.length === 1)) return [];
    return [[name, field.filter((_, index) => !own.some((path) => path[1] === index))] as const];
  });
  return Object.fromEntries(fields);
}

/** Errors of a line that is no name with a value. */
const isAboutKey = ({ code, message }: YAMLParseError) =>
  code === 'MULTILINE_IMPLICIT_KEY' || (code === 'MISSING_CHAR' && message.startsWith('Implicit'));

type YamlValue =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** The plain data of a document. Aliases may repeat only so much, and not what they are in. */
function readValue(document: YamlDocument, mayHaveAliases: boolean, mayHaveEscapes: boolean): YamlValue {
  try {
    if (mayHaveAliases && countAliases(document) > maxAliases) return { ok: false, message: aliased };
    const value: unknown = document.toJS();
    // Throws where a value is within itself.
    if (mayHaveAliases) JSON.stringify(value);
    // Only escapes of YAML can be one half of a character: no file can contain one.
    if (mayHaveEscapes && halfCharacter.test(JSON.stringify(value) ?? ''))
      return { ok: false, message: half };
    return { ok: true, value };
  } catch (error) {
    if (isTooDeep(error)) return { ok: false, message: tooDeep };
    return { ok: false, message: aliased };
  }
}

/** The parser looks for each from the beginning of the file. */
const maxAliases = 500;
const aliased = 'aliases (*name) repeat too much, or themselves; write the values out.';

function countAliases(document: YamlDocument): number {
  let count = 0;
  visit(document, { Alias: () => void count++ });
  return count;
}

/** First words of values that YAML takes for types or for names of aliases, and would leave out. */
function findMarks(document: YamlDocument, text: string): YamlMistake[] {
  const found: YamlMistake[] = document.warnings
    .filter(({ code }) => code === 'TAG_RESOLVE_FAILED')
    .map(({ pos: [at] }) => ({ at, message: explainMark(text, at, 'a type') }));
  visit(document, {
    Node(_, { anchor, range }) {
      const at =
        anchor && range && !text.includes(`*${anchor}`) ? text.lastIndexOf(`&${anchor}`, range[0]) : -1;
      if (at >= 0) found.push({ at, message: explainMark(text, at, 'a name') });
    },
  });
  return found;
}

const explainMark = (text: string, at: number, what: string): string =>
  `YAML takes "${/\S*/.exec(text.slice(at))?.[0]}" for ${what}, and leaves it out; write the value in quotes.`;

/** As JSON writes it. */
const halfCharacter = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;
const half = 'an escape such as "\\uD83D" is half a character; write the character itself.';
const tooDeep = 'the values are nested too deeply; write them with fewer levels.';

function explainYaml(error: YAMLParseError, text: string): YamlMistake {
  const [at] = error.pos;
  const comment =
    error.code === 'BAD_INDENT' || error.code === 'MISSING_CHAR' ? commentBefore(text, at) : null;
  return comment ?? { at, message: sayError(error, text) };
}

function sayError({ code, message, pos: [at] }: YAMLParseError, text: string): string {
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

/** What is behind " #" on the line of an error, or on the one above it. */
function commentBefore(text: string, at: number): YamlMistake | null {
  const from = text.lastIndexOf('\n', text.lastIndexOf('\n', at - 1) - 1) + 1;
  const match = /^[^\n"'#]*[^\s"'#][ \t]+(#.*)/m.exec(/.*\n?.*/.exec(text.slice(from))?.[0] ?? '');
  if (!match?.[1]) return null;
  const message = `YAML takes "${match[1].trimEnd()}" for a comment; write the value in quotes.`;
  return { at: from + match.index + match[0].length - match[1].length, message };
}

/** @param name what is before the value on its line */
function explainColon(name: string, value: string): string {
  if (!/:(?:\s|$)/.test(value))
    return 'the next line is indented, so it belongs to this value; begin it in the column of this line.';
  const plain = value.trim().replace(curlyMarks, '');
  const marks = plain === value.trim() ? '' : ', straight ones';
  const quoted = /["\\]/.test(plain) ? `'${plain.replaceAll("'", "''")}'` : `"${plain}"`;
  return `a value that contains ": " needs quotes${marks}; write ${name.trim()} ${quoted}.`;
}

const curlyMarks = /^[“”„«‘’](?=.*[“”»’]$)|(?<=^[“”„«‘’].*)[“”»’]$/g;

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
      message: /^[\s\u200b]/.test(key)
        ? `begins with ${nameOfSpace(key.charAt(0))}; remove it, or write plain spaces.`
        : `is not a field of ${owner}${didYouMean(key, fieldNames(schema)) || `; the fields are ${fieldNames(schema).join(', ')}.`}`,
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

function fieldNames(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject)
    return Object.keys(schema.element.shape);
  return [];
}

import { parse } from 'yaml';
import { keepBody } from './body-edits.ts';
import { canonical, editYaml, isList, render } from './yaml-edits.ts';

/** A file format of the editor: what the form shows of a file, and the file that the form's values become. */
export interface KeptFormat<Value> {
  readonly fromFile: (text: string) => Value;
  readonly toFile: (value: Value) => string;
}

/** Values of a form by field; `_source` is the file as it was read, quoted, since the form trims strings. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Front matter: the lines of hyphens, and the lines between them. */
const head = /^(\uFEFF?---[ \t]*(\r?\n))((?:[^\n]*\n)*?)(---[ \t]*(?:\r?\n|$))/;

/**
 * The format of documents: a save changes only what the author changed, in front matter and body.
 * @param fields of the form; others of the front matter stay as they are
 * @param describe the words after a title in lists, such as those of a draft
 */
export function documentFormat(
  fields: readonly string[],
  describe: (values: FormValues) => string = () => '',
): KeptFormat<FormValues> {
  const inForm = fields.filter((field) => field !== 'body' && !field.startsWith('_'));
  return {
    fromFile: (text) => {
      const { yaml, body } = splitFile(text);
      const values = parse(yaml) as FormValues | null;
      const shown = Object.fromEntries(
        inForm.flatMap((field) => (values?.[field] === undefined ? [] : [[field, values[field]]])),
      );
      const state = describe(shown);
      return {
        // The form has a default for new documents only.
        ...(inForm.includes('draft') ? { draft: false } : {}),
        ...shown,
        body: body.replaceAll('\r\n', '\n').trim(),
        _source: JSON.stringify(text),
        ...(state ? { _state: state } : {}),
      };
    },
    toFile: (values) => {
      const { _source, body = '' } = values;
      const changes = withOldAddresses(values, inForm);
      if (typeof _source !== 'string') return newFile(changes, String(body));
      const source = splitFile(JSON.parse(_source) as string);
      const kept = keepBody(source.body, String(body));
      return `${source.open}${editFrontMatter(source.yaml, changes, inForm)}${source.close}${kept}`;
    },
  };
}

/** Is a date of front matter, on the site's clock, after a moment? */
export function isAfter(date: unknown, moment: Date, timezone: string): boolean {
  return (
    String(date ?? '').replace(' ', 'T') >
    moment.toLocaleString('sv', { timeZone: timezone }).replace(' ', 'T')
  );
}

/** The format of the lists of `content/`. The file is remembered, since a list has no place for it. */
export function listFormat(): KeptFormat<readonly unknown[]> {
  let source = '';
  return {
    fromFile: (text) => {
      source = text;
      return (parse(text) as readonly unknown[] | null) ?? [];
    },
    toFile: (items) => editYaml(source, items.map(withoutBlanks)),
  };
}

/** A document whose old address redirects to it. */
export function addOldAddress(text: string, path: string): string {
  return changeFields(text, ({ redirectFrom }) => {
    return { redirectFrom: [...(isList(redirectFrom) ? redirectFrom : []), path] };
  });
}

/** A document with some of its fields changed. @param change gives those from the present values */
export function changeFields(text: string, change: (values: FormValues) => FormValues): string {
  const { open, yaml, close, body } = splitFile(text);
  const changes = change((parse(yaml) ?? {}) as FormValues);
  return Object.keys(changes).length === 0 ? text : open + editYaml(yaml, changes) + close + body;
}

function splitFile(text: string) {
  const match = head.exec(text);
  if (!match) return { open: '---\n', newline: '\n', yaml: '', close: '---\n\n', body: text };
  const [whole, open = '', newline = '\n', yaml = '', close = ''] = match;
  return { open, newline, yaml, close, body: text.slice(whole.length) };
}

/** Addresses that the document had before it was renamed, which the editor notes, redirect to it. */
function withOldAddresses(values: FormValues, fields: readonly string[]): FormValues {
  const { _aliases: old, redirectFrom, slug, path } = values;
  const shown = Object.fromEntries(fields.map((field) => [field, values[field]]));
  // With an address of its own, a document keeps it under another name of its file.
  if (!isList(old) || slug || path) return shown;
  const before = old.map((address) =>
    String(address)
      .replace(/\/\d{4}-\d{2}-\d{2}-(?=[^/]+\/$)/, '/')
      .replace(/\/index\/$/, '/')
      .replace(/\/{2,}/g, '/'),
  );
  return { ...shown, redirectFrom: [...new Set([...(isList(redirectFrom) ? redirectFrom : []), ...before])] };
}

function editFrontMatter(yaml: string, values: FormValues, fields: readonly string[]): string {
  const before = (parse(yaml) ?? {}) as FormValues;
  const changes = fields.flatMap((field) => {
    const value = isBlank(values[field]) && !isKept(field, values) ? undefined : values[field];
    return canonical(trimmed(before[field])) === canonical(value) ||
      (isBlank(before[field]) && value === undefined)
      ? []
      : [[field, value]];
  });
  return changes.length === 0 ? yaml : editYaml(yaml, Object.fromEntries(changes));
}

function newFile(values: FormValues, body: string): string {
  const written = Object.entries(values).filter(([field, value]) => field === 'title' || !isBlank(value));
  return `---\n${render({ title: '', ...Object.fromEntries(written) }, '\n')}---\n${body === '' ? '' : `\n${body}\n`}`;
}

/** A title may be empty, but not absent. */
const isKept = (field: string, values: FormValues) => field === 'title' && values[field] !== undefined;

/** Is it what a form has for a field without a value? */
function isBlank(value: unknown): boolean {
  if (isList(value)) return value.length === 0;
  return value === undefined || value === null || value === '' || value === false;
}

function withoutBlanks(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || isList(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([, value]) => !isBlank(value)));
}

/** Forms trim strings. */
function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  return isList(value) ? value.map(trimmed) : value;
}

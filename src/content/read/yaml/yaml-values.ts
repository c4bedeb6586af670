import { isMap, isScalar, isSeq, type Node, type Scalar } from 'yaml';
import { z } from 'zod';

/** A place in a YAML text, and what its author may not expect of it. */
export interface YamlRemark {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What {@link tidyValues} found. */
export interface TidiedYaml {
  /** Values that YAML cuts at " #". */
  readonly cut: readonly YamlRemark[];
  /** Values in curly quotation marks where only a name can be. */
  readonly curly: readonly YamlRemark[];
  /** Offsets of the keys of empty fields, by their paths as JSON. */
  readonly emptied: ReadonlyMap<string, number>;
}

/** Fields whose empty text means something else than an absent field. */
export const emptyText = z.registry<{ readonly means: string }>();

/**
 * Removes what a form or a template left empty, so that it is absent: `null`, blank strings, and lists and mappings of
 * nothing else. Values without a schema of their own, such as those of `fields`, stay.
 */
export function tidyValues(root: Node | null, source: string, schema: z.ZodType): TidiedYaml {
  const found = {
    cut: [] as YamlRemark[],
    curly: [] as YamlRemark[],
    emptied: new Map<string, number>(),
  };
  const visit = (node: unknown, outer: z.ZodType | undefined, path: readonly PropertyKey[]): void => {
    const inner = outer && schemaFor(outer, node);
    if (isScalar(node)) {
      const cut = inner && explainCut(node, source, inner);
      if (cut) found.cut.push({ path, message: cut });
      if (inner && !isWords(inner) && typeof node.value === 'string' && curly.test(node.value))
        found.curly.push({
          path,
          message: `${node.value} is in curly quotation marks, which YAML takes for part of the value; write it without them.`,
        });
    } else if (isSeq(node)) {
      const element = inner && elementOf(inner);
      const kept: unknown[] = [];
      for (const item of node.items) {
        visit(item, element, [...path, kept.length]);
        if (inner instanceof z.ZodLazy || !isEmpty(item)) kept.push(item);
      }
      node.items = kept;
    } else if (isMap(node)) {
      node.items = node.items.filter(({ key, value }) => {
        const name = isScalar(key) ? String(key.value) : '';
        const own = [...path, name];
        const field = inner && fieldOf(inner, name);
        visit(value, field, own);
        if (field === undefined || field instanceof z.ZodLazy || !isEmpty(value)) return true;
        if (emptyText.has(schemaFor(field, value)) && isScalar(value) && value.value !== null) return true;
        found.emptied.set(JSON.stringify(own), isScalar(key) ? (key.range?.[0] ?? 0) : 0);
        return false;
      });
    }
  };
  visit(root, schema, []);
  return found;
}

const curly = /^[“”„«‘’].*[“”»’]$/;

function isEmpty(node: unknown): boolean {
  if (isMap(node) || isSeq(node)) return node.items.length === 0;
  if (!isScalar(node)) return node === null;
  return node.value === null || (typeof node.value === 'string' && node.value.trim() === '');
}

/** What the wrappers of a schema are about; of alternatives, the one that a value of this form needs. */
function schemaFor(schema: z.ZodType, node: unknown): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return schemaFor(schema.unwrap() as z.ZodType, node);
  if (!(schema instanceof z.ZodUnion)) return schema;
  const options = schema.options as z.ZodType[];
  return options.find((option) => option instanceof z.ZodObject === isMap(node)) ?? schema;
}

function elementOf(schema: z.ZodType): z.ZodType | undefined {
  return schema instanceof z.ZodArray ? (schema.element as z.ZodType) : ifAny(schema);
}

function fieldOf(schema: z.ZodType, name: string): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return schema.shape[name] as z.ZodType | undefined;
  return schema instanceof z.ZodRecord ? (schema.valueType as z.ZodType) : ifAny(schema);
}

/** `z.json()`, which is the schema of what is in it too. */
const ifAny = (schema: z.ZodType) => (schema instanceof z.ZodLazy ? schema : undefined);

/** Is it any text, rather than a word, an address or a date? */
function isWords(schema: z.ZodType): boolean {
  return (
    schema instanceof z.ZodLazy ||
    (schema instanceof z.ZodString && schema.format === null && !hasPattern(schema))
  );
}

const hasPattern = ({ def }: z.ZodString) =>
  def.checks?.some(({ _zod }) => _zod.def.check === 'string_format') === true;

/**
 * What YAML takes for a comment behind a plain text. Behind a date, a number and `true` a comment is meant, and so it
 * is behind a word for an address where it begins with a space.
 */
function explainCut(node: Scalar, source: string, schema: z.ZodType): string | null {
  if (node.type !== 'PLAIN' || !node.range) return null;
  if (!(isWords(schema) || schema instanceof z.ZodString || schema instanceof z.ZodURL)) return null;
  const [start, end] = node.range;
  const written = source.slice(start, end);
  const isText = typeof node.value === 'string' ? /[^\d:TZ.+-]/.test(written) : node.value === null;
  const behind = written === '' ? /^[ \t]*(#.*)/ : /^[ \t]+(#.*)/;
  const comment = behind.exec(source.slice(end))?.[1]?.trimEnd();
  if (!isText || comment === undefined || (!isWords(schema) && /^#\s/.test(comment))) return null;
  const whole = `${written} ${comment}`.trim();
  const quoted = /["\\]/.test(whole) ? `'${whole.replaceAll("'", "''")}'` : `"${whole}"`;
  return `${written === '' ? 'is empty' : `ends with "${written.split(/\s/).at(-1)}"`}, since YAML takes "${comment}" for a comment; write ${quoted}, in quotes.`;
}

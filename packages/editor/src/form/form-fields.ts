import type { z } from 'zod';

/** One field of the editor's form, as Sveltia's configuration has it. */
export interface FormField {
  readonly name: string;
  readonly label?: string;
  readonly hint?: string;
  readonly widget: string;
  readonly required?: boolean;
  readonly [option: string]: unknown;
}

/** What a form adds to a schema: words, and what to write in place of a plain text field. */
export interface FormWords {
  readonly timezone: string;
  readonly labelOf: (field: string) => string | undefined;
  readonly hintOf: (field: string) => string | undefined;
  /** A field's widget and options where its type alone doesn't decide them; null leaves the field out of the form. */
  readonly special: (field: string) => Readonly<Record<string, unknown>> | null | undefined;
}

type Schema = z.core.JSONSchema.BaseSchema;

/** The form of an object schema, as `z.toJSONSchema` describes what an author writes: a field for each property. */
export function listFormFields(schema: Schema, words: FormWords): FormField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const special = words.special(name);
    if (special === null || typeof property === 'boolean') return [];
    const hint = words.hintOf(name);
    const field = {
      name,
      label: words.labelOf(name) ?? name,
      ...(hint === undefined ? {} : { hint }),
      required: schema.required?.includes(name) ?? false,
    };
    const now = field.required && property.format === 'date-time' ? { default: '{{now}}' } : {};
    return [
      { ...field, ...now, ...(special ?? widgetOf(property, words, hint ?? field.label)) } as FormField,
    ];
  });
}

/** @throws for a type that no widget stands for: a new kind of field needs one here */
function widgetOf(schema: Schema, words: FormWords, hint = ''): Readonly<Record<string, unknown>> {
  const { type, format, pattern, enum: options } = schema;
  if (options) return { widget: 'select', options };
  if (schema.anyOf) return widgetOfUnion(schema.anyOf as Schema[], words, hint);
  if (format === 'date-time') {
    return { widget: 'datetime', format: 'YYYY-MM-DDTHH:mm:ss', input_timezone: words.timezone };
  }
  switch (type) {
    case 'string':
      return { widget: 'string', ...(pattern === undefined ? {} : { pattern: [`/${pattern}/u`, hint] }) };
    case 'boolean':
      return { widget: 'boolean', required: false };
    case 'integer':
    case 'number':
      return { widget: 'number', value_type: type === 'number' ? 'float' : 'int', ...limitsOf(schema) };
    case 'array':
      return { widget: 'list', ...itemsOf(schema.items as Schema, words, hint) };
    case 'object':
      return schema.properties
        ? { widget: 'object', collapsed: true, fields: listFormFields(schema, words) }
        : { widget: 'keyvalue' };
    default:
      throw new Error(`No widget of the editor stands for ${JSON.stringify(schema)}.`);
  }
}

/** Fixed values become a choice; of other alternatives the first decides. */
function widgetOfUnion(schemas: readonly Schema[], words: FormWords, hint: string) {
  const fixed = schemas.flatMap((schema) => schema.const ?? []);
  if (fixed.length === schemas.length) return { widget: 'select', options: fixed };
  return widgetOf(schemas[0] ?? {}, words, hint);
}

function itemsOf(items: Schema, words: FormWords, hint: string) {
  if (items.properties) return { collapsed: 'auto', fields: listFormFields(items, words) };
  return { field: { name: 'item', label: '', required: true, ...widgetOf(items, words, hint) } };
}

function limitsOf({ minimum, maximum }: Schema): Readonly<Record<string, unknown>> {
  const isReal = (limit: number | undefined) =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  return { ...(isReal(minimum) ? { min: minimum } : {}), ...(isReal(maximum) ? { max: maximum } : {}) };
}

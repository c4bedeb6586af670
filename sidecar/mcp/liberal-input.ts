/**
 * What clients send in place of what a schema declares, read as they mean it:
 *
 * | sent | where the schema has | is read as |
 * | --- | --- | --- |
 * | `[]` (PHP) | an object | `{}` |
 * | `"12"`, `"true"` | an integer, a boolean | `12`, `true` |
 * | `null`; `""` | anything; something optional | absent |
 * | a name that hosts inject | no further names | absent |
 *
 * Everything else stays as it is, so that the schema's own check explains a real mistake.
 */
export interface InputSchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | InputSchema;
}

/** Arguments that n8n, LangChain and Cursor add to calls, without the model that writes the call. */
const injected: ReadonlySet<string> = new Set([
  'toolCallId',
  'tool_call_id',
  'sessionId',
  'action',
  'chatInput',
  'random_string',
]);

/** Deeper, a value belongs to the caller. */
const maxDepth = 8;

export function readLiberally(schema: InputSchema, value: unknown, depth = maxDepth): unknown {
  switch (schema.type) {
    case 'integer':
      return typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : value;
    case 'boolean':
      return value === 'true' || value === 'false' ? value === 'true' : value;
    case 'object':
      return depth === 0 ? value : readObject(schema, value, depth - 1);
    default:
      return value;
  }
}

function readObject(schema: InputSchema, value: unknown, depth: number): unknown {
  if (Array.isArray(value) && value.length === 0) return {};
  if (!isObject(value)) return value;
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (member === null) return [];
    if (member === '' && known && !required.includes(name)) return [];
    if (!known && others === false && injected.has(name)) return [];
    const own = known ?? (typeof others === 'object' ? others : {});
    return [[name, readLiberally(own, member, depth)]];
  });
  return Object.fromEntries(members);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

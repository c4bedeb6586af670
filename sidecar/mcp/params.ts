import { z } from 'zod';
import { type InputSchema, isObject, readLiberally } from './liberal-input.ts';
import { describeIssues } from './validation-sentences.ts';

/** A string; a number is taken as its digits, since ids are numbers in the REST routes. */
const text = z.preprocess((value) => (Number.isSafeInteger(value) ? String(value) : value), z.string());
const strings = z.record(z.string(), text);
const paged = z.looseObject({ cursor: z.string().optional() });

/** The parameters of each method, as far as this server reads them. Absent parameters are an empty object. */
export const methodParams = {
  initialize: z.looseObject({
    protocolVersion: z.string(),
    capabilities: z.looseObject({}),
    clientInfo: z.looseObject({ name: z.string(), version: z.string() }),
  }),
  ping: z.looseObject({}),
  'tools/list': paged,
  'tools/call': z.looseObject({
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()).default({}),
  }),
  'resources/list': paged,
  'resources/templates/list': paged,
  'resources/read': z.looseObject({ uri: z.string() }),
  'skills/list': paged,
  'skills/get': z.looseObject({ uri: z.string() }),
  'prompts/list': paged,
  'prompts/get': z.looseObject({ name: z.string(), arguments: strings.default({}) }),
  'completion/complete': z.looseObject({
    ref: z.discriminatedUnion('type', [
      z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
      z.looseObject({ type: z.literal('ref/resource'), uri: z.string() }),
    ]),
    argument: z.looseObject({ name: z.string(), value: z.string() }),
    context: z.looseObject({ arguments: strings.optional() }).optional(),
  }),
} as const;

/** What is wrong with the parameters of a method, in sentences; `undefined` when nothing is. */
export function findParamsProblem(method: string, params: unknown): string | undefined {
  const schemas: Readonly<Record<string, z.ZodObject>> = methodParams;
  const schema = Object.hasOwn(schemas, method) ? schemas[method] : undefined;
  const checked = schema?.safeParse(params ?? {}, { reportInput: true });
  if (!schema || !checked?.error) return undefined;
  return describeIssues(checked.error.issues, 'parameter', Object.keys(schema.shape));
}

/** Objects inside objects: what clients and servers can do. */
const capabilities: InputSchema = { type: 'object', additionalProperties: { type: 'object' } };
Object.assign(capabilities.additionalProperties ?? {}, { additionalProperties: capabilities });

/** What any method may have in its parameters. */
const commonParams = {
  _meta: {
    type: 'object',
    properties: { 'io.modelcontextprotocol/clientCapabilities': capabilities },
  },
  capabilities,
} as const satisfies Readonly<Record<string, InputSchema>>;

const schemas = new Map(
  Object.entries(methodParams).map(([method, schema]): [string, InputSchema] => [
    method,
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as InputSchema,
  ]),
);

/** The message with its parameters as {@link readLiberally} reads them. */
export function withReadParams(message: unknown): unknown {
  if (!isObject(message) || !('params' in message)) return message;
  const { params, ...rest } = message;
  if (params === null) return rest;
  const declared = typeof message.method === 'string' ? schemas.get(message.method) : undefined;
  const properties = { ...declared?.properties, ...commonParams };
  return { ...rest, params: readLiberally({ ...declared, type: 'object', properties }, params) };
}

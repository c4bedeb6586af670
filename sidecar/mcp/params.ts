import { z } from 'zod';
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

/** `params`, `arguments` and their members: deeper, a value belongs to the caller. */
const depthOfParams = 3;

/** The message with each `null` in its parameters left out: clients of many languages write it for what is absent. */
export function withoutNullParams(message: unknown): unknown {
  if (!isObject(message) || !('params' in message)) return message;
  const { params, ...rest } = message;
  return params === null ? rest : { ...rest, params: withoutNulls(params, depthOfParams) };
}

function withoutNulls(value: unknown, depth: number): unknown {
  if (depth === 0 || !isObject(value)) return value;
  const present = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(present.map(([name, member]) => [name, withoutNulls(member, depth - 1)]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

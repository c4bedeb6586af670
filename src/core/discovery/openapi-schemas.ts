import { z } from 'zod';
import { contactInputSchema, flattenNullable } from '../contact/message.ts';
import { passageAnswer } from '../mcp/passage-answer.ts';
import { kindsOf, taxonomiesOf } from '../model/kinds.ts';
import { isMultilingual } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import * as wp from '../wp/objects/object-schemas.ts';

/** OpenAPI schemas, generated from zod: `wpPost` becomes `#/components/schemas/Post`. */

export type Json = { readonly [name: string]: unknown };

const uri = (name: string): string => `#/components/schemas/${name}`;

const errorLink = z.object({
  href: z.string().describe('Where to look instead.'),
  rel: z.string().describe('Registered link relation.').optional(),
  type: z.string().describe('Media type.').optional(),
  title: z.string().optional(),
});

const error = z
  .looseObject({
    code: z.string().describe('Stable and machine-readable. Match on this.'),
    message: z.string().describe('Explanation for a person; it may change.'),
    data: z
      .looseObject({
        status: z.int().describe('The HTTP status again.').optional(),
        params: z
          .record(z.string(), z.unknown())
          .describe('Which parameters were rejected, and why.')
          .optional(),
        retry_after: z.int().min(0).describe('Where waiting helps: seconds, as in Retry-After.').optional(),
      })
      .describe('Context.'),
    links: z.array(errorLink).describe('On 404: where to look instead, as in the Link header.').optional(),
  })
  .describe('Every failure but those of the MCP endpoint and of Markdown pages.');

const rpcId = z.union([z.string(), z.int()]);
const answeredId = z.union([z.string(), z.int(), z.null()]);

const rpcError = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: answeredId.describe('Id of the request; null when it could not be read.').optional(),
    error: z.object({
      code: z
        .int()
        .describe(
          '-32700 parse error, -32600 invalid request, -32601 method not found, -32602 invalid params, -32000 rate limit.',
        ),
      message: z.string(),
      data: z.unknown().optional(),
    }),
  })
  .describe(
    'Failure of the MCP endpoint. The HTTP status mirrors the code; a caller whose Accept lists ' +
      '`text/event-stream` gets the failures of methods with 200, as the handshake revisions of MCP have it.',
  );

/** An object or an array of what `items` names. Without `type`: with `anyOf` or `oneOf`, generated clients don't compile. */
const orBatch = (description: string, items: Json) => ({
  description,
  type: undefined,
  minItems: 1,
  unevaluatedItems: items,
});

const rpcMessage = {
  jsonrpc: z.literal('2.0'),
  id: rpcId.describe('Absent in a notification.').optional(),
  method: z.string().describe('Such as tools/list or tools/call.'),
  params: z.looseObject({}).nullable().optional(),
};
const rpcRequest = z.strictObject(rpcMessage).describe('JSON-RPC 2.0 request or notification.');

const rpcBody = z
  .strictObject(rpcMessage)
  .meta(
    orBatch('JSON-RPC 2.0 request or notification, or an array of them.', { $ref: uri('JsonRpcRequest') }),
  );

const rpcResponse = z.looseObject({ jsonrpc: z.literal('2.0'), id: rpcId, result: z.looseObject({}) }).meta(
  orBatch('JSON-RPC 2.0 response, or an array of answers.', {
    anyOf: [{ $ref: uri('JsonRpcResponse') }, { $ref: uri('JsonRpcError') }],
  }),
);

const budget = z.object({
  limit: z.int().describe('Deliveries in one window.'),
  window: z.int().describe('Seconds.'),
  remaining: z.int(),
  reset: z.int().describe('Seconds until a delivery leaves the window.'),
});

const contactContract = z
  .looseObject({
    submit_token: z.string().describe('For one message, sent back in the body of the POST.'),
    expires_in: z.int().describe('Seconds for which the token is valid.'),
    expires_at: z.string().describe('The same as RFC 3339.'),
    input_schema: z.looseObject({}).describe('JSON Schema of the POST.'),
    limits: z.looseObject({
      per_ip: budget,
      site: budget,
      pace: z
        .looseObject({ limit: z.int(), window: z.int().describe('Seconds.'), burst: z.int() })
        .describe('Requests, delivered or not, that a server in front of the site answers: above it, 429.'),
    }),
  })
  .describe('All that a program needs to send one message.');

/** Open, and without constants: a client that refuses the answer reports a delivered message as a failure. */
const contactResult = z.looseObject({
  sent: z.boolean().describe('Always true.'),
  message: z.string().describe('Confirmation for a person.'),
  replayed: z
    .boolean()
    .describe('Present and true on an idempotent replay: nothing was sent for this request.')
    .optional(),
});

/** Objects of wp/v2 that every site has alike. */
const objects = {
  User: wp.wpUser,
  Media: wp.wpMedia,
  Comment: wp.wpComment,
  SearchHit: wp.wpSearchHit,
  PostTypeObject: wp.wpType,
  Taxonomy: wp.wpTaxonomy,
  Status: wp.wpStatus,
} as const;

const others = {
  Links: wp.wpLinks,
  Error: error,
  JsonRpcError: rpcError,
  JsonRpcRequest: rpcRequest,
  JsonRpcBody: rpcBody,
  JsonRpcResponse: rpcResponse,
  PassageAnswer: passageAnswer.extend({ query: z.string().describe('As it was asked.') }),
  ContactContract: contactContract,
  ContactMessage: contactInputSchema,
  ContactResult: contactResult,
  ApiIndex: wp.wpIndex,
  ApiNamespace: wp.wpNamespace,
} as const;

/** Those of the site's kinds and taxonomies, by the names of their rows. */
function listObjects(site: Site): Record<string, z.ZodObject> {
  return Object.fromEntries([
    ...kindsOf(site).map((kind) => [kind.schema, wp.wpDocument(kind, site)]),
    ...taxonomiesOf(site).map((taxonomy) => [taxonomy.schema, wp.wpTerm(taxonomy, site)]),
    ...(isMultilingual(site) ? [['Language', wp.wpLanguage]] : []),
  ]);
}

/** Name of a schema: one of these, or of a row of the tables of kinds and taxonomies. */
export type SchemaName = keyof typeof objects | keyof typeof others;

export const ref = (name: SchemaName): Json => refTo(name);
export const refTo = (name: string): Json => ({ $ref: uri(name) });

/** Every schema by its name, in a fixed order. */
export function describeSchemas(site: Site): Record<string, Json> {
  const SearchHit = wp.wpSearchHit.extend(z.object(wp.langOf(site)).partial().shape);
  return toJsonSchemas({ ...listObjects(site), ...objects, SearchHit, ...others });
}

export function describeContentSchemas(site: Site): Record<string, Json> {
  const { SearchHit: _found, ...stored } = objects;
  return toJsonSchemas({ ...listObjects(site), ...stored, Links: wp.wpLinks });
}

function toJsonSchemas(all: Readonly<Record<string, z.ZodType>>): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(all)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri,
    target: 'draft-2020-12',
    override: flattenNullable,
  });
  return Object.fromEntries(
    Object.keys(all).map((name) => {
      const { $schema: _dialect, $id: _id, ...json } = schemas[name] ?? {};
      return [name, simplify(json) as Json];
    }),
  );
}

/**
 * Removes bounds of JavaScript's integers and property names, and rewrites what client generators don't know: type lists
 * become `anyOf`, except with `null`; `const` becomes an `enum` of one value.
 */
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (!isObject(value)) return value;
  const { type, ...rest } = value;
  const members =
    Array.isArray(type) && !(type.length === 2 && type[1] === 'null')
      ? { ...rest, anyOf: type.map((one: unknown) => ({ type: one })) }
      : value;
  return Object.fromEntries(
    Object.entries(members)
      .filter(
        ([name, member]) => name !== 'propertyNames' && Math.abs(Number(member)) !== Number.MAX_SAFE_INTEGER,
      )
      .map(([name, member]) => (name === 'const' ? ['enum', [member]] : [name, simplify(member)])),
  );
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

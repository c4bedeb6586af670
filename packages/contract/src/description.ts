import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** An OpenAPI document as a judge of answers: their status, their type and their body. */
export interface Described {
  readonly operations: readonly { readonly method: string; readonly path: string }[];
  /** What an answer does otherwise than it is described; empty when nothing. */
  judge(asked: Asked, given: Given): string[];
}
export interface Asked {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  /** Was only a changed answer asked for? */
  readonly conditional: boolean;
}
export interface Given {
  readonly status: number;
  /** Null where the header is missing. */
  readonly contentType: string | null;
  readonly text: string;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
  readonly responses?: Readonly<Record<string, DescribedAnswer>>;
}
interface DescribedAnswer {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: AnySchemaObject }>>;
}
interface Template {
  readonly path: string;
  readonly pattern: RegExp;
}

export function readDescription(document: string): Described {
  const description = JSON.parse(document) as Description;
  const whole = validatorOf(description);
  const selected = validatorOf(JSON.parse(document, letMembersGo));
  const templates = Object.keys(description.paths).map(toTemplate).toSorted(literalFirst);
  const problemsOf = (pointer: string, value: unknown, validator = whole): string[] => {
    if (validator.validate({ $ref: `openapi${pointer}` }, value)) return [];
    return (validator.errors ?? []).slice(0, 3).map((error) => `body${error.instancePath} ${error.message}`);
  };
  /** A failure that no operation describes; the rule for all is an Error object wherever it is JSON. */
  const judgeFailure = ({ status, contentType, text }: Given): string[] => {
    if (status < 400 || bareType(contentType) !== 'application/json' || text === '') return [];
    const body = JSON.parse(text) as object;
    return 'jsonrpc' in body
      ? problemsOf('#/components/schemas/JsonRpcError', body)
      : problemsOf('#/components/schemas/Error', body);
  };

  const judged: Described = {
    operations: Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => methods[method]?.responses)
        .map((method) => ({ method: method.toUpperCase(), path })),
    ),
    judge(asked, given) {
      const shape = new URLSearchParams(asked.path.split('?')[1]);
      const inside = shape.has('_envelope') ? readEnvelope(given) : null;
      if (inside) return judged.judge({ ...asked, path: asked.path.replace('_envelope', '_') }, inside);
      const { path } = templates.find(({ pattern }) => pattern.test(pathOf(asked.path))) ?? {};
      const method = asked.method === 'HEAD' ? 'get' : asked.method.toLowerCase();
      const responses = path === undefined ? undefined : description.paths[path]?.[method]?.responses;
      if (path === undefined || !responses) return judgeFailure(given);
      if (given.status === 304 && asked.conditional) return judgeEmpty(given);
      const name = nameOf(given.status, responses);
      if (name === null) return [`status ${given.status} is not described`];
      const reference = responses[name]?.$ref;
      const pointer = reference ?? toPointer('paths', path, method, 'responses', name);
      const answer = reference ? resolve(description, reference) : responses[name];
      if (asked.method === 'HEAD') return given.text === '' ? [] : ['HEAD has a body'];
      const types = Object.keys(answer?.content ?? {});
      if (types.length === 0) return judgeEmpty(given);
      const type = bareType(given.contentType);
      if (!types.includes(type)) return [`type ${given.contentType} is not described for ${given.status}`];
      if (!answer?.content?.[type]?.schema) return [];
      const value: unknown = /[/+]json$/.test(type) ? JSON.parse(given.text) : given.text;
      const validator = shape.has('_fields') || shape.has('context') ? selected : whole;
      return problemsOf(`${pointer}/content/${escapePart(type)}/schema`, value, validator);
    },
  };
  return judged;
}

function validatorOf(description: object): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  return ajv.addSchema(description, 'openapi');
}

/** For answers to `_fields` and `context`: any member may be missing, and an object of which nothing is left is `[]`. */
function letMembersGo(name: string, value: unknown): unknown {
  if (name === 'required' && Array.isArray(value)) return undefined;
  return name === 'type' && value === 'object' ? ['object', 'array'] : value;
}

/** Contents of an answer to `_envelope`; null for one that is no envelope. */
function readEnvelope({ status, contentType, text }: Given): Given | null {
  if (status !== 200 || bareType(contentType) !== 'application/json' || text === '') return null;
  const envelope: unknown = JSON.parse(text);
  if (typeof envelope !== 'object' || envelope === null) return null;
  if (!('body' in envelope && 'status' in envelope && 'headers' in envelope)) return null;
  return { status: Number(envelope.status), contentType, text: JSON.stringify(envelope.body) };
}

/** Only failures may be described by a class of statuses or by the default. */
function nameOf(status: number, responses: object): string | null {
  const names =
    status < 400 ? [String(status)] : [String(status), `${Math.floor(status / 100)}XX`, 'default'];
  return names.find((name) => Object.hasOwn(responses, name)) ?? null;
}

function judgeEmpty({ status, text }: Given): string[] {
  return text === '' ? [] : [`${status} has a body, which is not described`];
}

function toTemplate(path: string): Template {
  const pattern = path
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('{slug}', '.+')
    .replace(/\{\w+\}/g, '[^/]+');
  return { path, pattern: new RegExp(`^${pattern}/?$`) };
}

/** Addresses without parts to fill in come before those with them, longer ones before shorter. */
function literalFirst(a: Template, b: Template): number {
  const parts = ({ path }: Template) => path.split('{').length;
  return parts(a) - parts(b) || b.path.length - a.path.length;
}

function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? '/';
}

function bareType(header: string | null): string {
  return header?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function resolve(description: Description, reference: string): DescribedAnswer {
  let value: unknown = description;
  for (const part of reference.slice(2).split('/')) value = (value as Record<string, unknown>)[part];
  return value as DescribedAnswer;
}

function toPointer(...parts: readonly string[]): string {
  return `#/${parts.map(escapePart).join('/')}`;
}

function escapePart(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

import { isLocalHost } from 'agentsite/model';
import { readContentType } from '../../documents/headers.ts';
import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  readJson,
} from '../../documents/json-value.ts';
import { describeStatus, wasSkipped } from '../../http/answer.ts';
import { type Description, findDescription, type Operation, usualPaths } from '../../visit/openapi.ts';
import type { Visit } from '../../visit/visit.ts';
import { type Check, checksOf, type Problem, problemIf } from '../check.ts';
import { findMismatch, resolve } from './openapi-schema.ts';

/** The OpenAPI description, and whether what can be asked by GET answers as it says. */

/** Operations that are tried. */
const tried = 8;

function follow(value: JsonObject, given: Json | undefined): JsonObject {
  const object = asObject(given);
  return typeof object.$ref === 'string' ? asObject(resolve(value, object.$ref)) : object;
}

function* references(value: Json, depth = 0): Generator<string> {
  if (depth > 60 || typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === '$ref' && typeof inner === 'string') yield inner;
    else yield* references(inner as Json, depth + 1);
  }
}

/** GET operations that can be asked for without knowing anything. */
function listTriable({ operations, value }: Description): Operation[] {
  const plain = operations.filter(({ path, method, operation }) => {
    const parameters = [
      ...asList(operation.parameters),
      ...asList(asObject(asObject(value.paths)[path]).parameters),
    ];
    const isFree = parameters.every((parameter) => follow(value, parameter).required !== true);
    return method === 'get' && !path.includes('{') && isFree && asList(operation.security).length === 0;
  });
  const step = Math.max(1, Math.ceil(plain.length / tried));
  return plain.filter((_, at) => at % step === 0);
}

function addressOf({ found, value }: Description, path: string, visit: Visit): string | null {
  const server = asText(asObject(asList(value.servers)[0]).url) || '/';
  if (!URL.canParse(server, found.url)) return null;
  return visit.local(new URL(server, found.url).href.replace(/\/$/, '') + path);
}

/** The response that is described for a status. */
function describedResponse(
  { value }: Description,
  { operation }: Operation,
  status: number,
): JsonObject | null {
  const responses = asObject(operation.responses);
  const found = responses[String(status)] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses.default;
  return found === undefined ? null : follow(value, found);
}

async function tryEach(
  description: Description,
  visit: Visit,
  judge: (operation: Operation, answer: Awaited<ReturnType<Visit['ask']>>) => readonly Problem[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const operation of listTriable(description)) {
    const url = addressOf(description, operation.path, visit);
    const answer = url ? await visit.ask(url) : null;
    if (answer && !wasSkipped(answer)) problems.push(...judge(operation, answer));
  }
  return problems;
}

export const openapiChecks: readonly Check[] = checksOf('openapi', '/openapi.json', findDescription, [
  {
    id: 'openapi-version',
    severity: 'error',
    title: 'The description is OpenAPI 3, with info and paths',
    source: 'OpenAPI 3.1, 4.8.1',
    fix: '{"openapi":"3.1.0","info":{"title":"…","version":"1.0.0"},"paths":{…}}',
    wrong: ({ value }) => {
      const info = asObject(value.info);
      const isRight =
        /^3\.\d/.test(asText(value.openapi)) &&
        asText(info.title) &&
        asText(info.version) &&
        isObject(value.paths);
      return (
        !isRight &&
        `openapi ${asText(value.openapi) || asText(value.swagger) || 'missing'}, info ${JSON.stringify(info).slice(0, 80)}`
      );
    },
  },
  {
    id: 'openapi-references',
    severity: 'error',
    title: 'References in the description resolve',
    source: 'OpenAPI 3.1, 4.8.23',
    fix: 'Add the component, or correct its name.',
    find: ({ found, value }) => {
      const lost = [...new Set(references(value))].filter(
        (reference) => resolve(value, reference) === undefined,
      );
      return lost.map((reference): Problem => [found.url, `$ref ${reference}`]);
    },
  },
  {
    id: 'openapi-operations',
    severity: 'error',
    title: 'Operations have responses, and ids that differ',
    source: 'OpenAPI 3.1, 4.8.10',
    fix: 'Give each operation an operationId of its own and at least one response.',
    find: ({ found, operations }) => {
      const seen = new Set<string>();
      return operations.flatMap(({ path, method, operation }) => {
        const id = asText(operation.operationId);
        const isTwice = id !== '' && seen.size === seen.add(id).size;
        const isEmpty = Object.keys(asObject(operation.responses)).length === 0;
        const seenText = isTwice ? `the id ${id} again` : 'no responses';
        return problemIf(isTwice || isEmpty, found.url, `${method.toUpperCase()} ${path}: ${seenText}`);
      });
    },
  },
  {
    id: 'openapi-parameters',
    severity: 'error',
    title: 'Each {name} in a path is described as a parameter',
    source: 'OpenAPI 3.1, 4.8.12',
    fix: '{"name":"id","in":"path","required":true,"schema":{"type":"integer"}}',
    find: ({ found, value, operations }) =>
      operations.flatMap(({ path, method, operation }) => {
        const shared = asList(asObject(asObject(value.paths)[path]).parameters);
        const parameters = [...asList(operation.parameters), ...shared].map((parameter) =>
          follow(value, parameter),
        );
        const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
        const lost = [...path.matchAll(/\{([^{}]{1,100})\}/g)]
          .map(([, name]) => name)
          .filter((name) => !names.includes(name ?? ''));
        return problemIf(lost.length > 0, found.url, `${method.toUpperCase()} ${path}: {${lost[0]}}`);
      }),
  },
  {
    id: 'openapi-servers',
    severity: 'warning',
    title: 'The description names the server of this site',
    source: 'OpenAPI 3.1, 4.8.5; redocly no-empty-servers',
    fix: '"servers": [{"url": "https://example.org"}]',
    wrong: ({ value }, visit) => {
      const urls = asList(value.servers).map((server) => asText(asObject(server).url));
      const isLocal = urls.some(
        (url) => URL.canParse(url) && isLocalHost(new URL(url).hostname) && visit.local(url) === null,
      );
      return (urls.length === 0 || isLocal) && (urls.join(', ') || 'no servers');
    },
  },
  {
    id: 'openapi-copies',
    severity: 'warning',
    title: 'The description says the same at each address',
    source: 'is-agentic.com; RFC 8615',
    fix: 'Write both files from one source.',
    find: async ({ found }, visit) => {
      const problems: Problem[] = [];
      for (const path of usualPaths) {
        const other = await visit.find(visit.atRoot(path));
        if (other && other.answer.sha256 !== found.answer.sha256 && isObject(readJson(other.answer.text)))
          problems.push([other.url, `not the same as ${found.url}`]);
      }
      return problems;
    },
  },
  {
    id: 'openapi-status',
    severity: 'error',
    title: 'Operations answer with a status that is described',
    source: 'OpenAPI 3.1, 4.8.16',
    fix: 'Describe the response of the route, or remove the operation if the route is gone.',
    find: (description, visit) =>
      tryEach(description, visit, (operation, answer) => {
        const isGone = answer.failure !== null || answer.status === 404 || answer.status >= 500;
        const isDescribed = describedResponse(description, operation, answer.status) !== null;
        return problemIf(
          isGone || !isDescribed,
          answer.url,
          `${describeStatus(answer)} for GET ${operation.path}`,
        );
      }),
  },
  {
    id: 'openapi-type',
    severity: 'error',
    title: 'Operations answer with a type that is described',
    source: 'OpenAPI 3.1, 4.8.14',
    fix: 'List the type of the answer under "content".',
    find: (description, visit) =>
      tryEach(description, visit, (operation, answer) => {
        const content = asObject(describedResponse(description, operation, answer.status)?.content);
        const { type } = readContentType(answer.headers['content-type']);
        const names = Object.keys(content).map((name) => readContentType(name).type);
        const isDescribed = names.length === 0 || names.some((name) => isOfType(type, name));
        return problemIf(
          answer.status === 200 && !isDescribed,
          answer.url,
          `${type || 'none'}; described: ${names.join(', ')}`,
        );
      }),
  },
  {
    id: 'openapi-body',
    severity: 'error',
    title: 'Answers of operations have the described shape',
    source: 'OpenAPI 3.1, 4.8.24; JSON Schema 2020-12',
    fix: 'Correct the schema, or the answer.',
    find: (description, visit) =>
      tryEach(description, visit, (operation, answer) => {
        const content = asObject(describedResponse(description, operation, answer.status)?.content);
        const media = Object.entries(content).find(([name]) => /json$/.test(readContentType(name).type))?.[1];
        const body = readJson(answer.text);
        if (answer.status !== 200 || media === undefined || body === null) return [];
        const problem = findMismatch(description.value, asObject(media).schema, body);
        return problemIf(problem !== null, answer.url, `GET ${operation.path}: ${problem}`);
      }),
  },
]);

/** `text/html` fits a range of text; `application/xml` and `text/xml`, which hosts of files send, fit `application/rss+xml` too. */
function isOfType(type: string, described: string): boolean {
  if (type === described || described === '*/*') return true;
  if (described.endsWith('/*')) return type.startsWith(described.slice(0, -1));
  const suffix = /\+(\w+)$/.exec(described)?.[1];
  return suffix !== undefined && (type === `application/${suffix}` || type === `text/${suffix}`);
}

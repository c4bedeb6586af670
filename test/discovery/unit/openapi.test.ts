import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderOpenapi } from '../../../src/core/discovery/openapi.ts';
import { surfaces } from '../../../src/core/model/surfaces.ts';
import type { WpArgument, WpArguments } from '../../../src/core/wp/parameters/argument.ts';
import { validateValue } from '../../../src/core/wp/parameters/validate-value.ts';
import { wpRoutes } from '../../../src/core/wp/routes.ts';
import { createSite } from '../../helpers/library.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly type?: string; readonly [key: string]: unknown };
  readonly $ref?: string;
}
interface Answer {
  readonly $ref?: string;
  readonly content?: Record<string, { readonly schema: { readonly $ref?: string } }>;
  readonly headers?: Record<string, unknown>;
}
interface Operation {
  readonly operationId: string;
  readonly tags: string[];
  readonly deprecated?: boolean;
  readonly parameters?: Parameter[];
  readonly responses: Record<string, Answer>;
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly $ref?: string } }>;
  };
}
interface Description {
  readonly openapi: string;
  readonly info: Record<string, unknown>;
  readonly servers: { readonly url: string }[];
  readonly security: unknown[];
  readonly 'x-deprecated': unknown[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<
      string,
      { readonly properties?: Record<string, unknown>; readonly required?: string[] }
    >;
    readonly responses: Record<string, Answer>;
  };
}

const site = createSite({ url: 'https://notes.agentsite.dev' });
const text = renderOpenapi({ site });
const description = JSON.parse(text) as Description;
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);
const find = (name: string) => operations.find((entry) => entry.name === name)!.operation;
const answer = ({ $ref, ...rest }: Answer): Answer =>
  $ref ? description.components.responses[$ref.split('/').at(-1)!]! : rest;

it('is OpenAPI 3.1.0, version 1.37.0, without security, with an empty deprecated list', () => {
  expect(description).toMatchObject({
    openapi: '3.1.0',
    info: {
      title: 'Field notes',
      version: '1.37.0',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The keeper', url: 'https://notes.agentsite.dev/contact/' },
    },
    servers: [{ url: 'https://notes.agentsite.dev' }],
    security: [],
    'x-deprecated': [],
  });
  expect(text).not.toMatch(/securitySchemes|WWW-Authenticate/);
});

describe('redocly lint, recommended rules', () => {
  let problems: unknown[] = [];
  beforeAll(async () => {
    const config = await createConfig({ extends: ['recommended'] });
    problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  });

  it('finds nothing', () => {
    expect(problems).toEqual([]);
  });

  it('would find a mistake', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const source = text.replace('"operationId":"getPost",', '');
    const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    expect(found.map((problem) => problem.ruleId)).toContain('operation-operationId');
  });
});

describe('what is described', () => {
  it('each surface and each content route has an operation, and nothing else is invented', () => {
    const content = wpRoutes(site).map(
      ({ path }) => `/wp-json${path.replace(/\(\?P<(\w+)>[^)]*\)/g, '{$1}')}`,
    );
    const expected = [
      ...surfaces.map((surface) => surface.path),
      ...content,
      '/',
      '/{slug}.md',
      '/.well-known/agent-skills/{name}/SKILL.md',
    ].map((path) => (path === '/' ? path : path.replace(/\/$/, '')));
    expect(Object.keys(description.paths).toSorted()).toEqual([...new Set(expected)].toSorted());
  });

  it('operation ids are unique words', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/);
  });

  it('every path parameter is declared', () => {
    for (const [path, { get, post }] of Object.entries(description.paths)) {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const given = ((get ?? post)?.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect([path, given.map((parameter) => parameter.name)]).toEqual([path, wanted]);
      expect(given.every((parameter) => parameter.required)).toBe(true);
    }
  });

  it('every failure is an Error object, those of Markdown pages and of MCP apart', () => {
    for (const { name, operation } of operations) {
      if (name.endsWith('/mcp')) continue;
      for (const [status, given] of Object.entries(operation.responses)) {
        if (status.startsWith('2')) continue;
        const content = answer(given).content ?? {};
        const ofMarkdown =
          /\.md$/.test(name) && !/(?:auth|feed|sitemap)\.md$/.test(name) && /^4/.test(status);
        const expected = ofMarkdown
          ? { 'text/markdown': { schema: { type: 'string' } } }
          : { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
        expect([name, status, content]).toEqual([name, status, expected]);
      }
    }
  });

  it.each([
    ['GET /wp-json/wp/v2/posts', ['200', '400', '404', '410', '429', '4XX', '5XX', 'default']],
    ['GET /wp-json/wp/v2/search', ['200', '400', '404', '410', '429', '4XX', '5XX', 'default']],
    ['GET /llms.txt', ['200', '404', '410', '5XX', 'default']],
    ['GET /{slug}.md', ['200', '403', '404', '410', '5XX', 'default']],
    ['POST /wp-json/agentsite/v1/mcp', ['200', '202', '400', '404', '429', '4XX', '5XX', 'default']],
    ['GET /wp-json/site/v1/contact', ['200', '4XX', '5XX', 'default']],
    [
      'POST /wp-json/site/v1/contact',
      ['200', '400', '401', '403', '409', '422', '429', '4XX', '5XX', 'default'],
    ],
  ])('%s answers %j', (name, statuses) => {
    expect(Object.keys(find(name).responses)).toEqual(statuses);
  });
});

describe('parameters of the content routes', () => {
  const parameters = (name: string) =>
    Object.fromEntries(
      (find(name).parameters ?? []).map(({ name: parameter, schema }) => [parameter, schema?.type]),
    );

  it.each([
    [
      'posts',
      {
        search: 'string',
        page: 'integer',
        per_page: 'integer',
        categories: 'string',
        tags: 'string',
        slug: 'string',
      },
    ],
    ['pages', { search: 'string', page: 'integer', per_page: 'integer', slug: 'string', parent: 'integer' }],
    ['search', { search: 'string', page: 'integer', per_page: 'integer', type: 'string', subtype: 'string' }],
    ['categories', { search: 'string', page: 'integer', per_page: 'integer', slug: 'string' }],
    ['tags', { search: 'string', page: 'integer', per_page: 'integer', slug: 'string' }],
  ])('%s has those of the contract, with their types', (route, expected) => {
    expect(parameters(`GET /wp-json/wp/v2/${route}`)).toMatchObject(expected);
  });

  it('per_page is 1 to 100 and 10 by default, page 1', () => {
    const given = find('GET /wp-json/wp/v2/posts').parameters ?? [];
    const schema = (name: string) => given.find((parameter) => parameter.name === name)?.schema;
    expect(schema('per_page')).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 10 });
    expect(schema('page')).toMatchObject({ minimum: 1, default: 1 });
  });

  it('what readers may not use is not offered', () => {
    const names = operations.flatMap(({ operation }) =>
      (operation.parameters ?? []).map((parameter) => parameter.name),
    );
    expect(names).not.toContain('password');
    expect(names).not.toContain('roles');
    expect(text).not.toContain('"edit"');
  });
});

describe('schemas', () => {
  it('the fields of a post are those of WordPress, in its order', () => {
    expect(Object.keys(description.components.schemas.Post!.properties!)).toEqual(
      (
        'id date date_gmt guid modified modified_gmt slug status type link title content excerpt author ' +
        'featured_media comment_status ping_status sticky template format meta categories tags class_list _links _embedded'
      ).split(' '),
    );
    expect(description.components.schemas.Post!.required).not.toContain('_embedded');
  });

  it('the contact message has the bounds of the contract', () => {
    expect(description.components.schemas.ContactMessage).toMatchObject({
      properties: {
        name: { maxLength: 100 },
        email: { maxLength: 254, format: 'email' },
        subject: { maxLength: 200 },
        message: { maxLength: 5000 },
        agent: { maxLength: 80 },
        submit_token: { type: 'string' },
      },
      required: ['name', 'email', 'message', 'submit_token'],
      additionalProperties: false,
    });
    const { parameters = [], requestBody } = find('POST /wp-json/site/v1/contact');
    expect(parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: false }]);
    const pattern = new RegExp(String(parameters[0]?.schema.pattern));
    expect(pattern.test('x'.repeat(16))).toBe(true);
    expect(pattern.test('x'.repeat(15))).toBe(false);
    expect(requestBody?.content['application/json']?.schema.$ref).toBe('#/components/schemas/ContactMessage');
  });

  it('every reference leads somewhere', () => {
    const known = new Set(
      Object.entries(description.components).flatMap(([kind, entries]) =>
        Object.keys(entries).map((name) => `#/components/${kind}/${name}`),
      ),
    );
    const used = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map((match) => match[1]!);
    expect(used.length).toBeGreaterThan(100);
    expect([...new Set(used)].filter((target) => !known.has(target))).toEqual([]);
  });
});

it('what is going away is listed and marked', () => {
  const leaving = createSite({
    lifecycle: [
      {
        target: 'GET /wp-json/wp/v2/tags',
        announced: '2026-08-10',
        sunset: '2027-08-10',
        replacement: '/wp-json/wp/v2/categories',
        documentation: '/bye/',
      },
    ],
  });
  const marked = JSON.parse(renderOpenapi({ site: leaving })) as Description;
  expect(marked.paths['/wp-json/wp/v2/tags']?.get?.deprecated).toBe(true);
  expect(marked.paths['/wp-json/wp/v2/categories']?.get).not.toHaveProperty('deprecated');
  expect(marked['x-deprecated']).toEqual([
    {
      target: 'GET /wp-json/wp/v2/tags',
      deprecation: '2026-08-10T00:00:00Z',
      sunset: '2027-08-10T00:00:00Z',
      replacement: 'https://notes.example.org/wp-json/wp/v2/categories',
      documentation: 'https://notes.example.org/bye/',
    },
  ]);
});

describe('what generators of clients need', () => {
  const contents = operations
    .filter(({ operation }) => operation.tags.includes('Content'))
    .map(({ name, operation }) => ({
      name,
      schema: operation.responses['200']?.content?.['application/json']?.schema,
    }));

  it.each(contents)('$name answers with one plain shape', ({ schema }) => {
    const { $ref, type, items, additionalProperties, anyOf, oneOf } = (schema ?? {}) as Record<
      string,
      unknown
    >;
    expect([anyOf, oneOf]).toEqual([undefined, undefined]);
    expect(
      $ref !== undefined || (type === 'array' && items) || (type === 'object' && additionalProperties),
    ).toBeTruthy();
  });

  it('a list of posts is an array of posts', () => {
    expect(contents.find(({ name }) => name === 'GET /wp-json/wp/v2/posts')?.schema).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Post' },
      maxItems: 100,
    });
  });

  it('a value has one type, or one and null; where there are two, anyOf says so and never oneOf', () => {
    const lists = [...text.matchAll(/"type":(\[[^\]]*\])/g)].map(
      (match) => JSON.parse(match[1]!) as string[],
    );
    expect(lists.filter((types) => types.length !== 2 || types[1] !== 'null')).toEqual([]);
    expect(text).not.toContain('"oneOf"');
    expect(text).not.toContain('propertyNames');
  });

  const nodes: Record<string, unknown>[] = [];
  JSON.parse(text, (_, value: unknown) => {
    if (typeof value === 'object' && value !== null) nodes.push(value as Record<string, unknown>);
    return value;
  });

  it('constants are enums of one string: generated clients refuse `const: true` in the answer to a delivered message', () => {
    expect(text).not.toContain('"const"');
    const choices = nodes.flatMap((node) => (Array.isArray(node.enum) ? [node.enum] : []));
    expect(choices.length).toBeGreaterThan(20);
    expect(choices.flat().filter((value) => typeof value !== 'string')).toEqual([]);
  });

  it('the result of sending a message refuses nothing that the server may say', () => {
    const boolean = { type: 'boolean', description: expect.any(String) };
    expect(description.components.schemas.ContactResult).toEqual({
      type: 'object',
      properties: { sent: boolean, replayed: boolean, message: { ...boolean, type: 'string' } },
      required: ['sent', 'message'],
      additionalProperties: {},
    });
    const { headers } = find('POST /wp-json/site/v1/contact').responses['200']!;
    expect(headers).toMatchObject({ 'Idempotency-Replayed': { schema: { type: 'string' } } });
    expect(JSON.stringify(headers)).not.toContain('enum');
  });

  it('no array is a branch of anyOf, of oneOf or of allOf, directly or by reference: generated Java does not compile', () => {
    const branches = nodes.flatMap((node) =>
      ['anyOf', 'oneOf', 'allOf'].flatMap((name) => (Array.isArray(node[name]) ? node[name] : [])),
    ) as { type?: string; items?: unknown; $ref?: string }[];
    const { schemas } = description.components;
    const isArray = ({ type, items, $ref }: (typeof branches)[number]): boolean =>
      type === 'array' ||
      items !== undefined ||
      ($ref !== undefined && isArray(schemas[$ref.split('/').at(-1)!] as (typeof branches)[number]));
    expect(branches.length).toBeGreaterThan(10);
    expect(branches.filter(isArray)).toEqual([]);
  });

  it('a batch fits where a message fits, and nothing else does that is an object', () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ $id: 'openapi.json', ...description });
    const fits = (name: string, value: unknown) =>
      ajv.validate({ $ref: `openapi.json#/components/schemas/${name}` }, value);
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const answer = { jsonrpc: '2.0', id: 1, result: {} };
    const failure = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'No.' } };
    expect([request, [request], [request, request]].map((value) => fits('JsonRpcBody', value))).toEqual([
      true,
      true,
      true,
    ]);
    expect([request, [request]].map((value) => fits('JsonRpcRequest', value))).toEqual([true, false]);
    expect([answer, [answer, failure]].map((value) => fits('JsonRpcResponse', value))).toEqual([true, true]);
    expect([{}, [], [{}], [request, {}]].map((value) => fits('JsonRpcBody', value))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  describe('names of schemas', () => {
    const own = createSite({
      url: 'https://notes.agentsite.dev',
      kinds: { type: {}, list: {} },
      taxonomies: { error: { kinds: ['post'] } },
    });
    const { schemas } = (JSON.parse(renderOpenapi({ site: own })) as Description).components;
    const names = Object.keys(schemas);

    // Keywords of languages, and what the code around generated models takes from the standard libraries.
    const reserved = [
      'abstract any array async await boolean break byte case class client configuration const continue date default',
      'double else enum export extends extern final float fn for func function go if impl import in index int integer',
      'interface iterator let list long loop map match mod module move namespace new null number object optional',
      'override package pass private protected pub public range record ref request response result return select self',
      'set static string struct super switch sync system task thread throw trait try tuple type union use val var',
      'version void where while with yield',
    ].flatMap((line) => line.split(' '));

    it('are no reserved word of a language that clients are generated in', () => {
      expect(names.length).toBeGreaterThan(20);
      expect(names.filter((name) => reserved.includes(name.toLowerCase()))).toEqual([]);
    });

    it('stay apart from the names that generators give to the members of other schemas', () => {
      const pascal = (word: string) =>
        word.replace(/(?:^|[_-]+)([a-z])/g, (_, letter: string) => letter.toUpperCase());
      const members = names.flatMap((name) =>
        Object.keys(schemas[name]?.properties ?? {}).map((member) => name + pascal(member)),
      );
      expect(members).toContain('PostStatus');
      expect(members.filter((member) => names.includes(member))).toEqual([]);
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    });
  });

  it('every array describes its items', () => {
    const arrays: unknown[] = [];
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'object' && value !== null && 'type' in value && value.type === 'array')
        arrays.push(value);
      return value;
    });
    expect(arrays.filter((array) => !Object.hasOwn(array as object, 'items'))).toEqual([]);
  });

  it('the id of a JSON-RPC message is an integer or a string', () => {
    const { JsonRpcRequest, JsonRpcError } = description.components.schemas;
    expect(JsonRpcRequest!.properties!.id).toMatchObject({
      anyOf: [{ type: 'string' }, { type: 'integer' }],
    });
    expect(JsonRpcError!.properties!.id).toMatchObject({
      anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }],
    });
  });

  it('what changes the shape of answers is said in words, and is not a parameter', () => {
    const names = new Set(
      operations.flatMap(({ operation }) => (operation.parameters ?? []).map(({ name }) => name)),
    );
    const { description: words } = (
      JSON.parse(text) as { tags: { name: string; description: string }[] }
    ).tags.find(({ name }) => name === 'Content')!;
    for (const name of ['_fields', '_envelope', 'context']) {
      expect(names).not.toContain(name);
      expect(words).toContain(`\`${name}`);
    }
    const { parameters = [] } = find('GET /wp-json/wp/v2/taxonomies');
    expect(parameters.map(({ name }) => name)).not.toContain('type');
  });
});

describe('parameters are as the server checks them', () => {
  const described = wpRoutes(site)
    .filter(({ path }) => !path.includes('('))
    .flatMap((route) => {
      const declared: WpArguments = route.arguments;
      const { parameters = [] } = find(`GET /wp-json${route.path}`.replace(/\/$/, ''));
      return parameters.flatMap((parameter) =>
        parameter.$ref ? [] : [{ route: route.id, parameter, argument: declared[parameter.name]! }],
      );
    });
  const accepts = (parameter: Parameter, argument: WpArgument, value: string) =>
    validateValue(value, argument, parameter.name) === null;

  it.each(described.filter(({ parameter }) => parameter.schema.pattern !== undefined))(
    '$route: what fits the pattern of $parameter.name is accepted, and words are refused by both',
    ({ parameter, argument }) => {
      const pattern = new RegExp(String(parameter.schema.pattern), 'u');
      fc.assert(fc.property(fc.stringMatching(pattern), (value) => accepts(parameter, argument, value)));
      for (const value of ['zz', '1,zz', '1;2']) {
        expect([value, pattern.test(value)]).toEqual([value, false]);
        if (argument.special === undefined) expect(accepts(parameter, argument, value)).toBe(false);
      }
    },
  );

  it.each(described.filter(({ parameter }) => parameter.schema.enum !== undefined))(
    '$route: every choice of $parameter.name is accepted',
    ({ parameter, argument }) => {
      for (const value of parameter.schema.enum as string[]) {
        if (argument.type !== undefined)
          expect([value, accepts(parameter, argument, value)]).toEqual([value, true]);
      }
    },
  );
});

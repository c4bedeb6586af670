import { gzipSync } from 'node:zlib';
import { exchange, patientExchange, type RawRequest, type RawResponse } from './mcp-client.ts';
import { type Answer, compare, type Expectation } from './mcp-compare.ts';

/**
 * The HTTP contract of the MCP endpoint as a table: what is sent, and what must come back. It needs nothing but
 * a base URL, so the same table judges the embedded front and nginx, with any content.
 *
 *     const problems = await runMcpCases('http://127.0.0.1:4321');
 */
export interface McpCase {
  readonly title: string;
  readonly request: RawRequest;
  readonly expect: Expectation;
}

type Refusal = Extract<Answer, { error: number }>;

/** Something that is published, found by the runner before the cases are made. */
export interface Known {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly url: string;
  readonly uri: string;
  /** Does the site list a document, protected ones included? */
  readonly isListed: boolean;
}

/** A site without a document that everyone may read; {@link runMcpCases} leaves out the cases that read one. */
const nothing = 'no-such-document-anywhere';

export const modernVersion = '2026-07-28';
const json = { 'Content-Type': 'application/json' };
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
export const modernMeta = { [versionKey]: modernVersion, [capabilitiesKey]: {} };

const rpc = (id: unknown, method: string, params?: unknown) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
});
const call = (id: unknown, name: string, given?: unknown) =>
  rpc(id, 'tools/call', { name, ...(given === undefined ? {} : { arguments: given }) });

/** A legacy message in the plainest way that a client would send it. */
const legacy = (body: unknown, headers: Readonly<Record<string, string>> = {}): RawRequest => ({
  headers: { ...json, Accept: 'application/json, text/event-stream', ...headers },
  body,
});

/** The same from a caller that knows nothing of Streamable HTTP. */
const plain = (body: unknown, headers: Readonly<Record<string, string>> = {}): RawRequest => ({
  headers: { ...json, Accept: 'application/json', ...headers },
  body,
});

/** A method's error, for a client of Streamable HTTP and for a plain JSON caller, whose status mirrors the code. */
const refused = (title: string, body: unknown, mirrored: number, answer: Refusal): McpCase[] => [
  { title, request: legacy(body), expect: { status: 200, ...answer } },
  { title: `${title}, as plain JSON`, request: plain(body), expect: { status: mirrored, ...answer } },
];

/** A complete message of 2026-07-28; `headers` replace, and an empty value removes. */
function modern(
  method: string,
  params: object = {},
  headers: Readonly<Record<string, string>> = {},
): RawRequest {
  const named = 'name' in params ? params.name : 'uri' in params ? params.uri : undefined;
  const all = {
    ...json,
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': modernVersion,
    'Mcp-Method': method,
    ...(typeof named === 'string' ? { 'Mcp-Name': named } : {}),
    ...headers,
  };
  const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  return { headers: kept, body: rpc(1, method, { _meta: modernMeta, ...params }) };
}

const initialize = (protocolVersion: string) =>
  rpc(0, 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'table', version: '1' } });

const legacyOnly = ['resultType', 'ttlMs', 'cacheScope', '_meta'];

export function mcpCases(known: Known): readonly McpCase[] {
  return [
    ...handshakeCases(),
    ...readingCases(known),
    ...resourceCases(known),
    ...refusalCases(known),
    ...bodyCases(),
    ...batchCases(),
    ...nullCases(known),
    ...liberalCases(known),
    ...eventCases(),
    ...headerCases(),
    ...methodCases(),
    ...modernCases(known),
    ...modernHeaderCases(),
  ];
}

/** The handshake of the 2025 revisions. */
function handshakeCases(): McpCase[] {
  return [
    ...['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'].map((version) => ({
      title: `initialize speaks ${version} when asked for it`,
      request: legacy(initialize(version)),
      expect: {
        status: 200,
        id: 0,
        result: {
          protocolVersion: version,
          capabilities: { tools: {}, resources: {}, prompts: {} },
          serverInfo: {},
        },
        without: legacyOnly,
      },
    })),
    {
      title: 'initialize with an unknown version is answered with the newest of 2025',
      request: legacy(initialize('1999-01-01')),
      expect: { status: 200, id: 0, result: { protocolVersion: '2025-11-25' } },
    },
    {
      title: 'initialize that asks for 2026-07-28 is answered with the newest of 2025',
      request: legacy(initialize(modernVersion)),
      expect: { status: 200, id: 0, result: { protocolVersion: '2025-11-25' } },
    },
    {
      title: 'initialize without parameters is invalid',
      request: legacy(rpc(7, 'initialize', {})),
      expect: { status: 200, error: -32602, id: 7 },
    },
    {
      title: 'notifications/initialized has no answer',
      request: legacy({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      expect: { status: 202, empty: true },
    },
    {
      title: 'any notification has no answer',
      request: legacy({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: 1, reason: 'x' },
      }),
      expect: { status: 202, empty: true },
    },
    {
      title: 'a posted response has no answer',
      request: legacy({ jsonrpc: '2.0', id: 3, result: {} }),
      expect: { status: 202, empty: true },
    },
    { title: 'ping', request: legacy(rpc(1, 'ping')), expect: { status: 200, id: 1, result: {} } },
    {
      title: 'an id may be a string',
      request: legacy(rpc('a-1', 'ping')),
      expect: { status: 200, id: 'a-1', result: {} },
    },
    {
      title: 'an id may be an empty string',
      request: legacy(rpc('', 'ping')),
      expect: { status: 200, id: '', result: {} },
    },
    {
      title: 'an id may be zero',
      request: legacy(rpc(0, 'ping')),
      expect: { status: 200, id: 0, result: {} },
    },
    {
      title: 'an id may be negative',
      request: legacy(rpc(-5, 'ping')),
      expect: { status: 200, id: -5, result: {} },
    },
  ];
}

/** What is read, by the 2025 revisions. */
function readingCases({ type, id, title, url, isListed }: Known): McpCase[] {
  const found = { id, title, url };
  const items = isListed ? [{}] : [];
  return [
    {
      title: 'tools/list without the version header counts as 2025-03-26',
      request: legacy(rpc(1, 'tools/list')),
      expect: {
        status: 200,
        id: 1,
        result: { tools: [{ name: 'search' }, { name: 'fetch' }] },
        without: legacyOnly,
      },
    },
    {
      title: 'tools/list with a version header of 2025',
      request: legacy(rpc(1, 'tools/list', {}), { 'MCP-Protocol-Version': '2025-06-18' }),
      expect: { status: 200, id: 1, result: { tools: [{ name: 'search' }] } },
    },
    {
      title: 'search answers with id, title and url, as data and as text',
      request: legacy(call(1, 'search', { query: title })),
      expect: {
        status: 200,
        id: 1,
        result: {
          structuredContent: { results: isWord.test(title) ? [{}] : [] },
          content: [{ type: 'text' }],
        },
      },
    },
    {
      title: 'search for words that are nowhere finds nothing, which is no error',
      request: legacy(call(1, 'search', { query: 'qzxvkjw wvjkxzq' })),
      expect: { status: 200, id: 1, result: { structuredContent: { results: [], total: 0 } } },
    },
    {
      title: 'search takes what FTS would read as syntax for words',
      request: legacy(call(1, 'search', { query: '"a OR (NEAR(* ^col:x AND "' })),
      expect: { status: 200, id: 1, result: { structuredContent: {} } },
    },
    {
      title: 'fetch by id',
      request: legacy(call(1, 'fetch', { id })),
      expect: {
        status: 200,
        id: 1,
        result: { structuredContent: { ...found, metadata: { type: type } } },
      },
    },
    {
      title: 'fetch by URL',
      request: legacy(call(1, 'fetch', { id: url })),
      expect: { status: 200, id: 1, result: { structuredContent: found } },
    },
    {
      title: 'fetch of an unknown id says what to do',
      request: legacy(call(1, 'fetch', { id: 'no-such-page-anywhere' })),
      expect: { status: 200, id: 1, toolError: /search/ },
    },
    {
      title: 'get_content in parts',
      request: legacy(call(1, 'get_content', { id, offset: 0, max_characters: 500 })),
      expect: { status: 200, id: 1, result: { structuredContent: { ...found, offset: 0 } } },
    },
    {
      title: 'list_content',
      request: legacy(call(1, 'list_content', { limit: 1 })),
      expect: { status: 200, id: 1, result: { structuredContent: { items } } },
    },
    {
      title: 'list_content with a cursor of another list says what to do',
      request: legacy(call(1, 'list_content', { cursor: 'nonsense' })),
      expect: { status: 200, id: 1, toolError: /cursor/ },
    },
    {
      title: 'list_terms',
      request: legacy(call(1, 'list_terms', {})),
      expect: { status: 200, id: 1, result: { structuredContent: {} } },
    },
    {
      title: 'get_site_info without the member for arguments',
      request: legacy(call(1, 'get_site_info')),
      expect: { status: 200, id: 1, result: { structuredContent: { interfaces: [{}] } } },
    },
    {
      title: 'resources/list',
      request: legacy(rpc(1, 'resources/list')),
      expect: {
        status: 200,
        id: 1,
        result: { resources: id === nothing ? [] : [{ mimeType: 'text/markdown', annotations: {} }] },
      },
    },
  ];
}

/** Resources and prompts, by the 2025 revisions. */
function resourceCases({ uri }: Known): McpCase[] {
  return [
    {
      title: 'resources/templates/list',
      request: legacy(rpc(1, 'resources/templates/list')),
      expect: {
        status: 200,
        id: 1,
        result: { resourceTemplates: [{ uriTemplate: 'agentsite://{type}/{+slug}' }] },
      },
    },
    {
      title: 'resources/read',
      request: legacy(rpc(1, 'resources/read', { uri })),
      expect: { status: 200, id: 1, result: { contents: [{ uri, mimeType: 'text/markdown' }] } },
    },
    {
      title: 'resources/read of what is not there',
      request: legacy(rpc(1, 'resources/read', { uri: 'agentsite://page/no-such-page/anywhere' })),
      expect: { status: 200, error: -32602, id: 1, data: { uri: 'agentsite://page/no-such-page/anywhere' } },
    },
    ...refused(
      'resources/read of a foreign address',
      rpc(1, 'resources/read', { uri: 'file:///etc/passwd' }),
      400,
      { error: -32602, id: 1 },
    ),
    ...refused(
      'resources/list with a cursor that was never given out',
      rpc(1, 'resources/list', { cursor: '!' }),
      400,
      { error: -32602, id: 1 },
    ),
    ...refused(
      'tools/list with a cursor that was never given out',
      rpc(1, 'tools/list', { cursor: 'x' }),
      400,
      { error: -32602, id: 1 },
    ),
    {
      title: 'prompts/list',
      request: legacy(rpc(1, 'prompts/list')),
      expect: {
        status: 200,
        id: 1,
        result: { prompts: [{ name: 'answer_from_site' }, { name: 'summarize_page' }] },
      },
    },
    {
      title: 'prompts/get',
      request: legacy(rpc(1, 'prompts/get', { name: 'answer_from_site', arguments: { question: 'Why?' } })),
      expect: { status: 200, id: 1, result: { messages: [{ role: 'user', content: { type: 'text' } }] } },
    },
    {
      title: 'prompts/get without an argument that it needs',
      request: legacy(rpc(1, 'prompts/get', { name: 'answer_from_site' })),
      expect: { status: 200, error: -32602, id: 1 },
    },
    ...refused('prompts/get of an unknown prompt', rpc(1, 'prompts/get', { name: 'nope' }), 400, {
      error: -32602,
      id: 1,
    }),
    {
      title: 'completion of a template',
      request: legacy(
        rpc(1, 'completion/complete', {
          ref: { type: 'ref/resource', uri: 'agentsite://{type}/{+slug}' },
          argument: { name: 'type', value: 'p' },
        }),
      ),
      expect: { status: 200, id: 1, result: { completion: { values: ['post', 'page', 'plugin'] } } },
    },
    {
      title: 'completion of nothing that there is',
      request: legacy(
        rpc(1, 'completion/complete', {
          ref: { type: 'ref/prompt', name: 'x' },
          argument: { name: 'y', value: '' },
        }),
      ),
      expect: { status: 200, error: -32602, id: 1 },
    },
  ];
}

/** Refusals by a method: 200 for Streamable HTTP, a status that mirrors the code for plain JSON. */
function refusalCases({ uri }: Known): McpCase[] {
  return [
    ...refused('an unknown tool', call(2, 'serch', {}), 400, {
      error: -32602,
      id: 2,
      data: { available: ['search'] },
    }),
    {
      title: 'a tool call without a name',
      request: legacy(rpc(2, 'tools/call', {})),
      expect: { status: 200, error: -32602, id: 2 },
    },
    ...refused('a tool call whose arguments are a list', call(2, 'search', ['x']), 400, {
      error: -32602,
      id: 2,
    }),
    {
      title: 'a misspelt argument is explained in words',
      request: legacy(call(2, 'search', { qeury: 'x' })),
      expect: { status: 200, id: 2, toolError: /qeury/ },
    },
    {
      title: 'an argument out of range is explained in words',
      request: legacy(call(2, 'search', { query: 'x', limit: 51 })),
      expect: { status: 200, id: 2, toolError: /limit/ },
    },
    ...refused('an unknown method', rpc(2, 'nope/nope'), 404, { error: -32601, id: 2 }),
    ...refused('a method that is not offered (logging)', rpc(2, 'logging/setLevel', { level: 'info' }), 404, {
      error: -32601,
      id: 2,
    }),
    ...refused('a method that is not offered (subscriptions)', rpc(2, 'resources/subscribe', { uri }), 404, {
      error: -32601,
      id: 2,
    }),
    ...refused('a method of Object.prototype', rpc(2, 'constructor'), 404, { error: -32601, id: 2 }),
    {
      title: 'a version header that names no version',
      request: legacy(rpc(2, 'tools/list'), { 'MCP-Protocol-Version': '2025-01-01' }),
      expect: { status: 400, error: -32600, id: 2 },
    },
    { title: 'an empty object', request: legacy({}), expect: { status: 400, error: -32600, id: null } },
    {
      title: 'another version of JSON-RPC',
      request: legacy({ jsonrpc: '1.0', id: 2, method: 'ping' }),
      expect: { status: 400, error: -32600, id: 2 },
    },
    {
      title: 'the id null',
      request: legacy(rpc(null, 'ping')),
      expect: { status: 400, error: -32600, id: null },
    },
    {
      title: 'a fraction as id',
      request: legacy(rpc(1.5, 'ping')),
      expect: { status: 400, error: -32600, id: null },
    },
    {
      title: 'an object as id',
      request: legacy(rpc({}, 'ping')),
      expect: { status: 400, error: -32600, id: null },
    },
    {
      title: 'a list as params',
      request: legacy(rpc(2, 'ping', ['x'])),
      expect: { status: 400, error: -32600, id: 2 },
    },
    {
      title: 'a method that is no string',
      request: legacy({ jsonrpc: '2.0', id: 2, method: 5 }),
      expect: { status: 400, error: -32600, id: 2 },
    },
  ];
}

/** Bodies that are no message. */
function bodyCases(): McpCase[] {
  return [
    ...[
      ['null', 'null'],
      ['a number', '42'],
      ['a string', '"ping"'],
      ['a boolean', 'true'],
    ].map(([name, body]) => ({
      title: `JSON of the wrong type: ${name}`,
      request: legacy(body),
      expect: { status: 400, error: -32700, id: null },
    })),
    ...[
      ['broken JSON', '{"jsonrpc":'],
      ['no body at all', undefined],
      ['an empty body', ''],
      ['two values', '{}{}'],
      ['a form', 'a=1&b=2'],
      ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ].map(([name, body]) => ({
      title: `no JSON: ${name}`,
      request: legacy(body),
      expect: { status: 400, code: 'rest_invalid_json' },
    })),
    {
      title: 'a byte order mark before the JSON is no obstacle',
      request: legacy(`\uFEFF${JSON.stringify(rpc(1, 'ping'))}`),
      expect: { status: 200, id: 1, result: {} },
    },
    {
      title: 'a body that is too large',
      request: legacy(JSON.stringify(rpc(1, 'ping', { filler: 'x'.repeat(300_000) }))),
      expect: { status: 413, code: 'rest_request_too_large' },
    },
    {
      title: 'a compressed body is read',
      request: legacy(gzipSync(JSON.stringify(rpc(1, 'ping'))), { 'Content-Encoding': 'gzip' }),
      expect: { status: 200, id: 1, result: {} },
    },
    {
      title: 'an encoding that no one knows',
      request: legacy('xxxx', { 'Content-Encoding': 'compress' }),
      expect: { status: 415, code: 'rest_unsupported_media_type' },
    },
  ];
}

/** Arrays. */
function batchCases(): McpCase[] {
  return [
    {
      title: 'an array of requests is answered in order',
      request: legacy([rpc(1, 'ping'), rpc('b', 'tools/list')]),
      expect: {
        status: 200,
        array: [
          { id: 1, result: {} },
          { id: 'b', result: { tools: [{}] } },
        ],
      },
    },
    {
      title: 'an array with a notification answers the requests alone',
      request: legacy([{ jsonrpc: '2.0', method: 'notifications/initialized' }, rpc(9, 'ping')]),
      expect: { status: 200, array: [{ id: 9, result: {} }] },
    },
    {
      title: 'an array of notifications has no answer',
      request: legacy([{ jsonrpc: '2.0', method: 'notifications/initialized' }]),
      expect: { status: 202, empty: true },
    },
    {
      title: 'each element of an array fails alone',
      request: legacy([
        rpc(1, 'nope'),
        5,
        [],
        initialize('2025-06-18'),
        rpc(3, 'ping', { _meta: modernMeta }),
        { jsonrpc: '2.0' },
        rpc(2, 'ping'),
      ]),
      expect: {
        status: 200,
        array: [
          { id: 1, error: -32601 },
          { id: null, error: -32600 },
          { id: null, error: -32600 },
          { id: 0, error: -32600 },
          { id: 3, error: -32600 },
          { id: null, error: -32600 },
          { id: 2, result: {} },
        ],
      },
    },
    { title: 'an empty array', request: legacy([]), expect: { status: 400, error: -32600, id: null } },
    {
      title: 'an array that is too long',
      request: legacy(Array.from({ length: 21 }, (_, number) => rpc(number, 'ping'))),
      expect: { status: 400, error: -32600, id: null },
    },
    {
      title: 'an array under the header of 2026-07-28',
      request: legacy([rpc(1, 'ping')], { 'MCP-Protocol-Version': modernVersion }),
      expect: { status: 400, error: -32600, id: null },
    },
  ];
}

/** Values that are left out by writing null, and ids as numbers. */
function nullCases({ id, title, url, isListed }: Known): McpCase[] {
  const found = { id, title, url };
  const items = isListed ? [{}] : [];
  return [
    ...[
      ['params', rpc(1, 'tools/list', null)],
      ['cursor', rpc(1, 'tools/list', { cursor: null })],
      ['_meta', rpc(1, 'tools/list', { _meta: null })],
    ].map(([name, body]) => ({
      title: `${name} may be null`,
      request: legacy(body),
      expect: { status: 200, id: 1, result: { tools: [{ name: 'search' }] } },
    })),
    {
      title: 'arguments may be null',
      request: legacy(call(1, 'get_site_info', null)),
      expect: { status: 200, id: 1, result: { structuredContent: {} } },
    },
    {
      title: 'an optional argument may be null',
      request: legacy(call(1, 'list_content', { type: null, category: null, cursor: null, limit: null })),
      expect: { status: 200, id: 1, result: { structuredContent: { items } } },
    },
    {
      title: 'an optional argument may be null, 2026-07-28',
      request: modern('tools/call', { name: 'list_content', arguments: { type: null } }),
      expect: { status: 200, id: 1, result: { structuredContent: { items } } },
    },
    {
      title: 'an argument that is needed may not be null',
      request: legacy(call(1, 'fetch', { id: null })),
      expect: { status: 200, id: 1, toolError: /^The argument "id" is missing\.$/ },
    },
    ...['fetch', 'get_content'].map((name) => ({
      title: `${name} takes the number of the REST routes`,
      request: legacy(call(1, name, { id: Number(id) })),
      expect: { status: 200, id: 1, result: { structuredContent: found } },
    })),
  ];
}

/** What clients of other languages and hosts make of values, and real mistakes. */
function liberalCases({ isListed }: Known): McpCase[] {
  const items = isListed ? [{}] : [];
  return [
    ...[
      ['params', rpc(1, 'tools/list', [])],
      ['_meta', rpc(1, 'tools/list', { _meta: [] })],
    ].map(([name, body]) => ({
      title: `${name} may be an empty list, as PHP writes it`,
      request: legacy(body),
      expect: { status: 200, id: 1, result: { tools: [{ name: 'search' }] } },
    })),
    {
      title: 'capabilities may be empty lists at every depth',
      request: legacy(
        rpc(1, 'initialize', {
          protocolVersion: '2025-06-18',
          capabilities: { experimental: [], tasks: { requests: { sampling: [] } } },
          clientInfo: { name: 'x', version: '1' },
        }),
      ),
      expect: { status: 200, id: 1, result: { protocolVersion: '2025-06-18' } },
    },
    {
      title: 'capabilities may be an empty list, 2026-07-28',
      request: modern('tools/list', { _meta: { ...modernMeta, [capabilitiesKey]: [] } }),
      expect: { status: 200, id: 1, result: { tools: [{ name: 'search' }] } },
    },
    {
      title: 'arguments as strings, empty, or from the host',
      request: legacy(
        call(1, 'list_content', { limit: '2', type: '', cursor: '', toolCallId: 'c-1', random_string: 'x' }),
      ),
      expect: { status: 200, id: 1, result: { structuredContent: { items } } },
    },
    ...[
      [{ limit: 'two' }, /must be a number/],
      [{ limit: '2.5' }, /must be a number/],
      [{ limit: '99' }, /at most/],
      [{ toolcallid: 'c-1' }, /no argument "toolcallid"/],
      [{ type: 'novel' }, /must be/],
    ].map(([given, toolError]) => ({
      title: `${JSON.stringify(given)} is still a mistake`,
      request: legacy(call(1, 'list_content', given)),
      expect: { status: 200, id: 1, toolError: toolError as RegExp },
    })),
  ];
}

/** One event for who reads no JSON. */
function eventCases(): McpCase[] {
  return [
    {
      title: 'Accept: text/event-stream',
      request: { headers: { ...json, Accept: 'text/event-stream' }, body: rpc(1, 'ping') },
      expect: { status: 200, event: true, id: 1, result: {} },
    },
    {
      title: 'JSON with the weight 0',
      request: {
        headers: { ...json, Accept: 'text/event-stream, application/json;q=0' },
        body: [rpc(1, 'ping'), rpc(2, 'nope')],
      },
      expect: {
        status: 200,
        event: true,
        array: [
          { id: 1, result: {} },
          { id: 2, error: -32601 },
        ],
      },
    },
    {
      title: 'an error of a method, as an event',
      request: { headers: { ...json, Accept: 'text/event-stream' }, body: rpc(3, 'nope') },
      expect: { status: 200, event: true, id: 3, error: -32601 },
    },
    {
      title: 'with a slash at its end, the address is the same',
      request: { ...legacy(rpc(1, 'ping')), suffix: '/?x=1' },
      expect: { status: 200, id: 1, result: {} },
    },
  ];
}

/** Headers that do not matter. */
function headerCases(): McpCase[] {
  return [
    ...['application/json', '*/*', 'text/event-stream, */*;q=0.1', 'text/html', ''].map((accept) => ({
      title: `Accept: ${accept || 'none'}`,
      request: { headers: { ...json, ...(accept === '' ? {} : { Accept: accept }) }, body: rpc(1, 'ping') },
      expect: { status: 200, id: 1, result: {} },
    })),
    ...['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8', ''].map(
      (type) => ({
        title: `Content-Type: ${type || 'none'}`,
        request: { headers: type === '' ? {} : { 'Content-Type': type }, body: rpc(1, 'ping') },
        expect: { status: 200, id: 1, result: {} },
      }),
    ),
    {
      title: 'a session that no one opened, and an event that no one sent',
      request: legacy(rpc(1, 'ping'), { 'Mcp-Session-Id': 'x', 'Last-Event-ID': '7' }),
      expect: { status: 200, id: 1, result: {} },
    },
    {
      title: 'any origin may read',
      request: legacy(rpc(1, 'ping'), { Origin: 'https://elsewhere.example' }),
      expect: { status: 200, id: 1, result: {}, headers: { 'access-control-allow-origin': '*' } },
    },
    {
      title: 'a query string is ignored',
      request: { ...legacy(rpc(1, 'ping')), suffix: '?x=1' },
      expect: { status: 200, id: 1, result: {} },
    },
  ];
}

/** Other methods. */
function methodCases(): McpCase[] {
  return [
    ...['GET', 'DELETE', 'PUT', 'PATCH'].map((method) => ({
      title: `${method} is not allowed`,
      request: { method, headers: { Accept: 'text/event-stream' } },
      expect: { status: 405, code: 'rest_method_not_allowed', headers: { allow: 'POST, OPTIONS' } },
    })),
    {
      title: 'HEAD is not allowed',
      request: { method: 'HEAD' },
      expect: { status: 405, empty: true, headers: { allow: 'POST, OPTIONS' } },
    },
    {
      title: 'a preflight allows what MCP clients send',
      request: {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://elsewhere.example',
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'content-type, mcp-protocol-version, mcp-method',
        },
      },
      expect: {
        status: 204,
        empty: true,
        headers: {
          'access-control-allow-origin': '*',
          'access-control-allow-methods': /POST/,
          'access-control-allow-headers': /Content-Type.*MCP-Protocol-Version.*Mcp-Method.*Mcp-Name/i,
        },
      },
    },
  ];
}

/** 2026-07-28. */
function modernCases({ id, title, url, uri }: Known): McpCase[] {
  const found = { id, title, url };
  return [
    {
      title: 'server/discover',
      request: modern('server/discover'),
      expect: {
        status: 200,
        id: 1,
        result: {
          resultType: 'complete',
          supportedVersions: [modernVersion],
          capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
          ttlMs: 300_000,
          cacheScope: 'public',
        },
      },
    },
    ...['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'].map((method) => ({
      title: `${method} says how long it may be kept`,
      request: modern(method),
      expect: {
        status: 200,
        id: 1,
        result: {
          resultType: 'complete',
          ttlMs: 300_000,
          cacheScope: 'public',
          _meta: { 'io.modelcontextprotocol/serverInfo': {} },
        },
      },
    })),
    {
      title: 'tools/call of 2026-07-28',
      request: modern('tools/call', { name: 'fetch', arguments: { id } }),
      expect: { status: 200, id: 1, result: { resultType: 'complete', structuredContent: found } },
    },
    {
      title: 'resources/read of 2026-07-28',
      request: modern('resources/read', { uri }),
      expect: {
        status: 200,
        id: 1,
        result: { resultType: 'complete', contents: [{ uri }], cacheScope: 'public' },
      },
    },
    {
      title: 'resources/read of what is not there, 2026-07-28',
      request: modern('resources/read', { uri: 'agentsite://page/no-such-page/anywhere' }),
      expect: { status: 400, error: -32602, id: 1 },
    },
    {
      title: 'an unknown tool, 2026-07-28',
      request: modern('tools/call', { name: 'nope' }),
      expect: { status: 400, error: -32602, id: 1 },
    },
    ...['ping', 'initialize', 'logging/setLevel', 'resources/subscribe', 'subscriptions/listen', 'nope'].map(
      (method) => ({
        title: `${method} does not exist in 2026-07-28`,
        request: modern(method),
        expect: { status: 404, error: -32601, id: 1 },
      }),
    ),
    {
      title: 'a notification of 2026-07-28',
      request: {
        headers: { ...json, 'MCP-Protocol-Version': modernVersion, 'Mcp-Method': 'notifications/cancelled' },
        body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      },
      expect: { status: 202, empty: true },
    },
  ];
}

/** Headers of 2026-07-28. */
function modernHeaderCases(): McpCase[] {
  return [
    {
      title: 'the header of 2026-07-28 without its metadata',
      request: legacy(rpc(4, 'tools/list', {}), {
        'MCP-Protocol-Version': modernVersion,
        'Mcp-Method': 'tools/list',
      }),
      expect: { status: 400, error: -32602, id: 4 },
    },
    {
      title: 'metadata without the capabilities',
      request: modern('tools/list', { _meta: { [versionKey]: modernVersion } }),
      expect: { status: 400, error: -32602, id: 1 },
    },
    {
      title: 'metadata with a version of the wrong type',
      request: modern('tools/list', { _meta: { ...modernMeta, [versionKey]: 2026 } }),
      expect: { status: 400, error: -32602, id: 1 },
    },
    {
      title: 'a version that is not spoken',
      request: modern(
        'tools/list',
        { _meta: { ...modernMeta, [versionKey]: '2031-01-01' } },
        { 'MCP-Protocol-Version': '2031-01-01' },
      ),
      expect: {
        status: 400,
        error: -32022,
        id: 1,
        data: { supported: [modernVersion], requested: '2031-01-01' },
      },
    },
    {
      title: 'a header that differs from the metadata',
      request: modern('tools/list', {}, { 'MCP-Protocol-Version': '2025-11-25' }),
      expect: { status: 400, error: -32020, id: 1 },
    },
    ...['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'].map((header) => ({
      title: `a request without the header ${header}`,
      request: modern('tools/call', { name: 'get_site_info' }, { [header]: '' }),
      expect: { status: 400, error: -32020, id: 1 },
    })),
    {
      title: 'a header that names another method',
      request: modern('tools/list', {}, { 'Mcp-Method': 'prompts/list' }),
      expect: { status: 400, error: -32020, id: 1 },
    },
    {
      title: 'a header that names another tool',
      request: modern('tools/call', { name: 'get_site_info' }, { 'Mcp-Name': 'search' }),
      expect: { status: 400, error: -32020, id: 1 },
    },
    {
      title: 'a name in Base64',
      request: modern(
        'tools/call',
        { name: 'get_site_info' },
        { 'Mcp-Name': '=?base64?Z2V0X3NpdGVfaW5mbw==?=' },
      ),
      expect: { status: 200, id: 1, result: { resultType: 'complete' } },
    },
    {
      title: 'a name in broken Base64',
      request: modern('tools/call', { name: 'get_site_info' }, { 'Mcp-Name': '=?base64?!!!?=' }),
      expect: { status: 400, error: -32020, id: 1 },
    },
  ];
}

/** A title with a word that a search finds. */
const isWord = /[\p{L}\p{N}]/u;

/** Finds something published to read, through the endpoint itself; on a site without it, {@link nothing}. */
export async function findKnown(mcpUrl: string, headers: Readonly<Record<string, string>>): Promise<Known> {
  const answer = await patientExchange(mcpUrl, {
    headers: { ...json, ...headers },
    body: [call(1, 'list_content', { limit: 50 }), rpc(2, 'resources/list')],
  });
  const [listed, resources] = JSON.parse(answer.text) as [
    { result: { structuredContent: { items: (Known & { protected: boolean })[] } } },
    { result: { resources: { uri: string; title: string }[] } },
  ];
  const { items } = listed.result.structuredContent;
  const resource = resources.result.resources[0];
  const item = items.find((each) => !each.protected && each.title === resource?.title);
  const isListed = items.length > 0;
  if (!resource && items.every((each) => each.protected))
    return { id: nothing, type: 'page', title: nothing, url: nothing, uri: nothing, isListed };
  if (!item || !resource) throw new Error('resources/list and list_content begin with different documents.');
  return { id: item.id, type: item.type, title: item.title, url: item.url, uri: resource.uri, isListed };
}

export interface Judged {
  readonly title: string;
  /** What differs from the contract; empty when nothing does. */
  readonly problems: readonly string[];
}

/** Another judge of the same answers; what it finds is added to the problems of the case. */
export type JudgeAnswer = (request: RawRequest, response: RawResponse) => readonly string[];

/** Runs the whole table, and at its end spends the budget of an address of its own to see the 429. */
export async function runMcpCases(baseUrl: string, judge: JudgeAnswer = () => []): Promise<Judged[]> {
  const mcpUrl = `${baseUrl.replace(/\/$/, '')}/wp-json/agentsite/v1/mcp`;
  const headers = addressOfOurOwn();
  const known = await findKnown(mcpUrl, headers);
  const judged: Judged[] = [];
  for (const each of mcpCases(known)) {
    if (known.id === nothing && JSON.stringify(each).includes(nothing)) continue;
    const request = { ...each.request, headers: { ...each.request.headers, ...headers } };
    const response = await patientExchange(mcpUrl, request);
    judged.push({
      title: each.title,
      problems: [...compare(response, each.expect), ...judge(request, response)],
    });
  }
  judged.push(await spendBudget(mcpUrl, addressOfOurOwn()));
  return judged;
}

/** Believed from a proxy on loopback only; elsewhere the table shares the budget of the machine it runs on. */
function addressOfOurOwn(): Record<string, string> {
  return {
    'X-Forwarded-For': `198.18.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`,
  };
}

async function spendBudget(mcpUrl: string, headers: Readonly<Record<string, string>>): Promise<Judged> {
  const title = 'a spent budget is reported with 429, -32000, the id and Retry-After';
  const pings = Array.from({ length: 20 }, (_, number) => rpc(number, 'ping'));
  const spend = () => exchange(mcpUrl, { headers: { ...json, ...headers }, body: pings });
  const limit = Number((await spend()).headers['ratelimit-limit']);
  for (let sent = 0; sent <= limit * 2; sent += pings.length * 4) {
    const answers = await Promise.all([spend(), spend(), spend(), spend()]);
    if (answers.some((answer) => answer.status === 429))
      return { title, problems: await judgeSpent(mcpUrl, headers) };
  }
  return { title, problems: [`${limit} messages are allowed, twice that number were answered.`] };
}

async function judgeSpent(mcpUrl: string, headers: Readonly<Record<string, string>>): Promise<string[]> {
  const answer = await exchange(mcpUrl, { headers: { ...json, ...headers }, body: rpc('mine', 'ping') });
  const reply = { 'retry-after': /^[1-9]\d*$/, 'ratelimit-remaining': '0' };
  const preflight = await exchange(mcpUrl, { method: 'OPTIONS', headers });
  return [
    ...compare(answer, { status: 429, error: -32000, id: 'mine', headers: reply }),
    ...compare(preflight, { status: 204, empty: true }),
  ];
}

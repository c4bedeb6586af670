import { describe, expect, test } from 'vitest';
import { isExactId, parseMessages } from '../../../sidecar/mcp/exact-ids.ts';
import { readLiberally } from '../../../sidecar/mcp/liberal-input.ts';
import { withReadParams } from '../../../sidecar/mcp/params.ts';

const schema = {
  type: 'object',
  properties: {
    query: { type: 'string' },
    limit: { type: 'integer' },
    exact: { type: 'boolean' },
    options: { type: 'object', properties: { depth: { type: 'integer' } } },
    action: { type: 'string' },
  },
  required: ['query'],
  additionalProperties: false,
} as const;

test.each([
  [[], {}],
  [
    { query: 'a', limit: '12', exact: 'true' },
    { query: 'a', limit: 12, exact: true },
  ],
  [
    { query: 'a', limit: ' -3 ', exact: 'false' },
    { query: 'a', limit: -3, exact: false },
  ],
  [
    { query: 'a', limit: '', exact: null, options: [] },
    { query: 'a', options: {} },
  ],
  [
    { query: 'a', options: { depth: '2' } },
    { query: 'a', options: { depth: 2 } },
  ],
  [{ query: 'a', toolCallId: 'c', sessionId: 's', chatInput: 'x', random_string: 'r' }, { query: 'a' }],
  // A name of the schema is not the host's.
  [
    { query: 'a', action: 'x', tool_call_id: 't' },
    { query: 'a', action: 'x' },
  ],
])('%j is read as it is meant', (given, read) => {
  expect(readLiberally(schema, given)).toEqual(read);
});

test.each([
  { query: '' },
  { query: 5 },
  { query: 'a', limit: 'many' },
  { query: 'a', limit: '5.5' },
  { query: 'a', limit: '0x10' },
  { query: 'a', limit: '9'.repeat(20) },
  { query: 'a', exact: 'yes' },
  { query: 'a', limitt: 5 },
  { query: 'a', options: ['x'] },
  ['a'],
  'a',
])('%j stays a mistake', (given) => {
  expect(readLiberally(schema, given)).toEqual(given);
});

test('empty lists are objects in _meta and capabilities, and lists where lists may be', () => {
  const params = {
    _meta: { 'io.modelcontextprotocol/clientCapabilities': { tasks: { requests: [] } } },
    capabilities: [],
    clientInfo: { name: 'x', version: '1', icons: [] },
  };
  expect(withReadParams({ method: 'initialize', params })).toEqual({
    method: 'initialize',
    params: {
      _meta: { 'io.modelcontextprotocol/clientCapabilities': { tasks: { requests: {} } } },
      capabilities: {},
      clientInfo: { name: 'x', version: '1', icons: [] },
    },
  });
});

describe('ids', () => {
  test.each(['9007199254740993', '-12345678901234567890', `1${'0'.repeat(40)}`])(
    '%s keeps its digits',
    (id) => {
      const text = `[{"jsonrpc":"2.0","id":${id},"method":"ping"},{"id":7,"jsonrpc":"2.0"}]`;
      expect(JSON.stringify(parseMessages(text))).toBe(text);
    },
  );

  test('only those of messages, and only integers', () => {
    const text = '{"jsonrpc":"2.0","id":1e300,"params":{"id":9007199254740993,"x":{"id":1234567890123456}}}';
    const { id, params } = parseMessages(text) as { id: unknown; params: { id: unknown } };
    expect([isExactId(id), isExactId(params.id), params.id]).toEqual([false, false, 9007199254740992]);
  });
});

import { describe, expect, test } from 'vitest';
import { speaksStreamableHttp, statusOf } from '../../../sidecar/mcp/status.ts';

const failed = (code: number) => ({ jsonrpc: '2.0', id: 1, error: { code, message: 'x' } }) as const;
const done = { jsonrpc: '2.0', id: 1, result: {} } as const;

describe("a method's error", () => {
  test.each([
    ['legacy', true, -32602, 200],
    ['legacy', true, -32601, 200],
    ['legacy', false, -32602, 400],
    ['legacy', false, -32601, 404],
    ['modern', true, -32602, 400],
    ['modern', true, -32601, 404],
    ['modern', false, -32601, 404],
  ] as const)('%s era, Streamable HTTP %s: %i has the status %i', (era, streamable, code, status) => {
    expect(statusOf({ era, reply: failed(code) }, streamable)).toBe(status);
  });
});

test.each([
  [-32700, 400],
  [-32600, 400],
  [-32602, 400],
  [-32020, 400],
  [-32000, 429],
] as const)(
  'what is refused before a method has it mirrors the code for everybody: %i, %i',
  (code, status) => {
    for (const streamable of [true, false])
      expect(statusOf({ era: null, reply: failed(code) }, streamable)).toBe(status);
  },
);

test('a problem of ours is a 500 for everybody, and a result a 200', () => {
  for (const era of ['legacy', 'modern'] as const) {
    for (const streamable of [true, false]) {
      expect(statusOf({ era, reply: failed(-32603) }, streamable)).toBe(500);
      expect(statusOf({ era, reply: done }, streamable)).toBe(200);
    }
  }
});

test('Streamable HTTP is spoken by who names event streams, also without JSON', () => {
  expect(speaksStreamableHttp(['application/json', 'text/event-stream'])).toBe(true);
  expect(speaksStreamableHttp(['Text/Event-Stream', 'Application/JSON', '*/*'])).toBe(true);
  expect(speaksStreamableHttp(['text/event-stream'])).toBe(true);
  for (const accepted of [['application/json'], ['*/*'], ['application/*'], []])
    expect(speaksStreamableHttp(accepted)).toBe(false);
});

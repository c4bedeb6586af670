import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLimiter } from '../../../sidecar/mcp/limit.ts';
import { costOfBody } from '../../../sidecar/mcp/message-cost.ts';

const caller = '192.0.2.1';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

test('the budget is reported in whole seconds until it is full again, and is full then', async () => {
  const { consume, peek } = createLimiter({ perMinute: 3 });
  expect(await consume(caller, 2)).toEqual({ limit: 3, remaining: 1, resetSeconds: 60, exceeded: false });
  vi.advanceTimersByTime(30_500);
  expect(await consume(caller, 2)).toEqual({ limit: 3, remaining: 0, resetSeconds: 30, exceeded: true });
  vi.advanceTimersByTime(29_499);
  expect(await peek(caller)).toEqual({ limit: 3, remaining: 0, resetSeconds: 1, exceeded: true });
  vi.advanceTimersByTime(1);
  expect(await peek(caller)).toEqual({ limit: 3, remaining: 3, resetSeconds: 60, exceeded: false });
  expect(await consume(caller, 1)).toEqual({ limit: 3, remaining: 2, resetSeconds: 60, exceeded: false });
});

test('a Redis that never answers keeps no one waiting longer than half a second, and is called with once', async () => {
  const problems: unknown[] = [];
  const silent = { rlflxIncr: () => new Promise(() => {}) };
  const redis = { client: silent, siteName: 'example.org', hashCaller: (name: string) => name };
  const { consume } = createLimiter({
    perMinute: 3,
    redis,
    onStoreError: (problem) => problems.push(problem),
  });
  for (const remaining of [2, 1]) {
    const budget = consume(caller, 1);
    await vi.advanceTimersByTimeAsync(500);
    expect(await budget).toMatchObject({ remaining, exceeded: false });
  }
  expect(problems).toHaveLength(1);
});

test('every message costs a point, a search four, and what is no message as much as one', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  expect([ping, null, 42, [], [ping], [ping, 5]].map(costOfBody)).toEqual([1, 1, 1, 1, 1, 2]);
  const search = { ...ping, method: 'tools/call', params: { name: 'search', arguments: {} } };
  const other = { ...search, params: { name: 'fetch' } };
  expect([search, other, [search, ping, search], { ...search, params: null }].map(costOfBody)).toEqual([
    4, 1, 9, 1,
  ]);
  expect(costOfBody(Array.from({ length: 5000 }, () => ping))).toBe(20);
});

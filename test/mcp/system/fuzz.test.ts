import { expect, test } from 'vitest';
import { exchange } from '../../../packages/contract/src/mcp-client.ts';
import { fuzzEndpoint } from './fuzz.ts';
import { serveFixtureSite } from './serve.ts';

test('20,000 mutated messages: no 5xx, no silence, every answer JSON-RPC or an Error object', async () => {
  const site = await serveFixtureSite({ perMinute: 1_000_000_000 });
  const list = { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } };
  const before = await exchange(site.mcpUrl, list);
  const report = await fuzzEndpoint(site.mcpUrl, 20_000, 20260728);
  expect(report.findings).toEqual([]);
  expect(site.problems).toEqual([]);
  // The shots reach every kind of answer, or the run would show nothing.
  for (const status of ['200', '202', '400', '404', '413', '415'])
    expect(report.statuses[status]).toBeGreaterThan(10);
  expect((await exchange(site.mcpUrl, list)).text).toBe(before.text);
  expect(({} as { a?: unknown }).a).toBeUndefined();
  await site.stop();
});

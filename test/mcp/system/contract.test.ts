import { expect, test } from 'vitest';
import { runMcpCases } from '../../../packages/contract/src/mcp-cases.ts';
import { serveFixtureSite } from './serve.ts';

test('the endpoint keeps the whole table of HTTP cases', async () => {
  const site = await serveFixtureSite({ perMinute: 400 });
  const judged = await runMcpCases(site.baseUrl);
  await site.stop();
  expect(judged.filter((each) => each.problems.length > 0)).toEqual([]);
  expect(judged.length).toBeGreaterThanOrEqual(60);
  expect(new Set(judged.map((each) => each.title)).size).toBe(judged.length);
  expect(site.problems).toEqual([]);
});

import { expect, it } from 'vitest';
import { ask, askJson, baseUrl, description } from './http-client.ts';
import { runMcpCases } from './mcp-cases.ts';

/** Spec: "POST /wp-json/agentsite/v1/mcp". */
it('the MCP endpoint keeps the whole table of HTTP cases, as it is described', async () => {
  const described = await description();
  const judged = await runMcpCases(
    baseUrl(),
    ({ method = 'POST', suffix = '' }, { status, headers, text }) => {
      const path = `/wp-json/agentsite/v1/mcp${suffix}`;
      const contentType = headers['content-type'] ?? null;
      return described.judge({ method, path, conditional: false }, { status, contentType, text });
    },
  );
  expect(judged.filter((each) => each.problems.length > 0)).toEqual([]);
  expect(judged.length).toBeGreaterThanOrEqual(60);
});

it('the published card is one text at all of its addresses, and lists the tools of the server', async () => {
  const { text, json } = await askJson<{ tools: unknown[]; remotes: { url: string }[] }>(
    '/.well-known/mcp.json',
  );
  for (const alias of ['/.well-known/mcp/server-card.json', '/wp-json/agentsite/v1/mcp/server-card']) {
    expect((await ask(alias)).text, alias).toBe(text);
  }
  const listed = await askJson<{ result: { tools: unknown[] } }>('/wp-json/agentsite/v1/mcp', {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect(listed.json.result.tools).toEqual(json.tools);
  expect(new URL(json.remotes[0]?.url ?? '').pathname).toBe('/wp-json/agentsite/v1/mcp');
});

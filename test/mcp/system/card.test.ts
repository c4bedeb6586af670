import { expect, test } from 'vitest';
import { modernMeta, modernVersion } from '../../../packages/contract/src/mcp-cases.ts';
import { exchange } from '../../../packages/contract/src/mcp-client.ts';
import { renderMcpCard } from '../../../src/core/mcp/card.ts';
import { paths } from '../../../src/core/model/urls.ts';
import { fixtureSite } from './fixture-site.ts';
import { serveFixtureSite } from './serve.ts';

test('the card lists exactly the tools that the server lists, in both eras', async () => {
  const site = await serveFixtureSite();
  const { tools } = JSON.parse(renderMcpCard(fixtureSite));
  const ask = async (params: object, headers: Record<string, string>) => {
    const answer = await exchange(site.mcpUrl, {
      headers,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params },
    });
    return JSON.parse(answer.text).result.tools;
  };
  expect(await ask({}, {})).toEqual(tools);
  expect(
    await ask({ _meta: modernMeta }, { 'MCP-Protocol-Version': modernVersion, 'Mcp-Method': 'tools/list' }),
  ).toEqual(tools);
  await site.stop();
});

test('the card is next to the endpoint too, cacheable and open to every origin', async () => {
  const site = await serveFixtureSite();
  const url = site.baseUrl + paths.mcpEndpointCard;
  const first = await exchange(url, { method: 'GET' });
  expect(first.text).toBe(renderMcpCard(fixtureSite));
  expect(first).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/mcp-server-card+json',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=3600',
    },
  });
  const again = await exchange(url, {
    method: 'GET',
    headers: { 'If-None-Match': first.headers.etag ?? '' },
  });
  expect(again).toMatchObject({ status: 304, text: '' });
  await site.stop();
});

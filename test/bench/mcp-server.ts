import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import express from 'express';
import { createMcp } from '../../sidecar/mcp/create-mcp.ts';
import { createContentReader } from '../../sidecar/mcp/features/content.ts';
import { createSiteTools } from '../../sidecar/mcp/features/site-tools.ts';
import { createLimiter } from '../../sidecar/mcp/limit.ts';
import { describeMcpTools } from '../../src/core/mcp/descriptions.ts';
import { createTools, type McpToolName } from '../../src/core/mcp/tools.ts';
import { createFixtureIndex, fixtureSite } from '../mcp/system/fixture-site.ts';

/**
 * One of the three servers that `mcp.ts` compares, alone in its process: `ours`, `sdk` (the SDK's own handler
 * with the same tools over the same content) or `bare` (node:http, which parses a message and answers with the
 * same bytes that ours would). Reports to its parent its port, and when asked the processor time that it has spent.
 */
const makers: Record<string, () => Promise<RequestListener>> = { ours, sdk, bare };

async function ours(): Promise<RequestListener> {
  const mcp = await createMcp({
    site: fixtureSite,
    index: createFixtureIndex(),
    limiter: createLimiter({ perMinute: 1_000_000_000 }),
    behindSocket: false,
  });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(mcp);
  return app;
}

async function sdk(): Promise<RequestListener> {
  const tools = createSiteTools(fixtureSite, createContentReader(createFixtureIndex(), fixtureSite));
  const schemas = createTools(fixtureSite);
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: 'agentsite', version: '1.0.0' });
      for (const { description, call } of tools) {
        const { name, title, annotations } = description;
        const { input, output } = schemas[name as McpToolName];
        const about = {
          description: description.description ?? '',
          inputSchema: input,
          outputSchema: output,
        };
        server.registerTool(
          name,
          { ...about, ...(title ? { title } : {}), ...(annotations ? { annotations } : {}) },
          (given: Record<string, unknown>) => call(given),
        );
      }
      return server;
    },
    { responseMode: 'json' },
  );
  const listener = toNodeHandler(handler);
  // Its type for a request asks for no undefined members; node's has some.
  return (request, response) => void listener(request as Parameters<typeof listener>[0], response);
}

async function bare(): Promise<RequestListener> {
  const tools = createSiteTools(fixtureSite, createContentReader(createFixtureIndex(), fixtureSite));
  const answers = new Map<unknown, unknown>([
    ['search', tools.find((tool) => tool.description.name === 'search')?.call({ query: 'loom' })],
    ['get_content', tools.find((tool) => tool.description.name === 'get_content')?.call({ id: '109' })],
    [undefined, { tools: describeMcpTools(fixtureSite) }],
  ]);
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { id, params } = JSON.parse(Buffer.concat(chunks).toString()) as {
        id: number;
        params: { name?: string };
      };
      const answer = JSON.stringify({ jsonrpc: '2.0', id, result: answers.get(params.name) });
      response.setHeader('Content-Type', 'application/json');
      response.end(answer);
    });
  };
}

const make = makers[process.argv[2] ?? ''];
if (!make) throw new Error(`Name one of ${Object.keys(makers).join(', ')}.`);
const server: Server = createServer(await make());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});

import { join } from 'node:path';
import { createMCPClient } from '@ai-sdk/mcp';
import {
  type ClientOptions,
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';

/** What a test wants of any client: the least that every one of them can do. */
export interface ReadingClient {
  readonly listTools: () => Promise<readonly { readonly name: string }[]>;
  readonly call: (name: string, given: Record<string, unknown>) => Promise<CalledTool>;
  /** The text of a resource. */
  readonly read: (uri: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

export interface CalledTool {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

export interface ClientDriver {
  readonly name: string;
  /** `scratch` is a folder for whatever the client wants to keep. */
  readonly connect: (mcpUrl: string, scratch: string) => Promise<ReadingClient>;
}

const info = { name: 'reader', version: '1.0.0' };
const nodeModules = join(import.meta.dirname, '../../../node_modules');

async function connectV1(transport: TransportV1): Promise<ReadingClient> {
  const client = new ClientV1(info);
  await client.connect(transport);
  return {
    listTools: async () => (await client.listTools()).tools,
    call: async (name, given) => (await client.callTool({ name, arguments: given })) as CalledTool,
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    close: () => client.close(),
  };
}

async function connectV2(mcpUrl: string, options: ClientOptions): Promise<ReadingClient> {
  const client = new ClientV2(info, options);
  await client.connect(new HttpV2(new URL(mcpUrl)));
  return {
    listTools: async () => (await client.listTools()).tools,
    call: async (name, given) => (await client.callTool({ name, arguments: given })) as CalledTool,
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    close: () => client.close(),
  };
}

async function connectAiSdk(mcpUrl: string, protocolVersionDiscovery: boolean): Promise<ReadingClient> {
  const client = await createMCPClient({
    transport: { type: 'http', url: mcpUrl },
    protocolVersionDiscovery,
  });
  return {
    listTools: async () => (await client.listTools()).tools,
    call: async (name, given) => (await client.callTool({ name, arguments: given })) as CalledTool,
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    close: () => client.close(),
  };
}

export const clientDrivers: readonly ClientDriver[] = [
  { name: 'SDK v1', connect: (url) => connectV1(new HttpV1(new URL(url)) as TransportV1) },
  { name: 'SDK v2, as it comes', connect: (url) => connectV2(url, {}) },
  { name: 'SDK v2, legacy', connect: (url) => connectV2(url, { versionNegotiation: { mode: 'legacy' } }) },
  { name: 'SDK v2, auto', connect: (url) => connectV2(url, { versionNegotiation: { mode: 'auto' } }) },
  {
    name: 'SDK v2, pinned to 2026-07-28',
    connect: (url) => connectV2(url, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  },
  { name: '@ai-sdk/mcp, newest first', connect: (url) => connectAiSdk(url, true) },
  { name: '@ai-sdk/mcp, handshake', connect: (url) => connectAiSdk(url, false) },
  {
    name: 'mcp-remote',
    connect: (url, scratch) =>
      connectV1(
        new StdioClientTransport({
          command: process.execPath,
          args: [
            join(nodeModules, 'mcp-remote/dist/proxy.js'),
            url,
            '--allow-http',
            '--transport',
            'http-only',
          ],
          env: { PATH: process.env.PATH ?? '', HOME: scratch, MCP_REMOTE_CONFIG_DIR: scratch },
          stderr: 'ignore',
        }),
      ),
  },
];

function textOf(contents: readonly object[]): string {
  return contents.map((content) => ('text' in content ? String(content.text) : '')).join('');
}

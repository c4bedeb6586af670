import { expect, test } from 'vitest';
import { renderMcpCard, renderServerJson } from '../../../src/core/mcp/card.ts';
import { describeMcpTools } from '../../../src/core/mcp/descriptions.ts';
import { siteSchema } from '../../../src/core/model/site.ts';

const site = siteSchema.parse({
  title: 'Field notes',
  description:
    'Notes on machines that read, and on the people who write for them, kept for longer than a hundred characters.',
  url: 'https://notes.example.org',
  owner: { name: 'The keeper', slug: 'keeper' },
});
const endpoint = 'https://notes.example.org/wp-json/agentsite/v1/mcp';

test('the card contains what readers of each of its shapes look for', () => {
  expect(JSON.parse(renderMcpCard(site))).toMatchObject({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: 'org.example.notes/agentsite',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    serverInfo: { name: 'agentsite', version: expect.any(String) },
    serverUrl: endpoint,
    remotes: [{ type: 'streamable-http', url: endpoint }],
    transport: { type: 'streamable-http', endpoint },
    protocolVersion: '2026-07-28',
    supportedProtocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
    capabilities: { tools: {} },
    authentication: { type: 'none', required: false },
    websiteUrl: 'https://notes.example.org/',
  });
});

test('the tools of the card are the tools of the server, word for word', () => {
  expect(JSON.parse(renderMcpCard(site)).tools).toEqual(JSON.parse(JSON.stringify(describeMcpTools(site))));
});

test('the registry entry names the same server and nothing but its address', () => {
  const entry = JSON.parse(renderServerJson(site));
  expect(entry).toEqual({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: JSON.parse(renderMcpCard(site)).name,
    title: 'Field notes',
    description: expect.any(String),
    version: JSON.parse(renderMcpCard(site)).version,
    websiteUrl: 'https://notes.example.org/',
    icons: [{ src: 'https://notes.example.org/favicon.svg', mimeType: 'image/svg+xml', sizes: ['any'] }],
    remotes: [{ type: 'streamable-http', url: endpoint }],
  });
});

test('a long description is cut between words to what the schemas allow', () => {
  const { description } = JSON.parse(renderServerJson(site));
  expect(description.length).toBeLessThanOrEqual(100);
  expect(description).toMatch(/\w…$/);
  expect(site.description).toContain(`${description.slice(0, -1)} `);
});

test('every tool takes no argument that it does not know, and is described, titled and marked as reading only', () => {
  const tools = describeMcpTools(site);
  expect(tools.map((tool) => tool.name)).toEqual([
    'search',
    'fetch',
    'quote',
    'list_content',
    'get_content',
    'list_terms',
    'get_site_info',
  ]);
  for (const tool of tools) {
    expect(tool.name).toMatch(/^[a-z_]{1,64}$/);
    expect(tool.title.length).toBeGreaterThan(3);
    expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(tool.outputSchema).toMatchObject({ type: 'object', required: expect.any(Array) });
    expect(tool.annotations).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
  }
});

test('the schemas hold nothing that every reader assumes anyway', () => {
  const text = JSON.stringify(
    describeMcpTools(site).map(({ inputSchema, outputSchema }) => [inputSchema, outputSchema]),
  );
  expect(text).not.toMatch(/9007199254740991|\$schema|propertyNames/);
  for (const { outputSchema } of describeMcpTools(site)) {
    expect(JSON.stringify(outputSchema)).not.toContain('"additionalProperties":false');
  }
});

test('search and fetch have the shapes that ChatGPT asks of a connector', () => {
  const [search, fetch] = describeMcpTools(site);
  expect(search?.inputSchema).toMatchObject({
    properties: { query: { type: 'string' } },
    required: ['query'],
  });
  expect(search?.outputSchema).toMatchObject({
    properties: {
      results: { items: { required: expect.arrayContaining(['id', 'title', 'url']) } },
    },
  });
  expect(fetch?.inputSchema).toMatchObject({ properties: { id: { type: 'string' } }, required: ['id'] });
  expect(fetch?.outputSchema).toMatchObject({
    required: expect.arrayContaining(['id', 'title', 'text', 'url']),
  });
});

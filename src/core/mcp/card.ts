import type { Site } from '../model/site.ts';
import { absoluteUrl, paths } from '../model/urls.ts';
import { describeMcpServer, listMcpTools } from './descriptions.ts';
import { mcpLegacyVersions, mcpModernVersion } from './tools.ts';

/**
 * Descriptions of the MCP server for clients that have not connected: the card at `/.well-known/mcp.json`, whose shape is
 * not settled, so it has the fields of SEP-2127 (`name`, `remotes`), SEP-1649 (`serverInfo`, `transport`, `authentication`)
 * and of scanners (`tools`); and `server.json`, the entry for the MCP registry.
 */

const schemas = 'https://static.modelcontextprotocol.io/schemas';

/** Both documents allow this many characters of description. */
const maxDescription = 100;

export function renderMcpCard(site: Site): string {
  const endpoint = absoluteUrl(site, paths.mcp);
  const versions = [mcpModernVersion, ...mcpLegacyVersions];
  return toText({
    $schema: `${schemas}/v1/server-card.schema.json`,
    ...identity(site),
    serverInfo: describeMcpServer(site),
    serverUrl: endpoint,
    endpoint,
    documentationUrl: absoluteUrl(site, paths.auth),
    remotes: [{ type: 'streamable-http', url: endpoint, supportedProtocolVersions: versions }],
    transport: { type: 'streamable-http', endpoint },
    protocolVersion: mcpModernVersion,
    supportedProtocolVersions: versions,
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    authentication: { type: 'none', required: false, schemes: [] },
    tools: listMcpTools(site),
  });
}

export function renderServerJson(site: Site): string {
  return toText({
    $schema: `${schemas}/2025-12-11/server.schema.json`,
    ...identity(site),
    remotes: [{ type: 'streamable-http', url: absoluteUrl(site, paths.mcp) }],
  });
}

function identity(site: Site) {
  const { name, title, description, ...rest } = describeMcpServer(site);
  const namespace = new URL(site.url).hostname.split('.').reverse().join('.');
  return { name: `${namespace}/${name}`, title: shorten(title), description: shorten(description), ...rest };
}

/** Shortened to the limit of the schemas, between words. */
function shorten(text: string): string {
  if (text.length <= maxDescription) return text;
  const space = text.lastIndexOf(' ', maxDescription - 1);
  return `${text.slice(0, space > 0 ? space : maxDescription - 1)}…`;
}

function toText(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

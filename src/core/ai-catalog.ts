import type { Site } from './site.ts';
import { surfaces } from './surfaces.ts';
import { absoluteUrl } from './urls.ts';

/**
 * `/.well-known/ai-catalog.json`: the same interfaces in the format of Agentic Resource Discovery (0.9 draft):
 *
 * ```json
 * { "specVersion": "1.0",
 *   "host": { "displayName": "Field notes", "identifier": "https://example.org" },
 *   "entries": [{ "identifier": "urn:air:example.org:mcp-server", "displayName": "MCP server card",
 *     "type": "application/mcp-server-card+json", "mediaType": "application/mcp-server-card+json",
 *     "url": "https://example.org/.well-known/mcp/server-card.json", "description": "…",
 *     "representativeQueries": ["…", "…"] }] }
 * ```
 *
 * It is not signed: a key on the same origin would prove nothing that the origin does not.
 */
export function renderAiCatalog(site: Site): string {
  const publisher = new URL(site.url).hostname.replace(/[^a-z0-9.-]+/g, '-').replace(/^-|-$/g, '');
  const entries = surfaces.flatMap(({ path, title, description, aiCatalog }) =>
    aiCatalog
      ? [
          {
            identifier: `urn:air:${publisher}:${aiCatalog.name}`,
            displayName: title,
            type: aiCatalog.type,
            mediaType: aiCatalog.type,
            url: absoluteUrl(site, path),
            description,
            representativeQueries: aiCatalog.queries,
          },
        ]
      : [],
  );
  const host = { displayName: site.title, identifier: site.url };
  return `${JSON.stringify({ specVersion: '1.0', host, entries }, null, 2)}\n`;
}

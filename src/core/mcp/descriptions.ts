import { z } from 'zod';
import { pathsOf } from '../model/languages.ts';
import { mimeTypes } from '../model/media-types.ts';
import type { Site } from '../model/site.ts';
import { bareType } from '../model/surfaces.ts';
import { absoluteUrl } from '../model/urls.ts';
import { createTools, type McpToolName } from './tools.ts';

/** How the server and its tools describe themselves: at the handshake, in `tools/list` and on the card. */

/** Version of the tools as a whole; it goes up when a tool, an argument or a field changes. */
const mcpServerVersion = '1.3.0';

/** All four, since what is left out counts as the worst: a tool that writes, destroys and reaches elsewhere. */
const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

type JsonSchema = { readonly type: 'object'; readonly [key: string]: unknown };

/** One tool as it is in `tools/list` and in the card. */
export interface McpToolDescription {
  readonly name: McpToolName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: typeof annotations;
}

/** The schema for clients and models, without dialect and integer bounds. Results are open, so that fields can be added. */
function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema: part }) => {
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      delete part.propertyNames;
      if (io === 'output' && part.additionalProperties === false) delete part.additionalProperties;
    },
  });
  return { ...described, type: 'object' };
}

/** Every tool with its JSON Schemas (2020-12), in a fixed order. */
export function describeMcpTools(site: Site): McpToolDescription[] {
  const mcpTools = createTools(site);
  return (Object.keys(mcpTools) as McpToolName[]).map((name) => ({
    name,
    title: mcpTools[name].title,
    description: mcpTools[name].description,
    inputSchema: jsonSchema(mcpTools[name].input, 'input'),
    outputSchema: jsonSchema(mcpTools[name].output, 'output'),
    annotations,
  }));
}

/** Those of the engine, and of plugins. */
export function listMcpTools(site: Site): readonly object[] {
  return [...describeMcpTools(site), ...(site.plugins ?? []).flatMap(({ tools }) => tools)];
}

/** The icon of the site; a drawing fits any size, and of other images the size is not known. */
function describeIcon(site: Site) {
  const path = site.favicon ?? '/favicon.svg';
  const mimeType = bareType(mimeTypes[path.slice(path.lastIndexOf('.')).toLowerCase()] ?? 'image/png');
  return { src: absoluteUrl(site, path), mimeType, sizes: ['any'] };
}

/** Who the server is, as it says at the handshake and on its card. */
export function describeMcpServer(site: Site) {
  return {
    name: 'agentsite',
    title: site.title,
    version: mcpServerVersion,
    description: site.description,
    websiteUrl: absoluteUrl(site, pathsOf(site).home),
    icons: [describeIcon(site)],
  };
}

import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { PluginRow } from '../../src/core/model/settings/plugins.ts';
import type { SidecarParts } from '../../src/plugins/sidecar-plugin.ts';
import { readLiberally } from '../mcp/liberal-input.ts';
import type { ServerFeatures, ToolDefinition } from '../mcp/server-features.ts';
import { describeIssues } from '../mcp/validation-sentences.ts';
import { bounded } from './bounded.ts';

/** A plugin that was opened, or could not be. */
export interface OpenedPlugin {
  readonly row: PluginRow;
  readonly parts: NonNullable<SidecarParts['mcp']>;
  /** @param name of the tool, resource or prompt */
  readonly fail: (error: unknown, name: string) => void;
}

/** The features of the site's MCP server, with those of its plugins. What a plugin throws ends one call. */
export function addPluginFeatures(
  features: ServerFeatures,
  plugins: readonly OpenedPlugin[],
): ServerFeatures {
  const tools = plugins.flatMap(({ row, parts, fail }) =>
    row.tools.map((described): ToolDefinition => {
      const description = described as unknown as Tool;
      const input = z.fromJSONSchema(description.inputSchema as never);
      const call = parts.tools?.[description.name] as ((given: unknown) => unknown) | undefined;
      return {
        description,
        async call(given) {
          const checked = input.safeParse(readLiberally(description.inputSchema as never, given));
          const known = Object.keys(description.inputSchema.properties ?? {});
          if (!checked.success) return refuse(describeIssues(checked.error.issues, 'argument', known));
          try {
            if (!call) throw new Error(`The module has no tool "${description.name}".`);
            return resultOf(await bounded(() => call(checked.data)));
          } catch (error) {
            fail(error, description.name);
            return refuse('The tool failed. Try again later.');
          }
        },
      };
    }),
  );
  const resources = plugins.flatMap(({ parts, fail }) =>
    (parts.resources ?? []).map((one) => ({ ...one, read: guard(() => one.read(), one.name, fail) })),
  );
  const prompts = plugins.flatMap(({ parts, fail }) =>
    (parts.prompts ?? []).map((one) => ({ ...one, get: guard(one.get, one.name, fail) })),
  );
  return {
    ...features,
    tools: [...features.tools, ...tools],
    resources: {
      ...features.resources,
      list(cursor) {
        const page = features.resources.list(cursor);
        if (cursor !== undefined || !page) return page;
        return {
          ...page,
          items: [...resources.map(({ read: _, ...described }) => described), ...page.items],
        };
      },
      read(uri) {
        const own = resources.find((resource) => resource.uri === uri);
        if (!own) return features.resources.read(uri);
        return { contents: [{ uri, mimeType: own.mimeType, text: own.read() }] };
      },
    },
    prompts: [
      ...features.prompts,
      ...prompts.map(({ get, ...description }) => ({
        description: { ...description, arguments: [...(description.arguments ?? [])] },
        get: (given: Readonly<Record<string, string>>) => ({
          messages: [{ role: 'user' as const, content: { type: 'text' as const, text: get(given) } }],
        }),
      })),
    ],
  };
}

/** Text of a plugin. What it throws is in the log, and not in the answer. */
function guard<Given extends unknown[]>(
  make: (...given: Given) => string,
  name: string,
  fail: OpenedPlugin['fail'],
): (...given: Given) => string {
  return (...given) => {
    try {
      const text: unknown = make(...given);
      if (typeof text !== 'string') throw new Error('It must return text.');
      return text;
    } catch (error) {
      fail(error, name);
      throw new ProtocolError(ProtocolErrorCode.InternalError, `"${name}" failed. Try again later.`);
    }
  };
}

function resultOf(value: unknown): CallToolResult {
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] };
  if (typeof value !== 'object' || value === null) throw new Error('A tool must return text or an object.');
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structuredContent: value as Record<string, unknown>,
  };
}

const refuse = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

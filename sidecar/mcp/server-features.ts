import type {
  CallToolResult,
  CompleteResult,
  GetPromptResult,
  Implementation,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  Tool,
} from '@modelcontextprotocol/server';
import type { PublishedSkill } from './features/site-skills.ts';

/** The two forms of MCP: with a handshake (revisions up to 2025-11-25), and without (2026-07-28). */
export type Era = 'legacy' | 'modern';

/**
 * Tools, resources, prompts and completion of an MCP server, apart from the protocol. `site-features.ts` makes the site's.
 * Expected failures are values (`undefined`, `isError`) or a `ProtocolError`; anything else that is thrown becomes a 500.
 */
export interface ServerFeatures {
  readonly info: Implementation;
  /** A few sentences for the model on what this server is for. */
  readonly instructions: string;
  readonly tools: readonly ToolDefinition[];
  readonly resources: ResourceProvider;
  readonly prompts: readonly PromptDefinition[];
  /** Skills that agents load from this server; without any, it doesn't speak of them. */
  readonly skills?: readonly PublishedSkill[];
  /** Values that an argument of a prompt or template could take; `undefined` when there is no such argument. */
  readonly complete: (question: CompletionRequest) => Completion | undefined;
}

export interface ToolDefinition {
  readonly description: Tool;
  /** Checks its own arguments: what is wrong with them is a result with `isError`, which the model can read. */
  readonly call: (given: Readonly<Record<string, unknown>>) => CallToolResult | Promise<CallToolResult>;
}

export interface ResourceProvider {
  readonly templates: readonly ResourceTemplateType[];
  /** One page; `undefined` for a cursor that no page ever carried. */
  readonly list: (cursor: string | undefined) => Page<Resource> | undefined;
  /** `undefined` for an address at which there is nothing. */
  readonly read: (uri: string) => ReadResourceResult | undefined;
}

export interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor?: string | undefined;
}

export interface PromptDefinition {
  readonly description: Prompt;
  readonly get: (given: Readonly<Record<string, string>>) => GetPromptResult;
}

export interface CompletionRequest {
  readonly on: 'prompt' | 'template';
  /** Name of the prompt, or the template itself. */
  readonly name: string;
  readonly argument: string;
  /** What has been typed so far. */
  readonly typed: string;
  /** The other arguments, as far as they are known. */
  readonly context: Readonly<Record<string, string>>;
}

export type Completion = CompleteResult['completion'];

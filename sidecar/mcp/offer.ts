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

/**
 * What a server has to offer, apart from how it is spoken: the site's offer is made in `site-offer.ts`, and the
 * tests put another one, of the judges' fixtures, behind the same engine.
 *
 * Expected failures are values (`undefined`, `isError`) or a `ProtocolError`; anything else that is thrown
 * counts as a fault of ours and becomes a 500.
 */
export interface Offer {
  readonly info: Implementation;
  /** A few sentences for the model on what this server is for. */
  readonly instructions: string;
  readonly tools: readonly OfferedTool[];
  readonly resources: ResourceOffer;
  readonly prompts: readonly OfferedPrompt[];
  /** Values that an argument of a prompt or template could take; `undefined` when there is no such argument. */
  readonly complete: (question: CompletionQuestion) => Completion | undefined;
}

export interface OfferedTool {
  readonly description: Tool;
  /** Checks its own arguments: what is wrong with them is a result with `isError`, which the model can read. */
  readonly call: (given: Readonly<Record<string, unknown>>) => CallToolResult;
}

export interface ResourceOffer {
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

export interface OfferedPrompt {
  readonly description: Prompt;
  readonly get: (given: Readonly<Record<string, string>>) => GetPromptResult;
}

export interface CompletionQuestion {
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

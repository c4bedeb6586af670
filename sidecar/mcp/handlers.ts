import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Result,
  type Server,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ServerFeatures } from './server-features.ts';

/**
 * Registers {@link ServerFeatures} with the SDK's server: one handler for each method. The parameters are checked here
 * (-32602 when they do not fit), since the SDK reports its own check of them as an internal error.
 */
export function registerHandlers(
  server: Server,
  features: ServerFeatures,
  onFault: (requestId: unknown, fault: unknown) => void,
) {
  const serve = <Params extends z.ZodType>(
    method: string,
    params: Params,
    answer: (params: z.output<Params>) => Result,
  ): void => {
    server.setRequestHandler(method, { params }, (checked, context) => {
      try {
        return answer(checked as z.output<Params>);
      } catch (error) {
        if (!(error instanceof ProtocolError)) onFault(context.mcpReq.id, error);
        throw error;
      }
    });
  };
  const tools = new Map(features.tools.map((tool) => [tool.description.name, tool]));
  const prompts = new Map(features.prompts.map((prompt) => [prompt.description.name, prompt]));

  serve('ping', z.looseObject({}), () => ({}));
  serve('tools/list', paged, ({ cursor }) => {
    refuseCursor(cursor);
    return { tools: features.tools.map((tool) => tool.description) };
  });
  serve('tools/call', z.looseObject({ name: z.string(), arguments: record.default({}) }), (call) => {
    const tool = tools.get(call.name);
    if (!tool)
      throw invalid(`There is no tool named "${clip(call.name)}".`, { available: [...tools.keys()] });
    return tool.call(call.arguments);
  });

  serve('resources/list', paged, ({ cursor }) => {
    const page = features.resources.list(cursor);
    if (!page) throw invalidCursor();
    return { resources: page.items, ...(page.nextCursor ? { nextCursor: page.nextCursor } : {}) };
  });
  serve('resources/templates/list', paged, ({ cursor }) => {
    refuseCursor(cursor);
    return { resourceTemplates: [...features.resources.templates] };
  });
  serve('resources/read', z.looseObject({ uri: z.string() }), ({ uri }) => {
    const found = features.resources.read(uri);
    if (!found) throw new ResourceNotFoundError(clip(uri));
    return found;
  });

  serve('prompts/list', paged, ({ cursor }) => {
    refuseCursor(cursor);
    return { prompts: features.prompts.map((prompt) => prompt.description) };
  });
  serve('prompts/get', z.looseObject({ name: z.string(), arguments: strings.default({}) }), (request) => {
    const prompt = prompts.get(request.name);
    if (!prompt)
      throw invalid(`There is no prompt named "${clip(request.name)}".`, { available: [...prompts.keys()] });
    const missing = prompt.description.arguments?.find(
      (each) => each.required && !(each.name in request.arguments),
    );
    if (missing) throw invalid(`The prompt "${request.name}" needs the argument "${missing.name}".`);
    return prompt.get(request.arguments);
  });

  serve('completion/complete', completionParams, ({ ref, argument, context }) => {
    const name = ref.type === 'ref/prompt' ? ref.name : ref.uri;
    const known =
      ref.type === 'ref/prompt'
        ? prompts.has(name)
        : features.resources.templates.some((template) => template.uriTemplate === name);
    if (!known) throw invalid(`There is nothing to complete at "${clip(name)}".`);
    const completion = features.complete({
      on: ref.type === 'ref/prompt' ? 'prompt' : 'template',
      name,
      argument: argument.name,
      typed: argument.value,
      context: context?.arguments ?? {},
    });
    return { completion: completion ?? { values: [] } };
  });
}

const record = z.record(z.string(), z.unknown());
const strings = z.record(z.string(), z.string());
const paged = z.looseObject({ cursor: z.string().optional() });
const completionParams = z.looseObject({
  ref: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
    z.looseObject({ type: z.literal('ref/resource'), uri: z.string() }),
  ]),
  argument: z.looseObject({ name: z.string(), value: z.string() }),
  context: z.looseObject({ arguments: strings.optional() }).optional(),
});

function invalid(message: string, data?: unknown): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
}

function invalidCursor(): ProtocolError {
  return invalid('This cursor is not one of ours. Leave it out to begin at the first page.');
}

/** The lists of one page only: no cursor was ever given out, so none can come back. */
function refuseCursor(cursor: string | undefined): void {
  if (cursor !== undefined) throw invalidCursor();
}

/** A caller's word in a message of ours, at a length that a message can bear. */
function clip(word: string): string {
  return word.length > 200 ? `${word.slice(0, 200)}…` : word;
}

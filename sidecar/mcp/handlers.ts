import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Result,
  type Server,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { methodParams } from './params.ts';
import type { Era, ServerFeatures } from './server-features.ts';
import { clip, describeUnknownName } from './validation-sentences.ts';

/** Max age of lists and pages at clients: content changes when the site is published, not by the second. */
export const cacheHint = { ttlMs: 300_000, cacheScope: 'public' } as const;

/** Registers {@link ServerFeatures} with the SDK's server: one handler for each method. */
export function registerHandlers(
  server: Server,
  era: Era,
  features: ServerFeatures,
  onError: (requestId: unknown, error: unknown) => void,
) {
  const serve = <Method extends keyof typeof methodParams>(
    method: Method,
    answer: (params: z.output<(typeof methodParams)[Method]>) => Result | Promise<Result>,
  ): void => {
    server.setRequestHandler(method, { params: methodParams[method] }, async (checked, context) => {
      try {
        return await answer(checked as z.output<(typeof methodParams)[Method]>);
      } catch (error) {
        if (!(error instanceof ProtocolError)) onError(context.mcpReq.id, error);
        throw error;
      }
    });
  };
  const tools = new Map(features.tools.map((tool) => [tool.description.name, tool]));
  const prompts = new Map(features.prompts.map((prompt) => [prompt.description.name, prompt]));

  serve('ping', () => ({}));
  serve('tools/list', ({ cursor }) => {
    refuseCursor(cursor);
    return { tools: features.tools.map((tool) => tool.description) };
  });
  serve('tools/call', (call) => {
    const tool = tools.get(call.name);
    if (tool) return tool.call(call.arguments);
    const available = [...tools.keys()];
    throw invalid(describeUnknownName('tool', call.name, available), { available });
  });

  serve('resources/list', ({ cursor }) => {
    const page = features.resources.list(cursor);
    if (!page) throw invalidCursor();
    return { resources: page.items, ...(page.nextCursor ? { nextCursor: page.nextCursor } : {}) };
  });
  serve('resources/templates/list', ({ cursor }) => {
    refuseCursor(cursor);
    return { resourceTemplates: [...features.resources.templates] };
  });
  serve('resources/read', ({ uri }) => {
    const found = features.resources.read(uri);
    if (!found) throw new ResourceNotFoundError(clip(uri));
    return found;
  });

  const skills = new Map(features.skills?.map(({ entry }) => [entry.uri, entry]));
  if (skills.size > 0) {
    const cache = era === 'modern' ? cacheHint : {};
    serve('skills/list', ({ cursor }) => {
      refuseCursor(cursor);
      return { skills: [...skills.values()], ...cache };
    });
    serve('skills/get', ({ uri }) => {
      const skill = skills.get(uri);
      if (!skill) throw invalid(describeUnknownName('skill', uri, [...skills.keys()]));
      return { skill, ...cache };
    });
  }

  serve('prompts/list', ({ cursor }) => {
    refuseCursor(cursor);
    return { prompts: features.prompts.map((prompt) => prompt.description) };
  });
  serve('prompts/get', (request) => {
    const prompt = prompts.get(request.name);
    if (!prompt)
      throw invalid(describeUnknownName('prompt', request.name, [...prompts.keys()]), {
        available: [...prompts.keys()],
      });
    const missing = prompt.description.arguments?.find(
      (each) => each.required && !(each.name in request.arguments),
    );
    if (missing) throw invalid(`The prompt "${request.name}" needs the argument "${missing.name}".`);
    return prompt.get(request.arguments);
  });

  serve('completion/complete', ({ ref, argument, context }) => {
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

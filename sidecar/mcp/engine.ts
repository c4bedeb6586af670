import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  PerRequestHTTPServerTransport,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { SKILLS_EXTENSION_ID } from '@modelcontextprotocol/server/ext/skills';
import { mcpLegacyVersions, mcpModernVersion } from '../../src/core/mcp/tools.ts';
import { cacheHint, registerHandlers } from './handlers.ts';
import { findParamsProblem } from './params.ts';
import type { Era, ServerFeatures } from './server-features.ts';

export interface Engine {
  /** Answers one request of one era. Rejects with the original error of a handler of ours. */
  readonly ask: (era: Era, request: JSONRPCRequest) => Promise<JSONRPCResponse>;
}

/**
 * The SDK's protocol over an in-process channel: one server for each era, shared by all clients, instead of a server,
 * a transport and a web request for each message. Nothing in it belongs to a client: request IDs are replaced by our
 * own, notifications (such as cancellations) are not delivered, and no handler reads what `initialize` stores.
 */
export async function createEngine(features: ServerFeatures): Promise<Engine> {
  const [legacy, modern] = await Promise.all([
    openChannel('legacy', features),
    openChannel('modern', features),
  ]);
  const channels = { legacy, modern };
  return { ask: (era, request) => channels[era].ask(request) };
}

async function openChannel(era: Era, features: ServerFeatures): Promise<Channel> {
  const server = new Server(features.info, {
    supportedProtocolVersions: era === 'modern' ? [mcpModernVersion] : [...mcpLegacyVersions],
    instructions: features.instructions,
    capabilities: {
      tools: {},
      resources: {},
      prompts: {},
      completions: {},
      ...(features.skills?.length ? { extensions: { [SKILLS_EXTENSION_ID]: {} } } : {}),
    },
    cacheHints: {
      'server/discover': cacheHint,
      'tools/list': cacheHint,
      'prompts/list': cacheHint,
      'resources/list': cacheHint,
      'resources/templates/list': cacheHint,
      'resources/read': cacheHint,
    },
  });
  const channel = new Channel(era);
  registerHandlers(server, era, features, (id, error) => channel.fail(id, error));
  await server.connect(channel);
  return channel;
}

/** Methods that the SDK answers by itself. */
const builtIn: ReadonlySet<string> = new Set(['initialize', 'server/discover']);
/** Methods that 2026-07-28 no longer has. */
const legacyOnly: ReadonlySet<string> = new Set(['initialize', 'ping']);

interface PendingRequest {
  readonly request: JSONRPCRequest;
  readonly resolve: (response: JSONRPCResponse) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A transport in this process: {@link ask} delivers a request and resolves with its answer. Connecting a server to the
 * SDK's class binds it to the era, as its documentation says; its HTTP exchange is not used.
 */
class Channel extends PerRequestHTTPServerTransport {
  readonly #era: Era;
  readonly #pending = new Map<number, PendingRequest>();
  #lastId = 0;

  constructor(era: Era) {
    super({ classification: era === 'modern' ? { era, revision: mcpModernVersion } : { era } });
    this.#era = era;
  }

  /** Checks parameters before the SDK, which reports problems as its validator's dump. */
  async ask(request: JSONRPCRequest): Promise<JSONRPCResponse> {
    const { id: given, method, params } = request;
    const isServed = this.#era === 'legacy' || !legacyOnly.has(method);
    const problem = isServed ? findParamsProblem(method, params) : undefined;
    if (problem !== undefined) return invalidParams(given, problem);
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<JSONRPCResponse>();
    this.#pending.set(id, { request, resolve, reject });
    this.onmessage?.({ ...request, id });
    return promise;
  }

  /** Rejects a request with an error of ours, so that it reaches the one error handler with its cause. */
  fail(id: unknown, error: unknown): void {
    this.#take(id)?.reject(error);
  }

  override async start(): Promise<void> {}

  override async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message) return;
    const pending = this.#take(message.id);
    if (!pending) return;
    const { id, method } = pending.request;
    // Of parameters that its own methods can't read, the SDK reports an internal error.
    const isUnreadable =
      'error' in message && message.error.code === ProtocolErrorCode.InternalError && builtIn.has(method);
    pending.resolve(
      isUnreadable ? invalidParams(id, `The parameters of ${method} are not valid.`) : { ...message, id },
    );
  }

  override async close(): Promise<void> {}

  #take(id: unknown): PendingRequest | undefined {
    if (typeof id !== 'number') return undefined;
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}

function invalidParams(id: JSONRPCRequest['id'], message: string): JSONRPCResponse {
  return { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidParams, message } };
}

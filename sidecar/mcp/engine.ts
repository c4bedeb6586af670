import {
  type Implementation,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type ServerOptions,
  type Transport,
} from '@modelcontextprotocol/server';
import { mcpLegacyVersions, mcpModernVersion } from '../../src/core/mcp/tools.ts';
import type { Era } from './era.ts';
import { registerHandlers } from './handlers.ts';
import { findParamsProblem } from './params.ts';
import type { ServerFeatures } from './server-features.ts';

export interface Engine {
  /** Answers one request of one era. Rejects with the original error when a handler of ours threw it. */
  readonly ask: (era: Era, request: JSONRPCRequest) => Promise<JSONRPCResponse>;
}

/** How long a client may keep a list or a page: content changes when the site is published, not by the second. */
const cacheHint = { ttlMs: 300_000, cacheScope: 'public' } as const;

/**
 * The SDK's protocol over an in-process channel: one server for each era, made once and shared by all callers.
 * That is sound because nothing here belongs to a caller: request ids are replaced by our own on the way in,
 * notifications (a cancellation above all) never come in, and what `initialize` leaves behind in the server
 * is not read by any handler. It saves making a server, a transport and a web request for each message.
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
  const versions = era === 'modern' ? [mcpModernVersion] : [...mcpLegacyVersions];
  const server = new PinnedServer(era, features.info, {
    supportedProtocolVersions: versions,
    instructions: features.instructions,
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    cacheHints: {
      'server/discover': cacheHint,
      'tools/list': cacheHint,
      'prompts/list': cacheHint,
      'resources/list': cacheHint,
      'resources/templates/list': cacheHint,
      'resources/read': cacheHint,
    },
  });
  const channel = new Channel();
  registerHandlers(server, era, features, (id, fault) => channel.fail(id, fault));
  await server.connect(channel);
  return channel;
}

/** The SDK's server, bound to an era from the start instead of by its first message. */
class PinnedServer extends Server {
  constructor(era: Era, info: Implementation, options: ServerOptions) {
    super(info, options);
    if (era === 'modern') this._negotiatedProtocolVersion = mcpModernVersion;
  }

  /**
   * Parameters are checked before the SDK looks at them: it reports what is wrong as its validator's dump, or, for its
   * built-in methods, as an internal error.
   */
  protected override _wrapHandler(...[method, handler]: Parameters<Server['_wrapHandler']>) {
    const wrapped = super._wrapHandler(method, handler);
    return async (request: JSONRPCRequest, context: ServerContext) => {
      const problem = findParamsProblem(method, request.params);
      if (problem) throw new ProtocolError(ProtocolErrorCode.InvalidParams, problem);
      try {
        return await wrapped(request, context);
      } catch (error) {
        if (error instanceof ProtocolError || !builtIn.has(method)) throw error;
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `The parameters of ${method} are not valid.`,
        );
      }
    };
  }
}

/** Methods that the SDK answers by itself. */
const builtIn: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

interface PendingRequest {
  readonly id: JSONRPCRequest['id'];
  readonly resolve: (response: JSONRPCResponse) => void;
  readonly reject: (fault: unknown) => void;
}

/** A transport without a wire: a request goes in by {@link ask}, its answer comes back as the promise. */
class Channel implements Transport {
  onmessage?: Transport['onmessage'];
  readonly #pending = new Map<number, PendingRequest>();
  #lastId = 0;

  ask(request: JSONRPCRequest): Promise<JSONRPCResponse> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { id: request.id, resolve, reject });
      this.onmessage?.({ ...request, id });
    });
  }

  /** Ends a request with an error that is ours, so that it reaches the one handler with its cause. */
  fail(id: unknown, fault: unknown): void {
    this.#take(id)?.reject(fault);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message) return;
    const pending = this.#take(message.id);
    pending?.resolve({ ...message, id: pending.id });
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {}

  #take(id: unknown): PendingRequest | undefined {
    if (typeof id !== 'number') return undefined;
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}

import { localhostAllowedHostnames } from '@modelcontextprotocol/server';
import type { Request, RequestHandler } from 'express';
import { httpErrors } from '../../src/core/model/errors.ts';
import type { JsonReading } from '../http/read-body.ts';
import { UnfinishedBodies } from '../http/unfinished-bodies.ts';
import { createEndpoint } from './endpoint.ts';
import { createEngine } from './engine.ts';
import { parseMessages } from './exact-ids.ts';
import { createLimiter } from './limit.ts';
import type { ServerFeatures } from './server-features.ts';

export interface OwnMcp {
  readonly features: Omit<ServerFeatures, 'resources' | 'prompts' | 'complete'>;
  readonly path: string;
  /** Names of its host, besides those of loopback. */
  readonly hostnames: readonly string[];
  readonly behindSocket: boolean;
  readonly perMinute: number;
  /** Bytes of a message, and of all messages that have begun and not ended. */
  readonly maxBytes: number;
  readonly onMessage?: (message: unknown) => void;
}

/** An MCP endpoint with tools only, at a path of an application that lets in no one else. */
export async function createOwnMcp({
  features,
  perMinute,
  maxBytes,
  ...parts
}: OwnMcp): Promise<RequestHandler> {
  const resources = { templates: [], list: () => ({ items: [] }), read: () => undefined };
  const engine = await createEngine({ ...features, resources, prompts: [], complete: () => undefined });
  const hostnames = [...parts.hostnames, ...localhostAllowedHostnames()];
  const bodies = new UnfinishedBodies(4 * maxBytes);
  const read = async (request: Request): Promise<JsonReading> => {
    const body = await bodies.collect(request, maxBytes, true);
    if (body.kind !== 'complete') return { ok: false, error: httpErrors.tooLarge() };
    try {
      return { ok: true, value: parseMessages(body.bytes.toString()) };
    } catch {
      return { ok: false, error: httpErrors.invalidJson() };
    }
  };
  return createEndpoint({ ...parts, engine, hostnames, read, limiter: createLimiter({ perMinute }) });
}

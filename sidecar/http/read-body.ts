import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { type ErrorObject, httpErrors } from '../../src/core/model/errors.ts';
import { paths } from '../../src/core/model/urls.ts';
import { pathAsSent, sendError } from './send-error.ts';
import { type CollectedBody, UnfinishedBodies } from './unfinished-bodies.ts';

/** Bytes of the largest body. The largest valid contact message, fully escaped, is just below. */
const maxBytes = 64 * 1024;
/** MCP takes arrays of messages. */
const maxMcpBytes = 256 * 1024;

/** Whether the request announces a larger body than its path accepts. */
export function isTooLarge(request: IncomingMessage, limit = limitOf(request)): boolean {
  return Number(request.headers['content-length'] ?? 0) > limit;
}

const limitOf = (request: IncomingMessage) => (pathAsSent(request) === paths.mcp ? maxMcpBytes : maxBytes);

/** Refuses a body that is too large, for handlers that read none. */
export const refuseLargeBody: RequestHandler = (request, response, next) => {
  if (isTooLarge(request)) sendError(request, response, httpErrors.tooLarge());
  else next();
};

export type BodyReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly error: ErrorObject };

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Of the whole process: bodies that a client never finishes take memory together. */
const unfinished = new UnfinishedBodies(16 * 1024 * 1024);
/** Seconds after which a client whose body was cut off may try again. */
const retryAfter = 2;

/**
 * Reads a body of limited size as UTF-8 text; no body is an empty text. Other bytes are refused, never replaced: a message
 * must arrive as it was written.
 * @param type the only accepted media type; without it any is
 */
export async function readBody(request: Request, response: Response, type?: string): Promise<BodyReading> {
  const header = request.headers['content-type'];
  if (type !== undefined && (mediaType(header) !== type || !isUtf8(header))) {
    return { ok: false, error: httpErrors.unsupportedType(type) };
  }
  const body = await readBytes(request, response, undefined, type);
  return body.ok ? decodeBody(body.bytes, type) : body;
}

export function decodeBody(bytes: Buffer, type?: string): BodyReading {
  try {
    return { ok: true, text: utf8.decode(bytes) };
  } catch {
    return { ok: false, error: unreadable(type) };
  }
}

/** Reads a body of limited size as it was sent, which is what signatures are of. */
export async function readBytes(
  request: Request,
  response: Response,
  limit?: number,
  type?: string,
): Promise<Extract<BodyReading, { ok: false }> | { readonly ok: true; readonly bytes: Buffer }> {
  // Express would wait for the whole of it.
  if (isTooLarge(request, limit)) return { ok: false, error: httpErrors.tooLarge() };
  const isMcp = request.path === paths.mcp;
  // Some MCP clients compress their messages.
  const body = await unfinished.collect(request, limit ?? (isMcp ? maxMcpBytes : maxBytes), isMcp);
  if (body.kind === 'complete') return { ok: true, bytes: body.bytes };
  // What is left of the body is not waited for.
  if (body.kind === 'crowded') response.set('Connection', 'close');
  return { ok: false, error: errorOf(body.kind, type) };
}

function unreadable(type = 'application/json'): ErrorObject {
  return type === 'application/json' ? httpErrors.invalidJson() : httpErrors.badRequest();
}

export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ErrorObject };

/** Reads a body as JSON; no body is invalid JSON. */
export async function readJson(
  request: Request,
  response: Response,
  type?: string,
  parse: (text: string) => unknown = JSON.parse,
): Promise<JsonReading> {
  const body = await readBody(request, response, type);
  if (!body.ok) return body;
  try {
    return { ok: true, value: parse(body.text) };
  } catch {
    return { ok: false, error: httpErrors.invalidJson() };
  }
}

function mediaType(header: string | undefined): string {
  return (header ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function isUtf8(header: string | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(header ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

function errorOf(kind: Exclude<CollectedBody['kind'], 'complete'>, type: string | undefined): ErrorObject {
  if (kind === 'too-large') return httpErrors.tooLarge();
  if (kind === 'crowded') return httpErrors.unavailable(retryAfter);
  return kind === 'unknown-coding' ? httpErrors.unsupportedType(type ?? 'JSON') : unreadable(type);
}

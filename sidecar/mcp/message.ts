import {
  classifyInboundRequest,
  type JSONRPCRequest,
  type JSONRPCResponse,
  ProtocolErrorCode,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import { mcpLegacyVersions, mcpModernVersion } from '../../src/core/mcp/tools.ts';
import type { Engine } from './engine.ts';
import { type ExactId, isExactId } from './exact-ids.ts';
import { withReadParams } from './params.ts';
import type { Era } from './server-features.ts';
import { findHeaderProblem, headerMismatch, type StandardHeaders } from './standard-headers.ts';

/** A JSON-RPC error; unlike the SDK's type, with `id: null` where no id could be read. */
export interface ErrorReply {
  readonly jsonrpc: '2.0';
  readonly id: string | number | ExactId | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A result under an id that a number cannot hold. */
interface ExactReply {
  readonly jsonrpc: '2.0';
  readonly id: ExactId;
  readonly result: unknown;
}

export type Reply = JSONRPCResponse | ErrorReply | ExactReply;

export interface Answer {
  readonly reply: Reply;
  /** Era of the method that answered; null if the message was refused before dispatch. */
  readonly era: Era | null;
}

/**
 * Answers a JSON-RPC message outside of an array. Its era is decided by the SDK's rules: `params._meta` names a version,
 * or the header names 2026-07-28 or later, or it is of 2025.
 * @returns the answer; `undefined` for a notification or a response, which have none.
 */
export async function answerMessage(
  engine: Engine,
  given: unknown,
  headers: StandardHeaders,
): Promise<Answer | undefined> {
  const id = readId(given);
  const message = withReadParams(isExactId(id) ? { ...(given as object), id: 0 } : given);
  const answer = await answerRead(engine, message, headers);
  return answer && isExactId(id) ? { ...answer, reply: { ...answer.reply, id } as Reply } : answer;
}

async function answerRead(
  engine: Engine,
  message: unknown,
  headers: StandardHeaders,
): Promise<Answer | undefined> {
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    body: message,
    ...(headers.protocolVersion === undefined ? {} : { protocolVersionHeader: headers.protocolVersion }),
    ...(headers.method === undefined ? {} : { mcpMethodHeader: headers.method }),
    ...(headers.name === undefined ? {} : { mcpNameHeader: headers.name }),
  });
  const id = readId(message);
  if (route.kind === 'reject') return refuse(id, route.code, route.message, route.data);
  if (route.kind === 'legacy') {
    if (route.reason !== 'initialize' && route.reason !== 'no-claim') return undefined;
    if (route.reason === 'no-claim' && !isKnownVersion(headers.protocolVersion)) return unknownVersion(id);
    return { era: 'legacy', reply: await engine.ask('legacy', message as JSONRPCRequest) };
  }
  if (route.messageKind === 'notification') return undefined;
  const requested = route.classification.revision ?? 'unknown';
  if (requested !== mcpModernVersion) {
    const refusal = new UnsupportedProtocolVersionError({ supported: [mcpModernVersion], requested });
    return refuse(id, refusal.code, refusal.message, refusal.data);
  }
  const problem = findHeaderProblem(route.message, headers);
  if (problem) return refuse(id, headerMismatch, problem);
  return { era: 'modern', reply: await engine.ask('modern', route.message) };
}

/** One element of an array: of 2025 always, and never the handshake (2025-03-26 forbids it in an array). */
export async function answerElement(
  engine: Engine,
  element: unknown,
  headers: StandardHeaders,
): Promise<Reply | undefined> {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) {
    return errorReply(
      null,
      ProtocolErrorCode.InvalidRequest,
      'Each element of an array is a JSON-RPC message.',
    );
  }
  const { method, params } = element as { method?: unknown; params?: { _meta?: object } | null };
  const meta = params?._meta;
  const alone =
    method === 'initialize' ||
    (typeof meta === 'object' && meta !== null && 'io.modelcontextprotocol/protocolVersion' in meta);
  if (alone) {
    const reason =
      'An initialize request and a request of 2026-07-28 or later stand by themselves, not in an array.';
    return errorReply(readId(element), ProtocolErrorCode.InvalidRequest, reason);
  }
  return (await answerMessage(engine, element, headers))?.reply;
}

/** An answer to a message that no method has seen. */
export function refuse(id: ErrorReply['id'], code: number, message: string, data?: unknown): Answer {
  return { era: null, reply: errorReply(id, code, message, data) };
}

function errorReply(id: ErrorReply['id'], code: number, message: string, data?: unknown): ErrorReply {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

/** The id to answer under: `null` unless the message carries one that JSON-RPC and MCP allow. */
export function readId(message: unknown): ErrorReply['id'] {
  if (typeof message !== 'object' || message === null || !('id' in message)) return null;
  const { id } = message;
  return typeof id === 'string' || Number.isSafeInteger(id) || isExactId(id)
    ? (id as ErrorReply['id'])
    : null;
}

/** Absent counts as 2025-03-26, the last revision without the header. */
function isKnownVersion(header: string | undefined): boolean {
  return header === undefined || mcpLegacyVersions.some((version) => version === header.trim());
}

function unknownVersion(id: ErrorReply['id']): Answer {
  const data = { supported: [mcpModernVersion, ...mcpLegacyVersions] };
  return refuse(
    id,
    ProtocolErrorCode.InvalidRequest,
    'The header MCP-Protocol-Version names no known version.',
    data,
  );
}

import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Reply } from './message.ts';

/**
 * The implementation-defined server error by which the contract reports an exhausted budget. Revision 2026-07-28
 * would have new servers leave -32000 to -32019 alone; our contract fixes this one, and we use no other of them.
 */
export const rateLimited = -32000;

/**
 * The HTTP status that mirrors a JSON-RPC answer. A tool that could not do what was asked is an answer like
 * any other (200, `isError` inside); every other refusal has a status of its own class.
 */
export function statusOf(reply: Reply): number {
  if (!('error' in reply)) return 200;
  if (reply.error.code === ProtocolErrorCode.MethodNotFound) return 404;
  if (reply.error.code === ProtocolErrorCode.InternalError) return 500;
  if (reply.error.code === rateLimited) return 429;
  return 400;
}

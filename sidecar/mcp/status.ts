import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Answer } from './message.ts';

export const eventStream = 'text/event-stream';

/** JSON-RPC code of an exhausted budget, fixed by the contract, though 2026-07-28 advises against -32000 to -32019. */
export const rateLimited = -32000;

/**
 * The HTTP status of the answer to a message that came alone.
 *
 * | answer | handshake era, Streamable HTTP | handshake era, plain JSON | 2026-07-28 |
 * | --- | --- | --- | --- |
 * | a result, also one with `isError` | 200 | 200 | 200 |
 * | a method's error: there is no such method | 200 | 404 | 404 |
 * | a method's error: any other | 200 | 400 | 400 |
 * | refused before a method had it | 400 | 400 | 400 |
 * | the budget is spent | 429 | 429 | 429 |
 * | an internal error | 500 | 500 | 500 |
 *
 * The contract has the status mirror the JSON-RPC code. Clients that speak the Streamable HTTP of the handshake era
 * end the session on any status but 200, so they get a method's error as their protocol has it.
 */
export function statusOf({ reply, era }: Answer, streamable: boolean): number {
  if (!('error' in reply)) return 200;
  const { code } = reply.error;
  if (code === ProtocolErrorCode.InternalError) return 500;
  if (code === rateLimited) return 429;
  if (era === 'legacy' && streamable) return 200;
  return code === ProtocolErrorCode.MethodNotFound ? 404 : 400;
}

/**
 * Whether a client speaks Streamable HTTP, which requires it to list event streams in Accept.
 * @param accepted the media types of Accept, without those of weight 0
 */
export function speaksStreamableHttp(accepted: readonly string[]): boolean {
  return accepted.some((type) => type.toLowerCase() === eventStream);
}

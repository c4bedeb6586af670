import type { JSONRPCRequest } from '@modelcontextprotocol/server';

/** The request headers that 2026-07-28 gives a meaning to, as they came. */
export interface StandardHeaders {
  readonly protocolVersion: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

/** `HeaderMismatch` of revision 2026-07-28. */
export const headerMismatch = -32020;

/** Which parameter the `Mcp-Name` header repeats. */
const named: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * Problem of the headers of a request of 2026-07-28, as a sentence; `undefined` for none. The SDK has compared the given
 * headers with the body; the rest of the rule (SEP-2243) is that each must be there, and that `Mcp-Name` repeats the name
 * or URI in the parameters.
 */
export function findHeaderProblem(request: JSONRPCRequest, headers: StandardHeaders): string | undefined {
  if (headers.protocolVersion === undefined) return 'The header MCP-Protocol-Version is missing.';
  if (headers.method === undefined)
    return `The header Mcp-Method is missing; it should be "${request.method}".`;
  const field = Object.hasOwn(named, request.method) ? named[request.method] : undefined;
  const expected = field === undefined ? undefined : request.params?.[field];
  if (typeof expected !== 'string') return undefined;
  if (headers.name === undefined) return `The header Mcp-Name is missing; it repeats params.${field}.`;
  const given = decodeHeaderValue(headers.name.replace(/^[\t ]+|[\t ]+$/g, ''));
  if (given === undefined) return 'The header Mcp-Name is not valid Base64 between =?base64? and ?=.';
  return given === expected ? undefined : `The header Mcp-Name differs from params.${field}.`;
}

/** A value that headers cannot carry comes as `=?base64?…?=`, UTF-8 inside. `undefined` when that is broken. */
function decodeHeaderValue(value: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined;
  }
}

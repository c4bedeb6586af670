import { asList, asObject, asText, type JsonObject, readJson } from '../documents/json-value.ts';
import type { Answer } from '../http/answer.ts';
import type { Found, Visit } from './visit.ts';

/** The MCP server of a site: where it is, and what says so. */
export interface McpServer {
  readonly url: string;
  readonly card: { readonly found: Found; readonly value: JsonObject } | null;
}

const cards = ['/.well-known/mcp/server-card.json', '/.well-known/mcp.json'];

/** The server that a card names, or the one of `--mcp`. No address is guessed. */
function findMcpServer(visit: Visit): Promise<McpServer | null> {
  return visit.once('mcp', async () => {
    const card = await findCard(visit);
    const named = card ? endpointOf(card.value) : '';
    const url = visit.options.mcp ?? (named ? visit.local(named, card?.found.url) : null);
    return url ? { url, card } : null;
  });
}

/** The first card that is there. */
export function findCard(visit: Visit): Promise<McpServer['card']> {
  return visit.once('mcp card', async () => {
    for (const path of cards) {
      const document = await visit.json(path);
      if (document) return { found: document.found, value: asObject(document.value) };
    }
    return null;
  });
}

/** Cards of different drafts name the address in different places. */
export function endpointOf(card: JsonObject): string {
  const places = [
    card.endpoint,
    card.serverUrl,
    card.url,
    asObject(card.transport).endpoint,
    asObject(card.transport).url,
  ];
  const remote = asObject(asList(card.remotes)[0]).url;
  return [remote, ...places].map(asText).find((address) => address !== '') ?? '';
}

export interface McpReply {
  readonly answer: Answer;
  /** The JSON-RPC message; empty when the response has none. */
  readonly message: JsonObject;
  readonly result: JsonObject;
  /** Code of the error; null when there is none. */
  readonly error: number | null;
}

const accept = 'application/json, text/event-stream';
const handshakeVersion = '2025-11-25';
export const modernVersion = '2026-07-28';

/** A message as clients of the handshake revisions send it. */
export function sendMessage(
  visit: Visit,
  url: string,
  message: object | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<McpReply> {
  const body = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message });
  return post(visit, url, body, { Accept: accept, ...headers });
}

/** A message of the revision 2026-07-28, which says everything by itself. */
export function sendModern(
  visit: Visit,
  url: string,
  { id = 1, method, params = {} }: { id?: number; method: string; params?: object },
  headers: Readonly<Record<string, string>> = {},
): Promise<McpReply> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modernVersion,
    'io.modelcontextprotocol/clientInfo': { name: 'agentsite-doctor', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } });
  return post(visit, url, body, {
    Accept: accept,
    'MCP-Protocol-Version': modernVersion,
    'Mcp-Method': method,
    ...headers,
  });
}

async function post(
  visit: Visit,
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<McpReply> {
  const answer = await visit.ask(url, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
    follow: false,
  });
  const message = asObject(readJson(bodyOf(answer)));
  const { error } = message;
  const code = asObject(error).code;
  return { answer, message, result: asObject(message.result), error: typeof code === 'number' ? code : null };
}

/** The JSON of an answer, also when it comes as one event of a stream. */
function bodyOf(answer: Answer): string {
  if (!/^text\/event-stream/i.test(answer.headers['content-type'] ?? '')) return answer.text;
  const events = answer.text.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).trimStart())
      .join('\n'),
  );
  return events.find((data) => /"(?:result|error)"/.test(data)) ?? '';
}

export interface Session {
  readonly server: McpServer;
  readonly opened: McpReply;
  /** Headers of what follows in the session. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Begins a session with the handshake, once. */
export function openSession(visit: Visit): Promise<Session | null> {
  return visit.once('mcp session', async () => {
    const server = await findMcpServer(visit);
    if (!server) return null;
    const params = {
      protocolVersion: handshakeVersion,
      capabilities: {},
      clientInfo: { name: 'agentsite-doctor', version: '1.0.0' },
    };
    const opened = await sendMessage(visit, server.url, { id: 1, method: 'initialize', params });
    const session = opened.answer.headers['mcp-session-id'];
    const headers = {
      'MCP-Protocol-Version': asText(opened.result.protocolVersion) || handshakeVersion,
      ...(session ? { 'Mcp-Session-Id': session } : {}),
    };
    if (opened.error === null)
      await sendMessage(visit, server.url, { method: 'notifications/initialized' }, headers);
    return { server, opened, headers };
  });
}

/** The tools that the server lists, on its first page. */
export function listTools(visit: Visit): Promise<readonly JsonObject[] | null> {
  return visit.once('mcp tools', async () => {
    const session = await openSession(visit);
    if (!session || session.opened.result.capabilities === undefined) return null;
    if (asObject(session.opened.result.capabilities).tools === undefined) return null;
    const { result } = await sendMessage(
      visit,
      session.server.url,
      { id: 2, method: 'tools/list' },
      session.headers,
    );
    return Array.isArray(result.tools) ? asList(result.tools).map(asObject) : null;
  });
}

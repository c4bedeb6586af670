import { isDeepStrictEqual } from 'node:util';
import { asList, asObject, asText } from '../documents/json-value.ts';
import { describeStatus, wasSkipped } from '../http/answer.ts';
import {
  endpointOf,
  findCard,
  listTools,
  type McpReply,
  modernVersion,
  openSession,
  type Session,
  sendMessage,
  sendModern,
} from '../visit/mcp-session.ts';
import type { Visit } from '../visit/visit.ts';
import { type Check, checksOf, type Fault, faultIf } from './check.ts';

/** The MCP server that the card names. Tools are listed; none is called but one that does not exist. */

const card: readonly Check[] = checksOf('mcp', 'An MCP card', findCard, [
  {
    id: 'mcp-card-shape',
    severity: 'error',
    title: 'The card has name, version and description, and names the address of the server',
    source: 'SEP-2127; isitagentready mcpServerCard',
    fix: '{"name":"org.example/notes","version":"1.0.0","description":"…","remotes":[{"type":"streamable-http","url":"https://example.org/mcp"}]}',
    wrong: ({ found, value }) => {
      const info = asObject(value.serverInfo);
      const lost = [
        asText(value.name) || asText(info.name) ? null : 'name',
        asText(value.version) || asText(info.version) ? null : 'version',
        asText(value.description) || asText(info.description) ? null : 'description',
        URL.canParse(endpointOf(value), found.url) && endpointOf(value) !== '' ? null : 'address',
      ].filter((name) => name !== null);
      return lost.length > 0 && `no ${lost.join(', no ')}`;
    },
  },
  {
    id: 'mcp-card-description',
    severity: 'note',
    title: 'The description of the card has at most 100 characters',
    source: 'SEP-2127',
    fix: 'Shorten it.',
    wrong: ({ value }) =>
      asText(value.description).length > 100 && `${asText(value.description).length} characters`,
  },
]);

const isOpen = (reply: McpReply) =>
  reply.answer.status === 200 && asText(reply.result.protocolVersion) !== '';

const handshake: readonly Check[] = checksOf('mcp', 'An MCP server', openSession, [
  {
    id: 'mcp-initialize',
    severity: 'error',
    title: 'Clients of the handshake revisions can connect',
    source: 'MCP 2025-11-25, lifecycle',
    fix: 'Answer initialize with protocolVersion, capabilities and serverInfo.',
    wrong: ({ opened }) => {
      const { result, answer } = opened;
      const isRight =
        isOpen(opened) &&
        result.capabilities !== undefined &&
        asText(asObject(result.serverInfo).name) !== '';
      return !wasSkipped(answer) && !isRight && `${describeStatus(answer)}: ${answer.text.slice(0, 100)}`;
    },
  },
]);

const opened = async (visit: Visit): Promise<Session | null> => {
  const session = await openSession(visit);
  return session && isOpen(session.opened) ? session : null;
};

const session: readonly Check[] = checksOf('mcp', 'An MCP server', opened, [
  {
    id: 'mcp-version',
    severity: 'error',
    title: 'A client with an unknown revision is offered a known one',
    source: 'MCP 2025-11-25, version negotiation',
    fix: 'Answer initialize with your newest revision when you do not know the one that is asked for.',
    wrong: async ({ server }, visit) => {
      const params = {
        protocolVersion: '1999-01-01',
        capabilities: {},
        clientInfo: { name: 'agentsite-doctor', version: '1.0.0' },
      };
      const { result, answer } = await sendMessage(visit, server.url, {
        id: 3,
        method: 'initialize',
        params,
      });
      const offered = asText(result.protocolVersion);
      return (
        !wasSkipped(answer) &&
        (offered === '' || offered === '1999-01-01') &&
        `${describeStatus(answer)}, ${offered || 'no revision'} for 1999-01-01`
      );
    },
  },
  {
    id: 'mcp-notification',
    severity: 'warning',
    title: 'A notification is answered 202 without a body',
    source: 'MCP 2025-11-25, Streamable HTTP',
    fix: 'Answer a message without an id with 202 and nothing more.',
    wrong: async ({ server, headers }, visit) => {
      const { answer } = await sendMessage(
        visit,
        server.url,
        { method: 'notifications/initialized' },
        headers,
      );
      return (
        !wasSkipped(answer) &&
        (answer.status !== 202 || answer.bytes > 0) &&
        `${describeStatus(answer)}, ${answer.bytes} bytes`
      );
    },
  },
  {
    id: 'mcp-unknown-method',
    severity: 'error',
    title: 'An unknown method is answered with the error -32601',
    source: 'JSON-RPC 2.0, 5.1',
    fix: '{"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"Method not found"}}',
    wrong: async ({ server, headers }, visit) => {
      const { error, answer } = await sendMessage(
        visit,
        server.url,
        { id: 4, method: 'agentsite/doctor' },
        headers,
      );
      return (
        !wasSkipped(answer) && error !== -32601 && `${describeStatus(answer)}, error ${error ?? 'missing'}`
      );
    },
  },
  {
    id: 'mcp-error-status',
    severity: 'warning',
    title: 'An error of a method does not end the session of a handshake client',
    source: 'MCP SDKs take a 4xx for the end of the connection',
    fix: 'Answer with 200 and the JSON-RPC error when Accept lists text/event-stream.',
    wrong: async ({ server, headers }, visit) => {
      const { answer } = await sendMessage(visit, server.url, { id: 4, method: 'agentsite/doctor' }, headers);
      return answer.status >= 400 && `status ${answer.status} for an unknown method`;
    },
  },
  {
    id: 'mcp-unknown-tool',
    severity: 'error',
    title: 'A tool that does not exist is refused in the protocol, not with an error of the server',
    source: 'MCP 2025-11-25, tools: error handling',
    fix: 'Answer with the error -32602, or with a result that has isError.',
    wrong: async ({ server, headers }, visit) => {
      if ((await listTools(visit)) === null) return false;
      const call = {
        id: 5,
        method: 'tools/call',
        params: { name: 'agentsite_doctor_no_such_tool', arguments: {} },
      };
      const { error, result, answer } = await sendMessage(visit, server.url, call, headers);
      const isRight = error === -32602 || error === -32601 || result.isError === true;
      return !wasSkipped(answer) && !isRight && `${describeStatus(answer)}: ${answer.text.slice(0, 80)}`;
    },
  },
  {
    id: 'mcp-broken-json',
    severity: 'error',
    title: 'A body that is not JSON is refused with 400',
    source: 'JSON-RPC 2.0, 5.1; MCP Streamable HTTP',
    fix: 'Status 400 with the error -32700 (or a JSON error object), not 500.',
    wrong: async ({ server, headers }, visit) => {
      const { answer } = await sendMessage(visit, server.url, '{"jsonrpc":', headers);
      return !wasSkipped(answer) && answer.status !== 400 && describeStatus(answer);
    },
  },
  {
    id: 'mcp-get',
    severity: 'error',
    title: 'GET is answered with 405, or with a stream of events',
    source: 'MCP 2025-11-25, Streamable HTTP',
    fix: 'Status 405 with Allow: POST; other statuses make some clients try again and again.',
    wrong: async ({ server }, visit) => {
      const answer = await visit.ask(server.url, { headers: { Accept: 'text/event-stream' } });
      const isStream =
        answer.status === 200 && /^text\/event-stream/.test(answer.headers['content-type'] ?? '');
      const isOpenStream = answer.failure?.kind === 'timeout';
      return (
        !wasSkipped(answer) && answer.status !== 405 && !isStream && !isOpenStream && describeStatus(answer)
      );
    },
  },
  {
    id: 'mcp-plain-accept',
    severity: 'warning',
    title: 'Clients that accept only JSON are answered',
    source: 'plain HTTP clients; issue of the TypeScript SDK on 406',
    fix: 'Answer with JSON when Accept does not list text/event-stream.',
    wrong: async ({ server, headers }, visit) => {
      const { answer } = await sendMessage(
        visit,
        server.url,
        { id: 6, method: 'ping' },
        { ...headers, Accept: 'application/json' },
      );
      return answer.status === 406 && '406 for Accept: application/json';
    },
  },
  {
    id: 'mcp-host',
    severity: 'warning',
    title: 'A request for another host is refused',
    source: 'MCP security best practices: DNS rebinding',
    fix: 'Compare the Host header with the names of the site; answer others with 403 or 421.',
    wrong: async ({ server, headers }, visit) => {
      const { answer, result } = await sendMessage(
        visit,
        server.url,
        { id: 7, method: 'ping' },
        { ...headers, Host: 'agentsite-doctor.invalid' },
      );
      const isServed =
        answer.status === 200 && JSON.stringify(result) === '{}' && answer.text.includes('jsonrpc');
      return isServed && '200 for Host: agentsite-doctor.invalid';
    },
  },
  {
    id: 'mcp-origin',
    severity: 'warning',
    title: 'A server with tools that change something refuses pages of other sites',
    source: 'MCP 2025-11-25, Streamable HTTP: security warning',
    fix: 'Compare the Origin header with the sites that may call; answer others with 403. Mark tools that only read with readOnlyHint.',
    wrong: async ({ server, headers }, visit) => {
      const tools = (await listTools(visit)) ?? [];
      if (!tools.some((tool) => asObject(tool.annotations).readOnlyHint === false)) return false;
      const { answer } = await sendMessage(
        visit,
        server.url,
        { id: 8, method: 'ping' },
        { ...headers, Origin: 'https://agentsite-doctor.invalid' },
      );
      return (
        answer.status === 200 &&
        '200 for Origin: https://agentsite-doctor.invalid, and a tool says that it does not only read'
      );
    },
  },
  {
    id: 'mcp-lists',
    severity: 'error',
    title: 'What the capabilities name can be listed',
    source: 'MCP 2025-11-25, capability negotiation',
    fix: 'Answer tools/list, resources/list and prompts/list, or leave the capability out.',
    find: async ({ server, headers, opened: { result } }, visit) => {
      const faults: Fault[] = [];
      for (const name of ['tools', 'resources', 'prompts']) {
        if (asObject(result.capabilities)[name] === undefined) continue;
        const { result: listed, answer } = await sendMessage(
          visit,
          server.url,
          { id: 2, method: `${name}/list` },
          headers,
        );
        if (!wasSkipped(answer) && !Array.isArray(listed[name]))
          faults.push([server.url, `${name}/list: ${describeStatus(answer)} ${answer.text.slice(0, 80)}`]);
      }
      return faults;
    },
  },
]);

const tools: readonly Check[] = checksOf('mcp', 'Tools of the MCP server', listTools, [
  {
    id: 'mcp-tools',
    severity: 'error',
    title: 'Each tool has a valid name, a description and an input schema of an object',
    source: 'MCP 2025-11-25, tools',
    fix: '{"name":"search","description":"…","inputSchema":{"type":"object","properties":{…}}}',
    find: async (list, visit) => {
      const url = (await openSession(visit))?.server.url ?? '';
      return list.flatMap((tool) => {
        const isRight =
          /^[\w.-]{1,64}$/.test(asText(tool.name)) &&
          asText(tool.description) !== '' &&
          asObject(tool.inputSchema).type === 'object';
        return faultIf(!isRight, url, `the tool ${asText(tool.name) || 'without a name'}`);
      });
    },
  },
  {
    id: 'mcp-annotations',
    severity: 'note',
    title: 'Each tool says whether it only reads',
    source: 'MCP 2025-11-25, ToolAnnotations: the defaults are the worst case',
    fix: '"annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false}',
    find: async (list, visit) => {
      const url = (await openSession(visit))?.server.url ?? '';
      const silent = list.filter(({ annotations }) => asObject(annotations).readOnlyHint === undefined);
      return faultIf(silent.length > 0, url, silent.map(({ name }) => asText(name)).join(', '));
    },
  },
  {
    id: 'mcp-card-tools',
    severity: 'error',
    title: 'The tools of the card are those of the server',
    source: 'is-agentic.com',
    fix: 'Make both from one list, or leave the tools out of the card.',
    find: async (list, visit) => {
      const found = await findCard(visit);
      const listed = found?.value.tools;
      if (!found || !Array.isArray(listed)) return [];
      const names = asList(listed).map((tool) => asText(asObject(tool).name));
      const isSame = isDeepStrictEqual(
        names,
        list.map(({ name }) => asText(name)),
      );
      return faultIf(
        !isSame,
        found.found.url,
        `the card has ${names.join(', ')}; the server ${list.map(({ name }) => asText(name)).join(', ')}`,
      );
    },
  },
]);

/** The server in the revision that needs no handshake; null where it does not speak it. */
const modern = async (visit: Visit) => {
  const found = await openSession(visit);
  if (!found) return null;
  const reply = await sendModern(visit, found.server.url, { method: 'server/discover' });
  const isSpoken = asList(reply.result.supportedVersions).includes(modernVersion);
  return isSpoken ? { url: found.server.url, reply } : null;
};

const stateless: readonly Check[] = checksOf('mcp', `MCP ${modernVersion}`, modern, [
  {
    id: 'mcp-modern-results',
    severity: 'error',
    title: 'Results say that they are complete, and for how long they hold',
    source: `MCP ${modernVersion}: resultType, ttlMs, cacheScope`,
    fix: '{"resultType":"complete","ttlMs":300000,"cacheScope":"public",…}',
    wrong: async ({ url, reply }, visit) => {
      const list = await sendModern(visit, url, { id: 2, method: 'tools/list' });
      const results = [reply, ...(list.error === null ? [list] : [])].filter(
        ({ answer }) => answer.status === 200,
      );
      const wrong = results.find(
        ({ result }) =>
          result.resultType !== 'complete' ||
          typeof result.ttlMs !== 'number' ||
          !['public', 'private'].includes(asText(result.cacheScope)),
      );
      return (
        wrong !== undefined &&
        `resultType ${asText(wrong?.result.resultType) || 'missing'}, ttlMs ${String(wrong?.result.ttlMs)}, cacheScope ${asText(wrong?.result.cacheScope) || 'missing'}`
      );
    },
  },
  {
    id: 'mcp-modern-header',
    severity: 'error',
    title: 'A header that contradicts the message is refused with -32020',
    source: `MCP ${modernVersion}, Streamable HTTP headers`,
    fix: 'Compare Mcp-Method with the method of the message; answer 400 with the error -32020.',
    wrong: async ({ url }, visit) => {
      const { answer, error } = await sendModern(
        visit,
        url,
        { id: 3, method: 'tools/list' },
        { 'Mcp-Method': 'prompts/list' },
      );
      return (
        !wasSkipped(answer) &&
        (answer.status !== 400 || error !== -32020) &&
        `${describeStatus(answer)}, error ${error ?? 'missing'}`
      );
    },
  },
  {
    id: 'mcp-modern-method',
    severity: 'warning',
    title: 'An unknown method is answered with 404 and -32601',
    source: `MCP ${modernVersion}, Streamable HTTP`,
    fix: 'Status 404 with the error -32601.',
    wrong: async ({ url }, visit) => {
      const { answer, error } = await sendModern(visit, url, { id: 4, method: 'agentsite/doctor' });
      return (
        !wasSkipped(answer) &&
        (answer.status !== 404 || error !== -32601) &&
        `${describeStatus(answer)}, error ${error ?? 'missing'}`
      );
    },
  },
]);

export const mcpChecks: readonly Check[] = [...card, ...handshake, ...session, ...tools, ...stateless];

import { hash } from 'node:crypto';
import { asList, asObject, asText } from '../../documents/json-value.ts';
import { describeStatus, wasSkipped } from '../../http/answer.ts';
import { listTools, type McpReply, openSession, type Session, sendMessage } from '../../visit/mcp-session.ts';
import type { Visit } from '../../visit/visit.ts';
import { type Check, checksOf, type Problem } from '../check.ts';
import { mcpStatelessChecks } from './mcp-stateless.ts';
import { mcpCardChecks, mcpToolChecks } from './mcp-tools.ts';

/** The MCP server that the card names. Tools are listed; none is called but one that does not exist. */

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

/** The name of the extension for skills (SEP-2640). */
const skillsExtension = 'io.modelcontextprotocol/skills';

/** The server in a session, where it offers skills. */
const offersSkills = async (visit: Visit): Promise<Session | null> => {
  const found = await opened(visit);
  const { extensions } = asObject(found?.opened.result.capabilities);
  return asObject(extensions)[skillsExtension] === undefined ? null : found;
};

const skills: readonly Check[] = checksOf('mcp', 'Skills of the MCP server', offersSkills, [
  {
    id: 'mcp-skills',
    severity: 'error',
    title: 'Skills of the MCP server can be listed and read, and have the digest that the list says',
    source: 'SEP-2640, skills over MCP',
    fix: 'Answer skills/list with uri, frontmatter and resources of each skill, and resources/read with the bytes of the digest.',
    find: async ({ server, headers }, visit) => {
      const ask = async (method: string, params = {}) =>
        (await sendMessage(visit, server.url, { id: 20, method, params }, headers)).result;
      const { skills: list } = await ask('skills/list');
      if (!Array.isArray(list)) return [[server.url, 'skills/list lists no skills']];
      const files = asList(list).flatMap((skill) => asList(asObject(skill).resources).map(asObject));
      const problems: Problem[] = [];
      for (const { uri, digest } of visit.choose('files of skills over MCP', files, 6)) {
        const { contents } = await ask('resources/read', { uri });
        const { text, blob } = asObject(asList(contents)[0]);
        const bytes = typeof blob === 'string' ? Buffer.from(blob, 'base64') : asText(text);
        const isRight = asText(digest) === `sha256:${hash('sha256', bytes)}`;
        if (!isRight)
          problems.push([server.url, `${asText(uri)} is not what ${asText(digest) || 'its digest'} says`]);
      }
      return problems;
    },
  },
]);

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
      const problems: Problem[] = [];
      for (const name of ['tools', 'resources', 'prompts']) {
        if (asObject(result.capabilities)[name] === undefined) continue;
        const { result: listed, answer } = await sendMessage(
          visit,
          server.url,
          { id: 2, method: `${name}/list` },
          headers,
        );
        if (!wasSkipped(answer) && !Array.isArray(listed[name]))
          problems.push([server.url, `${name}/list: ${describeStatus(answer)} ${answer.text.slice(0, 80)}`]);
      }
      return problems;
    },
  },
]);

export const mcpChecks: readonly Check[] = [
  ...mcpCardChecks,
  ...handshake,
  ...session,
  ...mcpToolChecks,
  ...skills,
  ...mcpStatelessChecks,
];

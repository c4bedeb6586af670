import { asList, asText } from '../../documents/json-value.ts';
import { describeStatus, wasSkipped } from '../../http/answer.ts';
import { modernVersion, openSession, sendModern } from '../../visit/mcp-session.ts';
import type { Visit } from '../../visit/visit.ts';
import { type Check, checksOf } from '../check.ts';

/** The MCP server as clients of the revision without sessions meet it. */

/** The server in the revision that needs no handshake; null where it does not speak it. */
const modern = async (visit: Visit) => {
  const found = await openSession(visit);
  if (!found) return null;
  const reply = await sendModern(visit, found.server.url, { method: 'server/discover' });
  const isSpoken = asList(reply.result.supportedVersions).includes(modernVersion);
  return isSpoken ? { url: found.server.url, reply } : null;
};

export const mcpStatelessChecks: readonly Check[] = checksOf('mcp', `MCP ${modernVersion}`, modern, [
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

import { isDeepStrictEqual } from 'node:util';
import { asList, asObject, asText } from '../../documents/json-value.ts';
import { endpointOf, findCard, listTools, openSession } from '../../visit/mcp-session.ts';
import { type Check, checksOf, problemIf } from '../check.ts';

/** The card of the MCP server, and what it says of its tools. */

export const mcpCardChecks: readonly Check[] = checksOf('mcp', 'An MCP card', findCard, [
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

export const mcpToolChecks: readonly Check[] = checksOf('mcp', 'Tools of the MCP server', listTools, [
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
        return problemIf(!isRight, url, `the tool ${asText(tool.name) || 'without a name'}`);
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
      return problemIf(silent.length > 0, url, silent.map(({ name }) => asText(name)).join(', '));
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
      return problemIf(
        !isSame,
        found.found.url,
        `the card has ${names.join(', ')}; the server ${list.map(({ name }) => asText(name)).join(', ')}`,
      );
    },
  },
]);

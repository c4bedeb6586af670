/** WebMCP, as far as it is used here: tools that a page offers to agents in the browser. */
export interface ModelContext {
  registerTool(tool: {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: object;
    readonly annotations: { readonly readOnlyHint: boolean };
    readonly execute: (input: object) => Promise<unknown>;
  }): unknown;
}

interface ServerCard {
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: object;
  }[];
}

/** Names of the offered tools, and the tools of the MCP server that answer. All of them only read. */
const offered = { search: 'search', get_page: 'get_content' } as const;

/** Offers tools as the MCP server describes them on its card. A server on another host is left to agents that ask for it. */
export async function offerTools(context: ModelContext): Promise<void> {
  const card = document.querySelector<HTMLLinkElement>('link[type="application/mcp-server-card+json"]');
  if (!card || new URL(card.href).origin !== location.origin) return;
  const { tools }: ServerCard = await (await fetch(card.href)).json();
  const endpoint = card.href.replace(/\/server-card$/, '');
  for (const [name, source] of Object.entries(offered)) {
    const tool = tools.find((one) => one.name === source);
    if (!tool) continue;
    const { description, inputSchema } = tool;
    context.registerTool({
      name,
      description,
      inputSchema,
      annotations: { readOnlyHint: true },
      execute: (input) => callTool(endpoint, source, input),
    });
  }
}

async function callTool(endpoint: string, name: string, input: object): Promise<unknown> {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const { result, error } = await (
    await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(call) })
  ).json();
  if (error) throw new Error(error.message);
  return { content: result.content, isError: result.isError ?? false };
}

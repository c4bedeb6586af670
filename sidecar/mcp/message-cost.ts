import { mcpSearchCost } from '../../src/core/mcp/tools.ts';

/** Max elements of an array; a longer one is refused and costs as much. */
export const maxElements = 20;

const isSearch = (tool: unknown) => tool === 'search' || tool === 'quote';

/** Points of the budget that one message costs. */
function costOfMessage(message: unknown): number {
  if (typeof message !== 'object' || message === null) return 1;
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } | null };
  return method === 'tools/call' && isSearch(params?.name) ? mcpSearchCost : 1;
}

/** Points that a body costs: those of its messages; anything else costs as much as one message. */
export function costOfBody(body: unknown): number {
  if (!Array.isArray(body)) return costOfMessage(body);
  const total = body.slice(0, maxElements).reduce((sum: number, message) => sum + costOfMessage(message), 0);
  return Math.max(1, total);
}

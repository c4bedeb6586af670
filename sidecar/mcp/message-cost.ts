import { mcpSearchCost } from '../../src/core/mcp/tools.ts';

/** Elements of an array that are answered; a longer one is refused and costs as much as this many. */
export const mostElements = 20;

/** Points of the budget that one message costs. */
function costOfMessage(message: unknown): number {
  if (typeof message !== 'object' || message === null) return 1;
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } | null };
  return method === 'tools/call' && params?.name === 'search' ? mcpSearchCost : 1;
}

/** Points that a body costs: those of its messages. What is not a message costs as much as one. */
export function costOfBody(body: unknown): number {
  if (!Array.isArray(body)) return costOfMessage(body);
  const costs = body.slice(0, mostElements).map(costOfMessage);
  return Math.max(
    1,
    costs.reduce((sum, cost) => sum + cost, 0),
  );
}

import type { ElementContent, Root } from 'hast';

/** Limit for recursive functions; no human author comes near it. */
const maxDepth = 200;

/** The HTML parser takes quadratic time in the depth. */
const maxParsedDepth = 2_000;
/** Void elements, and elements that end implicitly. */
const unnested =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|d[dt]|opt\w+|t(?:body|d|foot|h|head|r)|r[bpt]\w?|colgroup)$/i;

/**
 * Removes all tags of HTML that is nested thousands of levels deep; its words are kept.
 * @returns the same string if it is not that deep
 */
export function flattenDeepHtml(html: string): string {
  let depth = 0;
  for (const [, closing, name = ''] of html.matchAll(/<(\/?)([a-z][\w:-]*)/gi)) {
    if (unnested.test(name)) continue;
    depth = Math.max(0, depth + (closing ? -1 : 1));
    if (depth > maxParsedDepth) return html.replace(/<\/?[a-z][^<>]*>/gi, ' ');
  }
  return html;
}

/**
 * Replaces elements that are nested too deeply with their words.
 * @returns whether there were any
 */
export function limitDepth(tree: Root): boolean {
  let found = false;
  let level: { children: ElementContent[] }[] = [tree as { children: ElementContent[] }];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === maxDepth) {
      for (const node of level) {
        found ||= node.children.some(({ type }) => type === 'element');
        node.children = [{ type: 'text', value: wordsIn(node.children) }];
      }
      return found;
    }
    level = level.flatMap(({ children }) => children.filter((child) => child.type === 'element'));
  }
  return found;
}

function wordsIn(nodes: readonly ElementContent[]): string {
  const words: string[] = [];
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'text') words.push(node.value);
    else if (node.type === 'element') waiting.push(...node.children.toReversed());
  }
  return words.join(' ');
}

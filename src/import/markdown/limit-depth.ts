import type { ElementContent, Root } from 'hast';

/** No text that people wrote comes near; programs that walk through a tree need a bound. */
const maxDepth = 200;

/** The work of the HTML parser grows with the square of the depth, so it never sees more than this. */
const maxParsedDepth = 2_000;
/** Elements that end by themselves, or never begin: many of them in a row are not deep. */
const unnested =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|d[dt]|opt\w+|t(?:body|d|foot|h|head|r)|r[bpt]\w?|colgroup)$/i;

/**
 * Removes the tags of a text that nests elements thousands of levels deep; its words stay.
 * @returns the text itself where it is not that deep
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

/** Walks without calling itself, at any depth. */
function wordsIn(nodes: readonly ElementContent[]): string {
  const words: string[] = [];
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'text') words.push(node.value);
    else if (node.type === 'element') waiting.push(...node.children.toReversed());
  }
  return words.join(' ');
}

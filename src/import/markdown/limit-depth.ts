import type { ElementContent, Root } from 'hast';

/** No text that people wrote comes near; programs that walk through a tree need a bound. */
const deepest = 200;

/**
 * Elements that stand too deep in each other leave their words, and are no elements any more.
 * @returns whether there were any
 */
export function limitDepth(tree: Root): boolean {
  let found = false;
  let level: { children: ElementContent[] }[] = [tree as { children: ElementContent[] }];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === deepest) {
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

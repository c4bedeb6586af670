import type { Element, ElementContent } from 'hast';
import { isPhrasing } from './phrasing.ts';

/** Moves a link around blocks into their lines: Markdown has no block links. */
export function spreadLink(link: Element): ElementContent[] {
  const isPlain = link.children.every((child) => isPhrasing(child) || isNamed(child, 'figure'));
  return isPlain ? [link] : spread(link.children, link);
}

const isNamed = (node: ElementContent, name: string): boolean =>
  node.type === 'element' && node.tagName === name;

function spread(nodes: readonly ElementContent[], link: Element): ElementContent[] {
  return runsOf(nodes).flatMap((run): ElementContent[] => {
    const [first] = run;
    if (first?.type === 'element' && !isPhrasing(first))
      return [isNamed(first, 'pre') ? first : { ...first, children: spread(first.children, link) }];
    const isEmpty = run.every(
      (node) => node.type !== 'element' && !/\S/.test('value' in node ? node.value : ''),
    );
    return isEmpty ? run : [{ ...link, children: run }];
  });
}

/** Groups adjacent inline nodes; a block is a group of its own. */
function runsOf(nodes: readonly ElementContent[]): ElementContent[][] {
  const runs: ElementContent[][] = [];
  let open: ElementContent[] | null = null;
  for (const node of nodes) {
    if (!isPhrasing(node)) open = null;
    if (open) open.push(node);
    else runs.push([node]);
    if (isPhrasing(node)) open ??= runs.at(-1) ?? null;
  }
  return runs;
}

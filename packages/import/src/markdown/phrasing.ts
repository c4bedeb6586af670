import type { Element, ElementContent } from 'hast';

export const phrasing: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

export const isElement = (node: { readonly type: string }): node is Element => node.type === 'element';

/** Is a node inline, with all its descendants? */
export const isPhrasing = (node: ElementContent): boolean =>
  node.type === 'text' || (isElement(node) && phrasing.has(node.tagName) && node.children.every(isPhrasing));
/** Wraps runs of inline nodes in paragraphs. */
export function wrapRuns(nodes: readonly ElementContent[]): ElementContent[] {
  const out: ElementContent[] = [];
  let run: ElementContent[] = [];
  const flush = () => {
    if (run.some((node) => node.type === 'element' || (node.type === 'text' && node.value.trim() !== '')))
      out.push({ type: 'element', tagName: 'p', properties: {}, children: run });
    run = [];
  };
  for (const node of nodes) {
    if (isPhrasing(node)) run.push(node);
    else {
      flush();
      out.push(node);
    }
  }
  flush();
  return out;
}

/** Elements whose first child may be an empty anchor. */
const holders = new Set(
  'p li dt dd td th div section article blockquote center caption figcaption summary'.split(' '),
);

/** Adds an empty anchor for an ID that links refer to: Markdown has no syntax for it. */
export function markPlace(nodes: readonly ElementContent[], name: string): ElementContent[] {
  const anchor: Element = { type: 'element', tagName: 'a', properties: { id: name }, children: [] };
  const [first] = nodes;
  const holder = first?.type === 'element' ? holderIn(first) : null;
  if (holder === null) return [anchor, ...nodes];
  holder.children = [anchor, ...holder.children];
  return [...nodes];
}

function holderIn(node: Element): Element | null {
  const first = node.children.find((child) => child.type !== 'text' || child.value.trim() !== '');
  if (first?.type === 'element' && !isPhrasing(first)) return holderIn(first);
  return holders.has(node.tagName) ? node : null;
}

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

import type { Element, ElementContent } from 'hast';

/** Inline elements. */
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

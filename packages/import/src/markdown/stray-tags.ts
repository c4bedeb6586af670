import { HtmlElements } from 'agentsite/content';
import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';

/** An unbalanced tag, which a build would refuse. */
export interface StrayTag {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Start of its HTML node. */
  readonly node: number;
  /** Otherwise it is meant as words: `<your name>`. */
  readonly isOfHtml: boolean;
}

/** Elements that authors leave open, or close twice. */
const known: ReadonlySet<string> = new Set(
  (
    'a abbr article aside audio b bdi bdo big blockquote button caption center cite code dd del details dfn ' +
    'div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header i iframe ins kbd legend ' +
    'li main mark nav noscript ol p picture pre q rp rt ruby s samp section small span strike strong sub ' +
    'summary sup svg table tbody td tfoot th thead tr tt u ul video'
  ).split(' '),
);

/** Finds unclosed and unopened tags, which browsers ignore and a build refuses. */
export function findStrayTags(source: string, tree: Root): StrayTag[] {
  const found = new Map<number, StrayTag>();
  const elements = new HtmlElements();
  const written = /<\/?([a-z][\w-]*)(?![\w-])[^<>]*>/iy;
  visit(tree, 'html', ({ position }, _, parent) => {
    const from = position?.start.offset ?? 0;
    const piece = source.slice(from, position?.end.offset);
    const holder = `${parent?.type} ${parent?.position?.start.offset}`;
    elements.read(piece, holder, ({ at }) => add(from + at, from));
  });
  elements.finish();
  return [...found.values()];

  function add(from: number, node: number): void {
    written.lastIndex = from;
    const tag = written.exec(source);
    if (!tag || found.has(from)) return;
    const [text, name = ''] = tag;
    found.set(from, { from, to: from + text.length, node, text, isOfHtml: known.has(name.toLowerCase()) });
  }
}

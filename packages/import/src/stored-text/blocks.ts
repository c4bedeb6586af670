/**
 * Takes a stored text apart into blocks. WordPress marks them with comments:
 *
 * ```html
 * <!-- wp:heading {"level":3} --><h3>Soil</h3><!-- /wp:heading -->
 * <!-- wp:block {"ref":401} /-->
 * ```
 */
export interface Block {
  /** With its namespace: `core/heading`, `acme/price-list`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly content: readonly (string | Block)[];
}

const mark =
  /<!--\s+(\/)?wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)\s+(?:(\{(?:(?!\}\s+\/?-->|<!--)[\s\S])*\})\s+)?(\/)?-->/g;

/** No editor nests deeper; deeper blocks become siblings. */
const maxDepth = 200;

/** Does the content have blocks? One is enough: WordPress then adds no paragraphs. */
export function hasBlocks(text: string): boolean {
  return text.includes('<!-- wp:');
}

interface OpenBlock {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly content: (string | Block)[];
}

/** Parses top-level HTML and blocks. Unclosed blocks end with the content. */
export function parseBlocks(text: string): (string | Block)[] {
  const top: (string | Block)[] = [];
  const open: OpenBlock[] = [];
  const add = (part: string | Block) => {
    if (part !== '') (open.at(-1)?.content ?? top).push(part);
  };
  let from = 0;
  for (const found of text.matchAll(mark)) {
    add(text.slice(from, found.index));
    from = found.index + found[0].length;
    const [, closing, namespace = 'core/', name = '', json, empty] = found;
    const full = namespace + name;
    if (closing) closeUntil(full, open, add);
    else if (empty || open.length >= maxDepth)
      add({ name: full, attributes: readAttributes(json), content: [] });
    else open.push({ name: full, attributes: readAttributes(json), content: [] });
  }
  add(text.slice(from));
  for (let last = open.pop(); last; last = open.pop()) add(last);
  return top;
}

/** Closes the innermost open block of that name and everything inside; stray ends are ignored. */
function closeUntil(name: string, open: OpenBlock[], add: (part: Block) => void): void {
  if (!open.some((block) => block.name === name)) return;
  for (let last = open.pop(); last; last = open.pop()) {
    add(last);
    if (last.name === name) return;
  }
}

function readAttributes(json: string | undefined): Record<string, unknown> {
  if (json === undefined) return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A string attribute; empty if it is not a string. */
export function textAttribute(block: Block, name: string): string {
  const value = block.attributes[name];
  return typeof value === 'string' ? value : '';
}

export function htmlOf(block: Block): string {
  return block.content.map((part) => (typeof part === 'string' ? part : htmlOf(part))).join(' ');
}

/** HTML of a block without its inner blocks. */
export function ownHtml(block: Block): string {
  return block.content.filter((part) => typeof part === 'string').join('');
}

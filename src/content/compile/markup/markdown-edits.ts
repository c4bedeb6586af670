import type { Definition, Image, Link, Node } from 'mdast';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Of what a plugin changed, the position is in its data: the compiler keeps none of nodes that it did not make. */
export const positionOf = ({ position, data }: Readonly<Pick<Node, 'position' | 'data'>>): Node['position'] =>
  position ?? (data as { position?: Node['position'] } | undefined)?.position;

export function rangeOf(node: Readonly<Pick<Node, 'position' | 'data'>>): Range {
  const position = positionOf(node);
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}

export const destination = (address: string) => (/[()\s]/.test(address) ? `<${address}>` : address);

/**
 * Range of the address of an inline link or image in the source.
 * @returns 'none' for a bare or bracketed address, which is absolute already; null when it was not found.
 */
export function destinationRange(source: string, node: Readonly<Link | Image>): Range | 'none' | null {
  if (!node.position) return null;
  const { start, end } = rangeOf(node);
  const opening = source[start];
  if (opening !== '[' && opening !== '!') return 'none';
  for (let at = source.indexOf('](', start); at >= 0 && at < end; at = source.indexOf('](', at + 1)) {
    const range = readDestination(source, at + 2);
    if (unescapeDestination(source.slice(range.start, range.end)) === node.url) return range;
  }
  return null;
}

/** Range of the address of `[label]: address "title"` in the source. */
export function definitionRange(source: string, node: Readonly<Definition>): Range | null {
  const { start, end } = rangeOf(node);
  const colon = source.indexOf(']:', start);
  if (colon < 0 || colon > end) return null;
  const range = readDestination(source, colon + 2);
  return unescapeDestination(source.slice(range.start, range.end)) === node.url ? range : null;
}

/** A link destination of CommonMark that starts at or after `from`: `<in brackets>` or balanced parentheses. */
function readDestination(source: string, from: number): Range {
  let start = from;
  while (/\s/.test(source[start] ?? '')) start++;
  if (source[start] === '<') {
    const close = source.indexOf('>', start);
    return { start: start + 1, end: close < 0 ? source.length : close };
  }
  let depth = 0;
  let end = start;
  for (; end < source.length; end++) {
    const character = source[end] ?? '';
    if (character === '\\') end++;
    else if (character === '(') depth++;
    else if (/\s/.test(character) || (character === ')' && depth-- === 0)) break;
  }
  return { start, end };
}

function unescapeDestination(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
}

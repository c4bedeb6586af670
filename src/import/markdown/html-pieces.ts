/** Elements that hold others: between their tags a text is not cut. */
const containers = new Set(
  'p div section article aside header footer main nav figure blockquote ul ol dl table pre details form fieldset h1 h2 h3 h4 h5 h6 script style svg video audio iframe select'.split(
    ' ',
  ),
);
/** After these a text may be cut: two lists in a row would become one. */
const ends = new Set('p h1 h2 h3 h4 h5 h6 figure table pre blockquote'.split(' '));
const tag = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)\b(?:"[^"]*"|'[^']*'|[^>"'])*>/gi;

/**
 * Cuts a long text into pieces between its outermost elements, so that it needs no more memory than a short one.
 * A text whose tags do not match stays whole.
 * @param length characters that a piece has at least
 */
export function cutHtml(html: string, length: number): string[] {
  if (html.length <= length) return [html];
  const pieces: string[] = [];
  let depth = 0;
  let from = 0;
  for (const match of html.matchAll(tag)) {
    const name = match[2]?.toLowerCase() ?? '';
    if (!containers.has(name)) continue;
    depth += match[1] === '/' ? -1 : 1;
    if (depth < 0) return [html];
    const end = match.index + match[0].length;
    if (depth > 0 || !ends.has(name) || end - from < length) continue;
    pieces.push(html.slice(from, end));
    from = end;
  }
  return depth === 0 ? [...pieces, html.slice(from)] : [html];
}

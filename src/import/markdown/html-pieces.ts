/** Elements that are not cut. */
const containers = new Set(
  'p div section article aside header footer main nav figure blockquote ul ol dl table pre details form fieldset h1 h2 h3 h4 h5 h6 script style svg video audio iframe select'.split(
    ' ',
  ),
);
/** HTML may be cut after these; two adjacent lists would be joined. */
const ends = new Set('p h1 h2 h3 h4 h5 h6 figure table pre blockquote'.split(' '));
const tag = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)\b(?:"[^"]*"|'[^']*'|[^>"'])*>/gi;

/**
 * Cuts long HTML between its outermost elements, to bound memory. HTML with unbalanced tags is not cut.
 * @param length minimum length of a piece
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

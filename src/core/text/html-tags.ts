/**
 * Finds the tags of HTML where a browser finds them (WHATWG HTML, 13.2.5), so that a `>` or a `<b>` inside a quoted
 * attribute is never taken for markup: `<img alt="a > b">` is one tag.
 */

/** One tag or comment: `html.slice(start, end)`. */
export interface HtmlTag {
  /** `unfinished`: the text ends inside the tag, inside the comment, or before the end tag of a `<script>`. */
  readonly kind: 'open' | 'close' | 'comment' | 'unfinished';
  /** In small letters; empty for a comment. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** An attribute: its name stands at `at`, its value from `start` to `end`, quotation marks apart. */
export interface HtmlAttribute {
  /** In small letters. */
  readonly name: string;
  /** As written: character references are not decoded. */
  readonly value: string;
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** Elements whose content is text up to their own end tag. */
const textOnly: ReadonlySet<string> = new Set(
  'iframe noembed noframes script style textarea title xmp'.split(' '),
);

/** Calls `visit` for each tag and comment of a text, in order. */
export function eachTag(html: string, visit: (tag: HtmlTag) => void): void {
  let at = html.indexOf('<');
  while (at >= 0) {
    const tag = readTag(html, at);
    if (tag) visit(tag);
    let from = tag ? tag.end : at + 1;
    if (tag?.kind === 'open' && textOnly.has(tag.name)) {
      const end = new RegExp(`</${tag.name}(?=[\\t\\n\\f\\r />])`, 'gi');
      end.lastIndex = from;
      const found = end.exec(html);
      from = found ? found.index : html.length;
      if (!found) visit({ ...tag, kind: 'unfinished', end: html.length });
    }
    at = html.indexOf('<', from);
  }
}

/** The attributes of an opening tag. Of two with one name, browsers take the first. */
export function readAttributes(html: string, tag: HtmlTag): HtmlAttribute[] {
  const attributes: HtmlAttribute[] = [];
  scanAttributes(html, tag.start + 1 + tag.name.length, (name, at, start, end) => {
    attributes.push({ name: name.toLowerCase(), value: html.slice(start, end), at, start, end });
  });
  return attributes;
}

const startOfTag = /<(\/?)([a-z][^\t\n\f\r />]*)/iy;
const startOfComment = /<(?:!--|[/!?])/y;

/** The tag or comment that begins at a `<`; null where the `<` is text. */
function readTag(html: string, start: number): HtmlTag | null {
  startOfTag.lastIndex = start;
  const found = startOfTag.exec(html);
  if (!found) return readComment(html, start);
  const [, closing, written = ''] = found;
  const name = written.toLowerCase();
  const end = scanAttributes(html, startOfTag.lastIndex);
  if (end < 0) return { kind: 'unfinished', name, start, end: html.length };
  return { kind: closing ? 'close' : 'open', name, start, end };
}

/** `<!-- … -->`, and what browsers take for a comment: `<!doctype html>`, `<?php … >`, `</ … >`. */
function readComment(html: string, start: number): HtmlTag | null {
  startOfComment.lastIndex = start;
  const opening = startOfComment.exec(html)?.[0];
  if (opening === undefined) return null;
  const closing = opening === '<!--' ? /(?<=<!--)-?>|--!?>/g : />/g;
  closing.lastIndex = start + opening.length;
  const kind = closing.test(html) ? 'comment' : 'unfinished';
  return { kind, name: '', start, end: kind === 'comment' ? closing.lastIndex : html.length };
}

// White space is that of HTML, so `\s` would be too much.
const nameOfAttribute = /[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)([\t\n\f\r ]*=[\t\n\f\r ]*)?/y;
const unquoted = /[^\t\n\f\r >]*/y;
const endOfTag = /[\t\n\f\r /]*>/y;

/** Reads the attributes that begin at `from`. @returns the index behind the tag's `>`; -1 where there is none. */
function scanAttributes(
  html: string,
  from: number,
  found: (name: string, at: number, start: number, end: number) => void = () => undefined,
): number {
  for (let at = from; ; ) {
    endOfTag.lastIndex = at;
    if (endOfTag.test(html)) return endOfTag.lastIndex;
    nameOfAttribute.lastIndex = at;
    const [, name = '', assignment] = nameOfAttribute.exec(html) ?? [];
    if (name === '') return -1;
    const value = nameOfAttribute.lastIndex;
    const nameAt = value - (assignment ?? '').length - name.length;
    const quote = html[value];
    let end = value;
    if (assignment === undefined) at = value;
    else if (quote === '"' || quote === "'") {
      end = html.indexOf(quote, value + 1);
      if (end < 0) return -1;
      at = end + 1;
    } else {
      unquoted.lastIndex = value;
      unquoted.test(html);
      at = end = unquoted.lastIndex;
    }
    found(name, nameAt, at === end ? value : value + 1, end);
  }
}

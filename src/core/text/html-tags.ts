import { decodeHTMLAttribute } from 'entities';

/** Finds tags where a browser finds them (WHATWG HTML, 13.2.5): `<img alt="a > b">` is one tag. */

/** One tag or comment: `html.slice(start, end)`. */
export interface HtmlTag {
  /** `unfinished`: the text ends inside the tag, inside the comment, or before the end tag of a `<script>`. */
  readonly kind: 'open' | 'close' | 'comment' | 'unfinished';
  /** In small letters; empty for a comment. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** An attribute: its name is at `at`, its value from `start` to `end`, quotation marks apart. */
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

/** The same by name, with character references decoded. */
export function namedAttributes(html: string, tag: HtmlTag): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, value } of readAttributes(html, tag))
    if (!Object.hasOwn(found, name)) found[name] = value.includes('&') ? decodeHTMLAttribute(value) : value;
  return found;
}

/** The tag or comment that begins at a `<`; null where the `<` is text. */
function readTag(html: string, start: number): HtmlTag | null {
  const isClosing = html.charCodeAt(start + 1) === slash;
  const from = start + (isClosing ? 2 : 1);
  if (!isLetter(html.charCodeAt(from))) return readComment(html, start);
  let behind = from + 1;
  while (behind < html.length && !endsName(html.charCodeAt(behind))) behind++;
  const name = html.slice(from, behind).toLowerCase();
  const end = scanAttributes(html, behind);
  if (end < 0) return { kind: 'unfinished', name, start, end: html.length };
  return { kind: isClosing ? 'close' : 'open', name, start, end };
}

/** `<!-- … -->`, and what browsers take for a comment: `<!doctype html>`, `<?php … >`, `</ … >`. */
function readComment(html: string, start: number): HtmlTag | null {
  const isComment = html.startsWith('<!--', start);
  if (!isComment && !/[/!?]/.test(html.charAt(start + 1))) return null;
  const closing = isComment ? /(?<=<!--)-?>|--!?>/g : />/g;
  closing.lastIndex = start + (isComment ? 4 : 2);
  const kind = closing.test(html) ? 'comment' : 'unfinished';
  return { kind, name: '', start, end: kind === 'comment' ? closing.lastIndex : html.length };
}

/** Reads the attributes that begin at `from`. @returns the index behind the tag's `>`; -1 where there is none. */
function scanAttributes(
  html: string,
  from: number,
  found?: (name: string, at: number, start: number, end: number) => void,
): number {
  for (let at = from; ; ) {
    while (isSpace(html.charCodeAt(at)) || html.charCodeAt(at) === slash) at++;
    if (html.charCodeAt(at) === greater) return at + 1;
    if (at >= html.length) return -1;
    const name = at++;
    while (at < html.length && !endsName(html.charCodeAt(at)) && html.charCodeAt(at) !== equals) at++;
    const behindName = at;
    let start = skipSpaces(html, at);
    let end = start;
    if (html.charCodeAt(start) !== equals) start = end = at;
    else {
      start = skipSpaces(html, start + 1);
      const quote = html[start];
      if (quote === '"' || quote === "'") {
        end = html.indexOf(quote, ++start);
        if (end < 0) return -1;
        at = end + 1;
      } else {
        for (end = start; end < html.length && !endsValue(html.charCodeAt(end)); ) end++;
        at = end;
      }
    }
    found?.(html.slice(name, behindName), name, start, end);
  }
}

// Characters are compared as numbers: an expression takes three times as long, and every text passes here.
const [slash, equals, greater] = [0x2f, 0x3d, 0x3e];

function isLetter(code: number): boolean {
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

/** White space of HTML, of which `\s` would be too much. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b);
}

const endsValue = (code: number): boolean => code === greater || isSpace(code);
const endsName = (code: number): boolean => code === slash || endsValue(code);

function skipSpaces(html: string, from: number): number {
  let at = from;
  while (isSpace(html.charCodeAt(at))) at++;
  return at;
}

import { replaceElements } from '../model/closing-tags.ts';

/**
 * Adds paragraphs to classic content as WordPress does: a blank line ends a paragraph, a line break is a break, and
 * block-level tags stay outside. A tag runs from `<` to the next `>`; without one it runs to the end, and no
 * paragraphs are added after it.
 */

const blockTags = new Set(
  (
    'table thead tfoot caption col colgroup tbody tr td th div dl dd dt ul ol li pre form map area blockquote ' +
    'address style p h1 h2 h3 h4 h5 h6 hr fieldset legend section article aside hgroup header footer nav figure ' +
    'figcaption details menu summary center script svg object iframe-block'
  ).split(' '),
);
/** Containers whose content becomes paragraphs. */
const flowing = new Set(
  'div blockquote section article aside header footer nav figure details form fieldset address center'.split(
    ' ',
  ),
);
/** Containers whose content becomes paragraphs only if there are several. */
const running = new Set('li dd dt td th caption figcaption summary legend h1 h2 h3 h4 h5 h6 p'.split(' '));
/** Elements that are kept verbatim. */
const verbatim = 'pre script style svg textarea math object video audio'.split(' ');
/** An unclosed comment runs to the end, as in WordPress. */
const token = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[^>]*>?/g;

/** @param text HTML with paragraphs as line breaks, shortcodes in place */
export function addParagraphs(text: string): string {
  const kept: string[] = [];
  const source = replaceElements(text.replace(/\r\n?/g, '\n'), verbatim, (whole) => {
    kept.push(whole);
    return `<wp-kept ${kept.length - 1}>`;
  });
  const html = new Paragraphs(kept).make(source);
  return html.replace(/<wp-kept (\d+)>/g, (_, index) => kept[Number(index)] ?? '');
}

class Paragraphs {
  readonly #out: string[] = [];
  /** Open block-level elements, innermost last. */
  readonly #stack: string[] = [];
  /** Number of open elements by name. */
  readonly #open = new Map<string, number>();
  #line = '';
  readonly #kept: readonly string[];

  constructor(kept: readonly string[]) {
    this.#kept = kept;
  }

  make(source: string): string {
    let from = 0;
    for (const found of source.matchAll(token)) {
      this.#line += source.slice(from, found.index);
      from = found.index + found[0].length;
      this.#tag(found[0]);
    }
    this.#line += source.slice(from);
    this.#flush();
    return this.#out.join('\n');
  }

  #tag(tag: string): void {
    const kept = /^<wp-kept (\d+)>$/.exec(tag);
    if (kept && /^<(?:pre|script|style|svg|object)/i.test(this.#kept[Number(kept[1])] ?? '')) {
      this.#flush();
      this.#out.push(tag);
      return;
    }
    const name = /^<\/?([a-z][a-z0-9]*)/i.exec(tag)?.[1]?.toLowerCase() ?? '';
    if (!blockTags.has(name)) {
      // Line breaks inside of a tag are not breaks.
      this.#line += tag.replace(/\n/g, '\u0000');
      return;
    }
    this.#flush();
    this.#out.push(tag);
    if (tag.startsWith('</')) this.#leave(name);
    else if (!tag.endsWith('/>') && !/^<(?:hr|col|area)\b/i.test(tag)) this.#enter(name);
  }

  #enter(name: string): void {
    this.#stack.push(name);
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
  }

  #leave(name: string): void {
    if (!this.#open.get(name)) return;
    for (let last = this.#stack.pop(); last !== undefined; last = this.#stack.pop()) {
      this.#open.set(last, (this.#open.get(last) ?? 1) - 1);
      if (last === name) return;
    }
  }

  #flush(): void {
    const text = this.#line;
    this.#line = '';
    const parts = text
      .split(/\n[ \t]*\n\s*/)
      .map((part) => part.trim())
      .filter((part) => part !== '');
    const inside = this.#stack.at(-1);
    const bare = inside !== undefined && !flowing.has(inside) && (!running.has(inside) || parts.length === 1);
    for (const part of parts) {
      const lines = part
        .replace(/<br\s*\/?>[ \t]*\n/gi, '\n')
        .replace(/(?<![ \t])[ \t]*\n/g, '<br />\n')
        .replaceAll('\u0000', '\n');
      this.#out.push(bare || isComment(part) ? lines : `<p>${lines}</p>`);
    }
  }
}

const isComment = (text: string): boolean =>
  text.startsWith('<!--') && text.replace(/<!--[\s\S]*?(?:-->|$)/g, '').trim() === '';

/** End tags by name, found in one pass, not from each start tag. Calls must be in document order. */
export class ClosingTags {
  readonly #places = new Map<string, { readonly at: number; readonly end: number }[]>();
  readonly #next = new Map<string, number>();

  /** @param tag global, with the name as its first group */
  constructor(text: string, tag: RegExp) {
    for (const { 0: written, 1: name = '', index } of text.matchAll(tag)) {
      const place = { at: index, end: index + written.length };
      const places = this.#places.get(name.toLowerCase());
      if (places) places.push(place);
      else this.#places.set(name.toLowerCase(), [place]);
    }
  }

  /** The first end tag of a name at or after an offset. */
  after(name: string, from: number): { readonly at: number; readonly end: number } | undefined {
    const places = this.#places.get(name.toLowerCase()) ?? [];
    let next = this.#next.get(name.toLowerCase()) ?? 0;
    while (next < places.length && (places[next]?.at ?? 0) < from) next++;
    this.#next.set(name.toLowerCase(), next);
    return places[next];
  }
}

/** Replaces elements from their start tag to the next end tag of their name. Unclosed ones stay. */
export function replaceElements(
  html: string,
  names: readonly string[],
  replace: (written: string, name: string) => string,
): string {
  const either = names.join('|');
  const closings = new ClosingTags(html, new RegExp(`</(${either})>`, 'gi'));
  const parts: string[] = [];
  let done = 0;
  for (const { 0: start, 1: name = '', index } of html.matchAll(new RegExp(`<(${either})\\b`, 'gi'))) {
    if (index < done) continue;
    const closing = closings.after(name, index + start.length);
    if (!closing) continue;
    parts.push(html.slice(done, index), replace(html.slice(index, closing.end), name));
    done = closing.end;
  }
  return parts.join('') + html.slice(done);
}

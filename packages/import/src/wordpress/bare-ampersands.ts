const known = /^&(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);/i;
/** Maximum length of a reference; that much of a chunk is held back. */
const maxReferenceLength = 16;
const opening = /<!\[CDATA\[|<!--/g;

/** Escapes ampersands that start no XML reference, outside of CDATA and comments, in chunks. */
export class BareAmpersands {
  #held = '';
  /** End of the open CDATA or comment. */
  #closing: string | null = null;

  /** @param onRepair called for each ampersand that was escaped */
  repair(piece: string, onRepair: () => void, last = false): string {
    const text = this.#held + piece;
    const bare: number[] = [];
    let at = 0;
    let end = text.length;
    while (at < text.length) {
      const mark = this.#nextMark(text, at);
      if (mark === null && !last) end = Math.max(at, beforePair(text, text.length - maxReferenceLength));
      if (this.#closing === null) findBare(text, at, mark?.index ?? end, bare);
      if (mark === null) break;
      at = mark.index + mark.text.length;
      this.#closing = this.#closing === null ? (mark.text === '<!--' ? '-->' : ']]>') : null;
    }
    this.#held = text.slice(end);
    for (const _ of bare) onRepair();
    return escapeAt(text.slice(0, end), bare);
  }

  #nextMark(text: string, from: number): { readonly index: number; readonly text: string } | null {
    if (this.#closing !== null) {
      const index = text.indexOf(this.#closing, from);
      return index < 0 ? null : { index, text: this.#closing };
    }
    opening.lastIndex = from;
    const found = opening.exec(text);
    return found && { index: found.index, text: found[0] };
  }
}

/** An offset that does not split a surrogate pair. */
const beforePair = (text: string, at: number): number =>
  /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;

/** Adds the offsets of bare ampersands. */
function findBare(text: string, from: number, to: number, bare: number[]): void {
  for (let at = text.indexOf('&', from); at >= 0 && at < to; at = text.indexOf('&', at + 1)) {
    if (!known.test(text.slice(at, at + maxReferenceLength))) bare.push(at);
  }
}

/** Returns the same string if nothing is escaped: joined pieces take more memory. */
function escapeAt(text: string, positions: readonly number[]): string {
  if (positions.length === 0) return text;
  const parts = positions.map((position, index) => text.slice((positions[index - 1] ?? -1) + 1, position));
  return [...parts, text.slice((positions.at(-1) ?? 0) + 1)].join('&amp;');
}

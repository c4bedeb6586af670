/** A reference that XML itself knows. */
const known = /^&(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);/i;
/** No reference is longer; so much of a piece waits for the next one. */
const longest = 16;
const cdataStart = '<![CDATA[';
const cdataEnd = ']]>';

/**
 * Escapes ampersands that open no reference of XML, outside of CDATA: hand-edited files have them in addresses, and
 * `&nbsp;` is one of HTML. Text comes in pieces; what may go on in the next piece is held back.
 */
export class BareAmpersands {
  private held = '';
  private inCdata = false;

  /** @param onMended told of each ampersand that was escaped */
  mend(piece: string, onMended: () => void, last = false): string {
    const text = this.held + piece;
    const bare: number[] = [];
    let at = 0;
    let end = text.length;
    while (at < text.length) {
      const mark = this.inCdata ? cdataEnd : cdataStart;
      const next = text.indexOf(mark, at);
      if (next < 0 && !last) end = Math.max(at, text.length - longest);
      if (!this.inCdata) findBare(text, at, next < 0 ? end : next, bare);
      if (next < 0) break;
      at = next + mark.length;
      this.inCdata = !this.inCdata;
    }
    this.held = text.slice(end);
    for (const _ of bare) onMended();
    return escapeAt(text.slice(0, end), bare);
  }
}

/** Adds the positions of ampersands between two places that open no reference. */
function findBare(text: string, from: number, to: number, bare: number[]): void {
  for (let at = text.indexOf('&', from); at >= 0 && at < to; at = text.indexOf('&', at + 1)) {
    if (!known.test(text.slice(at, at + longest))) bare.push(at);
  }
}

/** A text as it is where nothing is to be escaped: pieces put together are dear to keep, and most need nothing. */
function escapeAt(text: string, positions: readonly number[]): string {
  if (positions.length === 0) return text;
  const parts = positions.map((position, index) => text.slice((positions[index - 1] ?? -1) + 1, position));
  return [...parts, text.slice((positions.at(-1) ?? 0) + 1)].join('&amp;');
}

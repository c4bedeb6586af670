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
    this.held = '';
    let out = '';
    let at = 0;
    while (at < text.length) {
      const mark = this.inCdata ? cdataEnd : cdataStart;
      const next = text.indexOf(mark, at);
      const end = next >= 0 ? next : last ? text.length : Math.max(at, text.length - longest);
      out += this.inCdata ? text.slice(at, end) : escapeBare(text, at, end, onMended);
      if (next < 0) {
        this.held = text.slice(end);
        return out;
      }
      out += mark;
      at = next + mark.length;
      this.inCdata = !this.inCdata;
    }
    return out;
  }
}

/** Looks at the piece alone: what follows it is often long. */
function escapeBare(text: string, from: number, to: number, onMended: () => void): string {
  const piece = text.slice(from, to);
  let out = '';
  let done = 0;
  for (let at = piece.indexOf('&'); at >= 0; at = piece.indexOf('&', at + 1)) {
    if (known.test(text.slice(from + at, from + at + longest))) continue;
    onMended();
    out += `${piece.slice(done, at)}&amp;`;
    done = at + 1;
  }
  return out + piece.slice(done);
}

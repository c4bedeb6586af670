import { mcpTextLimit } from '../../src/core/mcp/tools.ts';

export interface TextWindow {
  readonly text: string;
  /** Where the window begins; smaller than asked for when that fell between two halves of a character. */
  readonly offset: number;
  /** Where the next one begins; `undefined` at the end of the text. */
  readonly next: number | undefined;
}

const scratch = new Uint8Array(mcpTextLimit);
const encoder = new TextEncoder();

/**
 * One window of a long text, at most `most` UTF-8 bytes: bytes and not characters, because a budget of tokens
 * stands behind it and other scripts than Latin cost more of them. It ends between two paragraphs where there is
 * such a place in its second half, and never inside a character. Windows follow each other without a gap.
 */
export function cutWindow(text: string, offset: number, most: number = mcpTextLimit): TextWindow {
  const start = isInside(text, offset) ? offset - 1 : Math.min(offset, text.length);
  const { read } = encoder.encodeInto(text.slice(start, start + most), scratch.subarray(0, most));
  const end = start + read;
  if (end >= text.length) return { text: text.slice(start), offset: start, next: undefined };
  const paragraph = text.lastIndexOf('\n\n', end - 2);
  const cut = paragraph + 2 > start + read / 2 ? paragraph + 2 : end;
  return { text: text.slice(start, cut), offset: start, next: cut };
}

function isInside(text: string, offset: number): boolean {
  return (
    offset > 0 &&
    /^[\uDC00-\uDFFF]/.test(text.charAt(offset)) &&
    /[\uD800-\uDBFF]/.test(text.charAt(offset - 1))
  );
}

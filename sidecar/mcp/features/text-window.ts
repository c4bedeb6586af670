import { mcpTextLimit } from '../../../src/core/mcp/tools.ts';

export interface TextWindow {
  readonly text: string;
  /** Start of the window; one less than requested where that splits a character. */
  readonly offset: number;
  /** Start of the next window; `undefined` at the end of the text. */
  readonly next: number | undefined;
}

const scratch = new Uint8Array(mcpTextLimit);
const encoder = new TextEncoder();

/**
 * One window of a long text, at most `maxBytes` of UTF-8: bytes approximate tokens better than characters do in scripts
 * other than Latin. It ends between two paragraphs where its second half has such a place, and never inside a
 * character. Windows follow each other without a gap.
 */
export function cutWindow(text: string, offset: number, maxBytes: number = mcpTextLimit): TextWindow {
  const start = isInside(text, offset) ? offset - 1 : Math.min(offset, text.length);
  const { read } = encoder.encodeInto(text.slice(start, start + maxBytes), scratch.subarray(0, maxBytes));
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

import { isUtf8 } from 'node:buffer';
import type { Problem } from './problems.ts';

/** A text file, decoded; or the place where it is not UTF-8. */
export type ReadText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: Problem };

/** Decodes a file as UTF-8; nothing becomes `U+FFFD`. @param file for the message */
export function decodeText(bytes: Uint8Array, file: string): ReadText {
  if (isUtf8(bytes)) return { ok: true, text: Buffer.from(bytes).toString('utf8') };
  const message = `is not UTF-8${encodingOf(bytes)}; save the file as UTF-8.`;
  return { ok: false, problem: { file, ...placeOf(bytes), field: 'text', message } };
}

/** The encoding, where the first bytes declare UTF-16; others cannot be recognized. */
function encodingOf(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return isUtf16 ? ' but UTF-16' : '';
}

function placeOf(bytes: Uint8Array): { line: number; column: number } {
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(0x0a, start);
    const content = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (end < 0 || !isUtf8(content)) return { line, column: columnOf(content) };
    start = end + 1;
  }
}

/** Characters up to the longest start of a line that is UTF-8, and one. */
function columnOf(content: Uint8Array): number {
  let length = content.length;
  while (length > 0 && !isUtf8(content.subarray(0, length))) length--;
  return Buffer.from(content.subarray(0, length)).toString('utf8').length + 1;
}

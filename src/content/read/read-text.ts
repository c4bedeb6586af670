import { isUtf8 } from 'node:buffer';
import type { Problem } from './problems.ts';

/** A text file, decoded; or the place where it is not UTF-8. */
export type ReadText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: Problem };

/** A text without the byte order mark that editors on Windows write. */
export const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** Decodes a file as UTF-8, without a byte order mark; nothing becomes `U+FFFD`. @param file for the message */
export function decodeText(bytes: Uint8Array, file: string): ReadText {
  if (isUtf8(bytes) && !isUtf16(bytes))
    return { ok: true, text: withoutMark(Buffer.from(bytes).toString('utf8')) };
  const place = isUtf16(bytes) ? { line: 1, column: 1 } : placeOf(bytes);
  const message = `is not UTF-8${isUtf16(bytes) ? ' but UTF-16' : ''}; save the file as UTF-8.`;
  return { ok: false, problem: { file, ...place, field: 'text', message } };
}

/** By its mark; or, since of Latin letters in pairs of bytes one is zero, by that. Other encodings cannot be recognized. */
function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  return (
    (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0
  );
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

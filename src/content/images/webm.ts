/** Replaces tags, attachments, titles and dates of WebM and Matroska (RFC 9559) by `Void` elements of the same size. */

const segment = 0x18538067;
const cluster = 0x1f43b675;
const information = 0x1549a966;
/** Tags; attachments; in the information: title, date, names of files, and the checksum of what changes. */
const removed: ReadonlySet<number> = new Set([0x1254c367, 0x1941a469, 0x7ba9, 0x4461, 0x7384, 0xbf]);
/** Programs that wrote the file. The elements are required, their words are not. */
const programs: ReadonlySet<number> = new Set([0x4d80, 0x5741]);

/** Returns a copy without metadata; null when the file is damaged. */
export function stripWebm(bytes: Uint8Array): Uint8Array | null {
  const file = Buffer.from(bytes);
  for (let at = 0; at < file.length; ) {
    const id = readNumber(file, at, 4, true);
    const size = id && readNumber(file, id.end, 8, false);
    if (!id || !size) return null;
    // Live recordings leave sizes open.
    const isOpen = size.value === null;
    const end = size.end + (size.value ?? 0);
    if (end > file.length) return null;
    if (id.value === segment || id.value === information || (id.value === cluster && isOpen)) {
      at = size.end;
      continue;
    }
    if (isOpen) return null;
    if (removed.has(id.value ?? 0)) hide(file, at, end);
    else if (programs.has(id.value ?? 0)) file.fill(0, size.end, end);
    at = end;
  }
  return file;
}

function hide(file: Buffer, start: number, end: number): void {
  file.fill(0, start, end);
  file[start] = 0xec;
  if (end - start < 9) {
    file[start + 1] = 0x80 | (end - start - 2);
    return;
  }
  file.writeBigUInt64BE((1n << 56n) | BigInt(end - start - 9), start + 1);
}

/** A number whose leading zero bits say how many bytes it has. An ID keeps the bit behind them; a size of ones is open. */
function readNumber(
  file: Buffer,
  at: number,
  maxLength: number,
  isId: boolean,
): { readonly value: number | null; readonly end: number } | null {
  const first = file[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > maxLength || at + length > file.length) return null;
  let value = isId ? first : first & (0xff >> length);
  let isOpen = !isId && value === 0xff >> length;
  for (let index = 1; index < length; index++) {
    const byte = file[at + index] ?? 0;
    value = value * 256 + byte;
    isOpen &&= byte === 0xff;
  }
  return { value: isOpen ? null : value, end: at + length };
}

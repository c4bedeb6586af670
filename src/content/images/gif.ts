/** Application blocks with the number of repetitions of an animation. */
const loops: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/** Removes comments, blocks of programs, and what follows the end. @throws when the file ends within a block */
export function stripGif(bytes: Uint8Array): Uint8Array {
  const byteAt = (at: number): number => {
    const byte = bytes[at];
    if (byte === undefined) throw new Error('the file is truncated');
    return byte;
  };
  const colours = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  /** The end of a row of blocks, each with its length in front; the last one is empty. */
  const endOfBlocks = (from: number): number => {
    let at = from;
    for (let length = byteAt(at); length > 0; length = byteAt(at)) at += length + 1;
    return at + 1;
  };
  const kept = [bytes.subarray(0, 13 + colours(byteAt(10)))];
  for (let at = kept[0]?.length ?? 0; ; ) {
    const kind = byteAt(at);
    if (kind === 0x3b) return Buffer.concat([...kept, bytes.subarray(at, at + 1)]);
    const isImage = kind === 0x2c;
    const start = isImage ? at + 11 + colours(byteAt(at + 9)) : at + 2;
    const end = endOfBlocks(start);
    if (isImage || isShown(byteAt(at + 1), bytes.subarray(start + 1, start + 12))) {
      kept.push(bytes.subarray(at, end));
    }
    at = end;
  }
}

/** Of the extensions, those that control an image, write text on it, or repeat it. */
function isShown(label: number, name: Uint8Array): boolean {
  if (label === 0xff) return loops.has(Buffer.from(name).toString('latin1'));
  return label === 0xf9 || label === 0x01;
}

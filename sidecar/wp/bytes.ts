/**
 * Gives the memory of bytes back at once. The garbage collector sees a small object and lets hundreds of megabytes
 * of such bytes pile up. Only for bytes that nobody looks at again: they are empty afterwards. Bytes that share
 * their memory with others are left alone.
 */
export function giveBack(bytes: Uint8Array): void {
  const { buffer } = bytes;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  if (isOwn && bytes.length > 0) buffer.transfer(0);
}

/** The bytes without the last one, in a memory of their own; the given ones are empty afterwards. */
export function shorten(bytes: Uint8Array): Uint8Array {
  const shorter = bytes.slice(0, -1);
  giveBack(bytes);
  return shorter;
}

/** One piece out of many; the given ones are empty afterwards. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (only && pieces.length === 1) return only;
  const joined = Buffer.concat(pieces);
  for (const piece of pieces) giveBack(piece);
  return joined;
}

const text = (bytes: Uint8Array, start: number, end: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', start, end);

/** A part of a file: its name, and where it begins and ends. */
interface Chunk {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const isPng = (bytes: Uint8Array) => text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n';
const isWebp = (bytes: Uint8Array) => text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP';

/** The chunks of a PNG or WebP. @throws when the file ends within one */
function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const png = isPng(bytes);
  const fileEnd = png ? bytes.length : Math.min(bytes.length, 8 + view.getUint32(4, true));
  for (let start = png ? 8 : 12; start + 8 <= fileEnd; ) {
    const length = view.getUint32(png ? start : start + 4, !png);
    const name = text(bytes, png ? start + 4 : start, png ? start + 8 : start + 4);
    // Lengths of WebP leave out a byte that makes them even; a PNG has a checksum behind each chunk.
    const end = start + 8 + length + (png ? 4 : length % 2);
    if (end > bytes.length) throw new Error('the file is truncated');
    yield { name, start, end };
    if (name === 'IEND') return;
    start = end;
  }
}

/** Does a PNG or WebP have several frames? Sharp reads only the first of a PNG. */
export function isAnimated(bytes: Uint8Array): boolean {
  if (!isPng(bytes) && !isWebp(bytes)) return false;
  // The control chunk comes before the first image.
  for (const { name } of chunksOf(bytes)) {
    if (name === 'acTL' || name === 'ANIM') return true;
    if (name === 'IDAT' || name === 'VP8 ' || name === 'VP8L') return false;
  }
  return false;
}

/** What is shown: of all other chunks, programs are the readers. */
const shown = {
  png: /^(?:[A-Z]...|acTL|fcTL|fdAT|bKGD|cHRM|cICP|gAMA|iCCP|pHYs|sBIT|sRGB|tRNS|mDCV|cLLI)$/,
  webp: /^(?:VP8[ LX]|ANIM|ANMF|ALPH|ICCP)$/,
};

/** An animation without metadata; its frames stay to the byte. @throws when the file ends within a chunk */
export function stripFrames(bytes: Uint8Array): Uint8Array {
  const png = isPng(bytes);
  const isShown = ({ name }: Chunk) => shown[png ? 'png' : 'webp'].test(name);
  const kept = [...chunksOf(bytes)].filter(isShown).map(({ start, end }) => bytes.subarray(start, end));
  const file = Buffer.concat([bytes.subarray(0, png ? 8 : 12), ...kept]);
  if (png) return file;
  file.writeUInt32LE(file.length - 8, 4);
  // The flags of VP8X, which comes first: neither Exif nor XMP.
  if (text(file, 12, 16) === 'VP8X') file.writeUInt8(file.readUInt8(20) & ~0x0c, 20);
  return file;
}

/** Why an AVIF of several frames, which Sharp cannot read or would make one frame of, is not published; null for others. */
export function refuseSequence(bytes: Uint8Array): string | null {
  if (text(bytes, 4, 8) !== 'ftyp') return null;
  const end = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  if (!/avis/.test(text(bytes, 8, Math.min(end, 256)))) return null;
  return 'is an animation (AVIF sequence), of which a build can make no image; save it as an animated WebP, or as a video (ffmpeg -i animation.avif animation.mp4)';
}

/** An uncompressed TIFF whose pixels are still to be written. */
interface BlankTiff {
  readonly tiff: Uint8Array;
  /** The part of it with the pixels: RGBA, 8 bits each, row by row. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Types of values: 16 bits, 32 bits, bytes. */
const [short, long, bytes] = [3, 4, 7];

/** The simplest TIFF that carries pixels and an ICC profile. */
export function createTiff(size: { width: number; height: number }, profile?: Uint8Array): BlankTiff {
  const { width, height } = size;
  const depthsAt = 8 + 2 + 12 * 11 + 4;
  const profileAt = depthsAt + 8;
  const pixelsAt = profileAt + (profile?.length ?? 0);
  const length = width * height * 4;
  const entries = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, 4, depthsAt],
    [259, short, 1, 1], // uncompressed
    [262, short, 1, 2], // RGB
    [273, long, 1, pixelsAt],
    [277, short, 1, 4],
    [278, long, 1, height],
    [279, long, 1, length],
    [338, short, 1, 2], // the fourth sample is alpha
    ...(profile ? [[34675, bytes, profile.length, profileAt]] : []),
  ] as [number, number, number, number][];
  const buffer = new ArrayBuffer(pixelsAt + length);
  const view = new DataView(buffer);
  view.setUint32(0, 0x49492a00);
  view.setUint32(4, 8, true);
  view.setUint16(8, entries.length, true);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 10 + 12 * index;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, count, true);
    view.setUint32(at + 8, value, true);
  }
  for (const sample of [0, 1, 2, 3]) view.setUint16(depthsAt + 2 * sample, 8, true);
  if (profile) new Uint8Array(buffer).set(profile, profileAt);
  return { tiff: new Uint8Array(buffer), data: new Uint8ClampedArray(buffer, pixelsAt, length) };
}

import { availableParallelism } from 'node:os';

/** Images that are read or encoded at the same time, each in one of the four threads that Node has for such work. */
export const imagesAtOnce = Math.max(2, Math.min(availableParallelism(), 4));

/** Loads Sharp with one thread per image, since the bytes of AVIF depend on their number, and without its cache. */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

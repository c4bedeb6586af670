import { availableParallelism } from 'node:os';

/** Images that are read or encoded at the same time, each in one of the four threads that Node has for such work. */
export const imagesAtOnce = Math.max(2, Math.min(availableParallelism(), 4));

/**
 * What reads and encodes images, loaded when one is due, since that takes a while. One thread for each image: with
 * others AVIF has other bytes, and Sharp takes one per core wherever `MALLOC_ARENA_MAX` is set.
 */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  return sharp;
}

/**
 * What reads and encodes pictures, loaded when one is due, since that takes a while. One thread for each picture: with
 * others AVIF has other bytes, and Sharp takes as many as there are cores wherever `MALLOC_ARENA_MAX` is set.
 */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  return sharp;
}

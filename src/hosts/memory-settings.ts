/**
 * Environment of a sidecar, for the allocator of glibc; other allocators ignore it. One heap for all threads, since
 * those of the engine would each keep one. A fixed threshold for blocks of their own: glibc raises its default with
 * each large block that is freed, so that answers of a megabyte would leave holes in the heap, 60 MB of them under load.
 */
export const memorySettings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;

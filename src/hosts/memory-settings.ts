/**
 * glibc's allocator: one heap, and fixed thresholds, since those that glibc raises fragment the heap (60 MB). Memory that
 * is mapped for each answer costs a list of 1 MB half as much time again, so only larger ones have their own.
 */
export const memorySettings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;

/** glibc's allocator: one heap, and fixed thresholds, since those that glibc raises fragment the heap (60 MB). */
export const memorySettings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;

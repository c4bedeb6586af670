/**
 * Environment of a sidecar for glibc's allocator: one heap for all threads, and fixed thresholds, since glibc raises its
 * own with each large block that is freed, which fragments the heap (60 MB under load).
 */
export const memorySettings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;

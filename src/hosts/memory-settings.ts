/**
 * glibc's allocator: one heap, and fixed thresholds, since those that glibc raises fragment the heap (60 MB). Memory that
 * is returned to the system after each answer costs a list of 1 MB as much time again, so the heap keeps 8 MB, and only
 * what is larger than any list has memory of its own.
 */
export const memorySettings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '4194304',
  MALLOC_TRIM_THRESHOLD_: '8388608',
} as const;

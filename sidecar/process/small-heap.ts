import { setFlagsFromString } from 'node:v8';

/** Collects garbage after the heap has grown by 50 % instead of 100 %: 50 MB less after `bench:api`, MCP 10 % slower. */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50');
}

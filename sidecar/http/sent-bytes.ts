import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { readonly type: 'minor' }) => void;

/** Bytes of answers after which their memory is freed: V8 itself waits until there are 64 MB of it. */
const maxSentBytes = 8_000_000;
let sentBytes = 0;
let collector: Collect | null = null;

/** Counts the bytes of an answer that nothing refers to once it is sent. */
export function countSentBytes(bytes: number, collect = collectYoung): void {
  sentBytes += bytes;
  if (sentBytes < maxSentBytes) return;
  sentBytes = 0;
  collect();
}

function collectYoung(): void {
  collector ??= findCollector();
  collector({ type: 'minor' });
}

/**
 * Node documents the flag, but neither that `gc` appears in later contexts nor its options. Without it nothing is freed
 * before V8 does. @param evaluate runs code in a new context
 */
export function findCollector(evaluate: (code: string) => unknown = runInNewContext): Collect {
  setFlagsFromString('--expose-gc');
  const gc = evaluate('globalThis.gc');
  return typeof gc === 'function' ? (gc as Collect) : () => undefined;
}

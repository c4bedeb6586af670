import { createHash } from 'node:crypto';
import type { SidecarContext } from 'agentsite/plugin';

export type Store = SidecarContext['store'];

/** Records are spread over this many values, so that each stays small and few writers meet. */
const buckets = 64;
export const allBuckets = Array.from({ length: buckets }, (_, index) => index);

export const bucketOf = (text: string): number =>
  (createHash('sha256').update(text).digest()[0] ?? 0) % buckets;

export async function readJson<Value>(store: Store, key: string, otherwise: Value): Promise<Value> {
  const text = await store.get(key);
  return text === null ? otherwise : (JSON.parse(text) as Value);
}

/**
 * Changes a value of JSON while others may change it too: `change` runs again on what they wrote.
 * @param change returns the new value; null for none; `undefined` to leave it
 * @returns what is stored then
 */
export async function update<Value>(
  store: Store,
  key: string,
  otherwise: Value,
  change: (value: Value) => Value | null | undefined,
  lifetime?: number,
): Promise<Value> {
  for (;;) {
    const text = await store.get(key);
    const before = text === null ? otherwise : (JSON.parse(text) as Value);
    const after = change(structuredClone(before));
    if (after === undefined) return before;
    const written = after === null ? null : JSON.stringify(after);
    if (written === text || (await store.replace(key, text, written, lifetime))) return after ?? otherwise;
  }
}

/** The newest values by key, up to a number of them, each for a time. */
export class RecentValues<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.until > now ? entry.value : undefined;
  }

  set(key: string, value: Value, until: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#max && oldest !== undefined) this.#entries.delete(oldest);
  }
}

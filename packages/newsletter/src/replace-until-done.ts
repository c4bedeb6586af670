import { setTimeout as delay } from 'node:timers/promises';
import type { PluginStore } from 'agentsite/plugin';

const tries = 200;
const maxPause = 50;

/**
 * Changes a value that others change too: reads it, computes the next one and sets it if it is still what was read.
 * @param change null leaves the value as it is
 */
export async function replaceUntilDone(
  store: PluginStore,
  key: string,
  change: (value: string | null) => string | null,
  lifetime?: number,
): Promise<void> {
  for (let count = 0; count < tries; count++) {
    const value = await store.get(key);
    const next = change(value);
    if (next === null || next === value || (await store.replace(key, value, next, lifetime))) return;
    await delay(Math.random() * maxPause);
  }
  throw new Error(`"${key}" is changed by others all the time.`);
}

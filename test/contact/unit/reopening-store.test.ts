import { expect, test } from 'vitest';
import { type ContactStore, StoreUnavailable } from '../../../sidecar/contact/ports.ts';
import { openWhenPossible } from '../../../sidecar/contact/reopening-store.ts';

const usage = { now: 1, perCaller: { used: 0, reset: 0 }, site: { used: 0, reset: 0 } };
const working = { usage: async () => usage, close: async () => {} } as unknown as ContactStore;

/** Opens as often as the list says how; then it works. */
function opener(...failures: Error[]) {
  const log: string[] = [];
  let opened = 0;
  return {
    log,
    opened: () => opened,
    open: async () => {
      opened++;
      const failure = failures.shift();
      if (failure) throw failure;
      return working;
    },
    reports: {
      failed: (error: Error) => void log.push(error.message),
      recovered: () => void log.push('recovered'),
    },
  };
}

test('a store that is away is unavailable, is opened again at most every two seconds, and comes back', async () => {
  const away = new StoreUnavailable('Redis does not answer.');
  const { open, opened, log, reports } = opener(away, away);
  let now = 10_000;
  const store = await openWhenPossible(open, { now: () => now }, reports);
  for (let asked = 0; asked < 5; asked++) {
    await expect(store.usage('agent', 'x')).rejects.toBeInstanceOf(StoreUnavailable);
  }
  expect(opened()).toBe(1);
  now += 2_000;
  await expect(store.usage('agent', 'x')).rejects.toBeInstanceOf(StoreUnavailable);
  now += 2_000;
  expect(await Promise.all([store.usage('agent', 'x'), store.usage('agent', 'y')])).toEqual([usage, usage]);
  expect(opened()).toBe(3);
  expect(log).toEqual(['Redis does not answer.', 'recovered']);
});

test('a mistake of the configuration keeps the process from starting; later it is trouble like any other', async () => {
  const mistake = new Error('The secrets differ.');
  const clock = { now: () => Date.now() };
  const first = opener(mistake);
  await expect(openWhenPossible(first.open, clock, first.reports)).rejects.toThrow('The secrets differ.');
  const later = opener(new StoreUnavailable('away'), mistake);
  let now = 10_000;
  const store = await openWhenPossible(later.open, { now: () => now }, later.reports);
  now += 2_000;
  await expect(store.usage('agent', 'x')).rejects.toBeInstanceOf(StoreUnavailable);
  expect(later.log).toEqual(['away', 'The secrets differ.']);
});

test('a problem of the opened store is reported once, and its end when it can take messages again', async () => {
  const noMemory = new StoreUnavailable('No memory is left.', { code: 'OOM' });
  let broken = false;
  const store = await openWhenPossible(
    async () => ({
      ...working,
      usage: () => (broken ? Promise.reject(noMemory) : working.usage('agent', 'x')),
      sweep: async () => {},
    }),
    { now: () => 0 },
    { failed: ({ message }) => void log.push(message), recovered: () => void log.push('recovered') },
  );
  const log: string[] = [];
  for (broken of [true, true, false, true, false]) await store.usage('agent', 'x').catch(() => {});
  expect(log).toEqual(['No memory is left.', 'recovered', 'No memory is left.', 'recovered']);
  broken = true;
  await store.usage('agent', 'x').catch(() => {});
  await store.sweep();
  expect(log.at(-1)).toBe('No memory is left.');
});

import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { openSqliteContactStore } from '../../../sidecar/adapters/sqlite-contact-store.ts';
import { StoreUnavailable } from '../../../sidecar/contact/ports.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { describeContactStore } from './store-contract.ts';
import { checkContactStore, VirtualClock } from './store-model.ts';

const folder = makeQuickFolder('store');
const clock = new VirtualClock();
const store = openSqliteContactStore(folder, clock);

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

describeContactStore('SQLite', clock, () => store);

test('SQLite follows the model through 5,000 random histories', async () => {
  await checkContactStore(store, clock, { runs: 5_000, seed: 20_261_121, shrink: true });
});

test('the folder belongs to one sidecar, and the second one gets an error that says what to do', () => {
  expect(() => openSqliteContactStore(folder, clock)).toThrow(
    /Either end it .* or give this one another folder with DATA_DIR/,
  );
});

test('no one else on the machine can read the file', () => {
  expect(statSync(join(folder, 'contact.sqlite')).mode & 0o777).toBe(0o600);
});

test('a file that another process writes to is unavailable, and comes back by itself', async () => {
  const rival = new DatabaseSync(join(folder, 'contact.sqlite'));
  rival.exec('BEGIN IMMEDIATE');
  const request = {
    attempt: 'a',
    delivery: 'd',
    slot: 'd',
    channel: 'agent' as const,
    caller: 'c',
    key: null,
    token: { id: 't', expiresAt: clock.now() + 1_000 },
    lease: 1_000,
    retention: 1_000,
    limits: { perCaller: 1, site: 1 },
  };
  await expect(store.begin(request)).rejects.toBeInstanceOf(StoreUnavailable);
  rival.exec('ROLLBACK');
  rival.close();
  expect(await store.begin(request)).toEqual({ kind: 'go', resumed: false });
});

test('a clock that ran three days ahead does not keep the windows full', async () => {
  const ahead = makeQuickFolder('ahead');
  const wrong = new VirtualClock();
  const ahead72 = { now: () => wrong.now() + 72 * 3_600_000 };
  const attempt = (slot: string) => ({
    ...{ attempt: slot, delivery: slot, slot, channel: 'form' as const, caller: 'c', key: null },
    ...{ lease: 30_000, retention: 1000, limits: { perCaller: 1, site: 1 } },
    token: { id: slot, expiresAt: wrong.now() + 100 * 3_600_000 },
  });
  const before = openSqliteContactStore(ahead, ahead72);
  expect((await before.begin(attempt('a'))).kind).toBe('go');
  await before.close();
  const after = openSqliteContactStore(ahead, wrong);
  const outcome = await after.begin(attempt('b'));
  await after.close();
  rmSync(ahead, { recursive: true });
  expect(outcome).toMatchObject({ kind: 'limited' });
  expect(outcome.kind === 'limited' ? outcome.wait : 0).toBeLessThanOrEqual(24 * 3_600_000);
});

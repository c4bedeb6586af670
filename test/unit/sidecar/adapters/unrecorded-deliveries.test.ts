import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepUnrecordedDeliveries } from '../../../../sidecar/adapters/unrecorded-deliveries.ts';

const request = {
  attempt: 'one',
  delivery: 'd',
  slot: 's',
  channel: 'agent',
  caller: 'c',
  key: null,
  token: null,
  retention: 1,
  result: '{}',
} as const;

test('deliveries wait as files until they are recorded; what is not one of them is passed over, and there are a thousand at most', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-unrecorded-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const kept = keepUnrecordedDeliveries(folder);
  await kept.save(request);
  writeFileSync(join(folder, 'foreign.json'), '{"attempt":');
  expect(await kept.list()).toEqual([request]);
  for (let count = 0; count < 998; count++) writeFileSync(join(folder, `${count}.json`), '');
  await expect(kept.save({ ...request, attempt: 'two' })).rejects.toThrow(/holds 1000 files already/);
  await kept.remove(request);
  await kept.save({ ...request, attempt: 'two' });
  expect(await kept.list()).toEqual([{ ...request, attempt: 'two' }]);
});

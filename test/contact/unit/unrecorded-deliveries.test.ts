import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepUnrecordedDeliveries } from '../../../sidecar/adapters/unrecorded-deliveries.ts';

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

test('deliveries wait as files until they are recorded; foreign files are ignored, and no delivery is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-unrecorded-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const kept = keepUnrecordedDeliveries(folder);
  await kept.save(request);
  writeFileSync(join(folder, 'foreign.json'), '{"attempt":');
  expect(await kept.list()).toEqual([request]);
  for (let count = 0; count < 1_000; count++) writeFileSync(join(folder, `${count}.json`), '');
  await kept.save({ ...request, attempt: 'two' });
  await kept.remove(request);
  expect(await kept.list()).toEqual([{ ...request, attempt: 'two' }]);
});

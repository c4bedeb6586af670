import { expect, it } from 'vitest';
import { importDamaged } from '../mutated-sources.ts';

it('damaged exports and folders do not crash the import, always build, and publish no draft', async () => {
  const failed = [];
  let finished = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const { crash, problems, leaks, name, stopped } = await importDamaged(seed);
    if (stopped === null) finished++;
    if (crash !== null || problems.length + leaks.length > 0) failed.push({ name, crash, problems, leaks });
  }
  expect(failed).toEqual([]);
  expect(finished).toBeGreaterThan(25);
}, 60_000);

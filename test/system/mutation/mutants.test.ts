import { expect, test } from 'vitest';
import { judgeMutants } from './run.ts';

test('the model finds every fault that is planted into the contact stores', {
  timeout: 400_000,
}, async () => {
  const verdicts = await judgeMutants();
  expect(verdicts.length).toBeGreaterThan(40);
  expect(verdicts.filter(({ found }) => !found)).toEqual([]);
});

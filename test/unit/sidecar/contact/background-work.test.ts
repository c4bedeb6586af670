import { expect, test } from 'vitest';
import { BackgroundWork } from '../../../../sidecar/contact/background-work.ts';

const patient = { firstPause: 60_000, longestPause: 60_000, patience: 600_000 };

test('a thousand pieces of work are repeated; one more is given up at once, until there is room again', async () => {
  const work = new BackgroundWork();
  const gaveUp: unknown[] = [];
  const repeat = () =>
    work.repeat(
      async () => {},
      patient,
      (error) => gaveUp.push(error),
    );
  for (let count = 0; count < 1_000; count++) repeat();
  expect(gaveUp).toEqual([]);
  repeat();
  expect(gaveUp).toEqual([expect.objectContaining({ message: 'Too much unfinished work' })]);
  work.stop();
  expect(await work.drain(20_000)).toBe(true);
  repeat();
  expect(gaveUp).toHaveLength(1);
});

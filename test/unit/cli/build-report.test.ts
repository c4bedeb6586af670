import { expect, it } from 'vitest';
import { describeEvent } from '../../../src/cli/build-report.ts';

it('what is left out counts among the documents, as what is compiled does', () => {
  const report = { compiled: 3, reused: 2, drafts: 1, scheduled: 1, nextDueGmt: null };
  expect(describeEvent({ step: 'texts', documents: 3, report })).toBe(
    '5 documents: 3 compiled, 2 unchanged; 1 draft and 1 scheduled left out',
  );
});

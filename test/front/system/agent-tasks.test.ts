import { expect, inject, it } from 'vitest';
import { Reader, tasks } from '../../bench/agent-tasks.ts';

/** The address of the site under test is longer than that of `npm run bench:agent`, and is in every answer. */
const longerAddresses = 1.1;

it.each(tasks)('a program that knows only the address gets there: $name', async ({ walk, goal }) => {
  const reader = new Reader(inject('siteUrl'));
  await walk(reader);
  expect(reader.requests).toBeLessThanOrEqual(goal.requests);
  expect(reader.tokens).toBeLessThanOrEqual(goal.tokens * longerAddresses);
});

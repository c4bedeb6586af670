import { parseArgs } from 'node:util';
import { expect, it } from 'vitest';
import { explain } from '../../../src/terminal/options.ts';

const options = { timezone: { type: 'string' }, yes: { type: 'boolean' } } as const;

it.each([
  [['--time-zone', 'UTC'], 'There is no option --time-zone; did you mean --timezone?'],
  [['--colour'], 'There is no option --colour.'],
  [['-x'], 'There is no option --x.'],
])('%j: %s', (args, sentence) => {
  let refused: unknown;
  try {
    parseArgs({ args, options });
  } catch (error) {
    refused = error;
  }
  expect(explain(refused, Object.keys(options))).toBe(sentence);
});

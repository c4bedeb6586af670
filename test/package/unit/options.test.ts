import { parseArgs } from 'node:util';
import { expect, it } from 'vitest';
import { describeFailure, explain } from '../../../src/terminal/options.ts';

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

it('says in a sentence that the system or SQLite failed, and shows the stack of anything else', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { syscall: 'write' });
  expect(describeFailure(full)).toBe('Stopped: ENOSPC: no space left on device, write');
  const database = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  expect(describeFailure(database)).toBe('Stopped: database or disk is full');
  expect(describeFailure(new TypeError('No such field'))).toContain('options.test.ts');
});

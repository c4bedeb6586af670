import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { suitePrograms } from '../../helpers/programs.ts';

/** What is on every Debian with git and Node, or comes with a program that `npm test` installs. */
const atHand = ['npm', 'bash', 'diff', 'sleep', 'redis-cli'];

it('every program that a test starts by its name is one that npm test installs', () => {
  const started = globSync(join(import.meta.dirname, '../../{helpers/**/*.ts,*/{system,unit}/**/*.test.ts}'));
  const names = new Set(
    started.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b(?:spawn|execFile)(?:Sync)?\(\s*'([\w-]+)'/g)].map(
        ([, name = '']) => name,
      ),
    ),
  );
  expect(names).toContain('hugo');
  expect([...names].filter((name) => ![...suitePrograms, ...atHand].includes(name))).toEqual([]);
});

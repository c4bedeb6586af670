import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Ends a build at one of its changes of `dist/`: `FAIL_AT` counts from 1, `FAIL_HOW` is `throw` or `kill`. Loaded before
 * the build (`node --import`); prints how many changes there were.
 */

const at = Number(process.env.FAIL_AT ?? 0);
let changes = 0;
const changing = ['writeFileSync', 'renameSync', 'mkdirSync', 'rmSync', 'openSync', 'copyFileSync', 'cpSync'];

const functions = fs as unknown as Record<string, (...values: unknown[]) => unknown>;
for (const name of changing) {
  const original = functions[name];
  functions[name] = (...values: unknown[]) => {
    const isOfBuild = values.some((value) => typeof value === 'string' && value.includes('/dist/'));
    if (isOfBuild && ++changes === at) {
      if (process.env.FAIL_HOW === 'kill') process.kill(process.pid, 'SIGKILL');
      throw new Error(`ENOSPC: no space left on device, ${name} (planted)`);
    }
    return original?.(...values);
  };
}
syncBuiltinESMExports();
process.on('exit', () => console.log(`${changes} changes of dist/`));

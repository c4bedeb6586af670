import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect } from 'vitest';
import { listProcesses } from './left-processes.ts';
import { keptFolders } from './scratch-folders.ts';

/**
 * Setup of system tests: each file has a temporary folder of its own, by which the processes that it starts are found.
 * A file that leaves a process or a folder fails, and the process ends.
 */
const name = basename(expect.getState().testPath ?? 'unknown').replace(/\.test\.\w+$/, '');
/** Milliseconds for processes that were asked to end. */
const grace = 5_000;
const folder = mkdtempSync(join(tmpdir(), `${name}-`));
process.env.TMPDIR = folder;

// Hooks that are registered first run last: after those of the file.
afterAll(async () => {
  const until = Date.now() + grace;
  while (listProcesses(folder).length > 0 && Date.now() < until) await delay(50);
  const processes = listProcesses(folder);
  for (const { pid } of processes) process.kill(pid, 'SIGKILL');
  const folders = readdirSync(folder).filter((left) => !keptFolders.includes(left));
  rmSync(folder, { recursive: true, force: true });
  const left = [...processes.map(({ command }) => command), ...folders];
  if (left.length > 0) throw new Error(`The tests of ${name} left: ${left.join(', ')}`);
});

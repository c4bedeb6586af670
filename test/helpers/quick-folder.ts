import { accessSync, constants, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder, in memory where the system offers that: for files that are synced thousands of times. */
export function makeQuickFolder(name: string): string {
  return mkdtempSync(join(quickPlace(), `agentsite-${name}-`));
}

/** Where such folders go: what `npm test` names, so that it sees what is left. */
export function quickPlace(): string {
  return process.env.QUICK_FOLDERS ?? (writable('/dev/shm') ? '/dev/shm' : tmpdir());
}

function writable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

import { accessSync, constants, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder, in memory where the system offers that: for files that are synced thousands of times. */
export function makeQuickFolder(name: string): string {
  return mkdtempSync(join(writable('/dev/shm') ? '/dev/shm' : tmpdir(), `agentsite-${name}-`));
}

function writable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

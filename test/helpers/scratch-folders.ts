import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quickPlace } from './quick-folder.ts';

/** Folders of one run of the tests, for whatever its processes put into the system's temporary folders. */
export interface ScratchFolders {
  /** Sends processes there. */
  readonly environment: Readonly<Record<string, string>>;
  /** Removes the folders. @returns what was left in them, and should have been removed by anyone who made it */
  readonly remove: () => string[];
}

/** What Node and Hugo keep there for their next start. */
const kept = ['node-compile-cache', 'hugo_cache'];

export function makeScratchFolders(): ScratchFolders {
  const slow = mkdtempSync(join(tmpdir(), 'agentsite-'));
  const quick = mkdtempSync(join(quickPlace(), 'agentsite-'));
  return {
    environment: { TMPDIR: slow, QUICK_FOLDERS: quick },
    remove() {
      const left = [slow, quick].flatMap((folder) => readdirSync(folder));
      for (const folder of [slow, quick]) rmSync(folder, { recursive: true, force: true });
      return left.filter((name) => !kept.includes(name));
    },
  };
}

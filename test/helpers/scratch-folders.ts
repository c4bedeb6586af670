import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listProcesses } from './left-processes.ts';
import { quickPlace } from './quick-folder.ts';

/** Folders of one run of the tests, for whatever its processes put into the system's temporary folders. */
export interface ScratchFolders {
  /** Sends processes there. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Removes the folders, and ends processes whose temporary files go there.
   * @returns what was left, though tests should have removed or ended it; a file of system tests whose worker ended early
   * is in the name of its folder
   */
  readonly remove: () => string[];
}

/** What Node and Hugo keep there for their next start. */
export const keptFolders = ['node-compile-cache', 'hugo_cache'];

export function makeScratchFolders(): ScratchFolders {
  const slow = mkdtempSync(join(tmpdir(), 'agentsite-'));
  const quick = mkdtempSync(join(quickPlace(), 'agentsite-'));
  return {
    environment: { TMPDIR: slow, QUICK_FOLDERS: quick },
    remove() {
      const processes = listProcesses(slow);
      for (const { pid } of processes) process.kill(pid, 'SIGKILL');
      const left = [slow, quick].flatMap((folder) => readdirSync(folder));
      for (const folder of [slow, quick]) rmSync(folder, { recursive: true, force: true });
      const folders = left.filter((name) => !keptFolders.includes(name));
      return [...folders, ...processes.map(({ command }) => `a process, ${command}`)];
    },
  };
}

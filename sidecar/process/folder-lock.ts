import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Held until it is closed or the process ends, however it ends: the system drops the lock with the process. */
export interface FolderLock {
  close(): void;
}

/** Of a lock that is held: by which process, where that is known. */
export interface LockHolder {
  readonly heldBy: number | null;
}

/** SQLITE_BUSY */
const busy = 5;
/** SQLITE_CORRUPT, SQLITE_NOTADB */
const damaged: readonly unknown[] = [11, 26];

/** An object that nothing refers to would be collected, and its lock dropped. */
const held = new Set<DatabaseSync>();

/** Takes `NAME.lock` in a folder for this process, with the lock of SQLite; `NAME.pid` has the process ID. */
export function takeLock(folder: string, name: string, isRetry = false): FolderLock | LockHolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = join(folder, `${name}.pid`);
  const file = join(folder, `${name}.lock`);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) {
      return { heldBy: readPid(owner) };
    }
    // A lock contains nothing that would be lost.
    if (!isRetry && error instanceof Error && 'errcode' in error && damaged.includes(error.errcode)) {
      rmSync(file);
      return takeLock(folder, name, true);
    }
    throw error;
  }
  held.add(lock);
  writeFileSync(owner, `${process.pid}\n`);
  return {
    close: () => {
      rmSync(owner, { force: true });
      held.delete(lock);
      lock.close();
    },
  };
}

/** The subject of a sentence about the process that holds a lock. */
export function nameHolder({ heldBy }: LockHolder): string {
  return heldBy === null ? 'Another process' : `Process ${heldBy}`;
}

/** How to end the process that holds a lock. */
export function howToEnd({ heldBy }: LockHolder, platform = process.platform): string {
  if (heldBy === null) return 'end that process';
  return `end it (${platform === 'win32' ? 'taskkill /F /PID' : 'kill'} ${heldBy})`;
}

function readPid(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** Another sidecar uses the folder; the message says which one and what to do. */
export class StateInUse extends Error {}

/** Takes the folder of state for this process. @throws StateInUse when another sidecar uses it */
export function lockState(folder: string): FolderLock {
  const lock = takeLock(folder, 'contact');
  if ('close' in lock) return lock;
  throw new StateInUse(
    `${nameHolder(lock)} is a sidecar that keeps its state in ${folder}, which one sidecar at a time may use. Either ${howToEnd(lock)}, or give this one another folder with DATA_DIR. Several sidecars on the same state need REDIS_URL.`,
  );
}

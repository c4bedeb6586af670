import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Opens `edit.sqlite` in a folder, which only the owner of the process reads. Commands and the running process share it. */
export function openEditDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'edit.sqlite');
  const database = new DatabaseSync(file, { timeout: 5_000 });
  chmodSync(file, 0o600);
  database.exec('PRAGMA journal_mode = WAL');
  return database;
}

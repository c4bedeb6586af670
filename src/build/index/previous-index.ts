import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/**
 * The content index of the last build, from which the rows of documents that did not change are taken over: they
 * are the same bytes as if they were made again, in a fraction of the time. Statements know it as `previous`.
 */
export interface PreviousIndex {
  /** Position in it of the document with a key; undefined where none has it. */
  positionOf(key: string): number | undefined;
}

/**
 * @param code of the index to be written
 * @returns null when there is no such file, or none that can be read or that other code made: then all rows are made
 */
export function attachPreviousIndex(
  database: DatabaseSync,
  file: string,
  code: string,
): PreviousIndex | null {
  if (!existsSync(file)) return null;
  try {
    database.prepare('ATTACH DATABASE ? AS previous').run(file);
    const made = database.prepare("SELECT value FROM previous.meta WHERE key = 'code'").get();
    if (made?.value !== code) return null;
    const keys = database.prepare('SELECT key, position FROM previous.document_key').all();
    const positions = new Map(keys.map(({ key, position }) => [String(key), Number(position)]));
    return { positionOf: (key) => positions.get(key) };
  } catch {
    return null;
  }
}

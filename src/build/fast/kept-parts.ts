import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Artifact, PartTables } from '../plan/output.ts';

/**
 * Takes the parts of a large file that are as in the last build out of the file that is there: after an edit, all
 * entries of `llms-full.txt` but one.
 * @param tables of the last build
 */
export function openKeptParts(folder: string, tables: PartTables) {
  const made: Record<string, PartTables[string]> = { ...tables };
  return {
    /** Tables of the files as they are now. */
    made,
    keepParts(artifact: Artifact): Artifact {
      const { file, parts } = artifact;
      if (!parts) return artifact;
      const render = () => {
        const { head, entries } = parts();
        const known = readParts(join(folder, file), tables[file] ?? []);
        const all = [{ key: '', render: () => head }, ...entries];
        const chunks = all.map(({ key, render }) => (key && known.get(key)) || Buffer.from(render()));
        made[file] = all.map(({ key }, index) => [key, chunks[index]?.length ?? 0]);
        return Buffer.concat(chunks);
      };
      return { ...artifact, render };
    },
  };
}

/** The parts of the file by their keys; none where the file is gone, or is not the one of the table. */
function readParts(file: string, table: PartTables[string]): Map<string, Uint8Array> {
  const parts = new Map<string, Uint8Array>();
  if (table.length === 0 || !existsSync(file)) return parts;
  const bytes = readFileSync(file);
  let at = 0;
  for (const [key, length] of table) {
    parts.set(key, bytes.subarray(at, at + length));
    at += length;
  }
  return at === bytes.length ? parts : new Map();
}

import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
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
      return {
        ...artifact,
        *parts() {
          const table: [key: string, bytes: number][] = [];
          const known = openParts(join(folder, file), tables[file] ?? []);
          for (const { key, render } of parts()) {
            const bytes = (key && known.read(key)) || Buffer.from(render());
            table.push([key, bytes.length]);
            yield { key, render: () => bytes };
          }
          known.close();
          made[file] = table;
        },
      };
    },
  };
}

/** The parts of the file by their keys; none where the file is gone, or is not the one of the table. */
function openParts(path: string, table: PartTables[string]) {
  const places = new Map<string, readonly [at: number, bytes: number]>();
  let end = 0;
  for (const [key, bytes] of table) {
    places.set(key, [end, bytes]);
    end += bytes;
  }
  const file = existsSync(path) ? openSync(path, 'r') : null;
  if (file === null || fstatSync(file).size !== end) places.clear();
  return {
    read(key: string): Uint8Array | null {
      const [at, bytes] = places.get(key) ?? [];
      if (file === null || at === undefined) return null;
      const part = Buffer.allocUnsafe(bytes ?? 0);
      return readSync(file, part, 0, part.length, at) === part.length ? part : null;
    },
    close: () => file !== null && closeSync(file),
  };
}

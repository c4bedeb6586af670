import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Artifact, Part, PartTables } from '../plan/output.ts';

/**
 * Takes the parts of a large file that are as in the last build out of the file that is there: after an edit, all
 * entries of `llms-full.txt` but one.
 * @param tables of the last build
 * @param renewed where they and the first parts are all that changed: parts by the keys that they had
 */
export function openKeptParts(
  folder: string,
  tables: PartTables,
  renewed: ReadonlyMap<string, Part> | null = null,
) {
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
          // Parts that follow each other are taken over together.
          let run = nothing;
          const isListed = renewed !== null && known.places.size > 0;
          for (const { key, render } of isListed ? relist(parts(), tables[file] ?? [], renewed) : parts()) {
            const place = key ? known.places.get(key) : undefined;
            if (!place || place.at !== run.end) {
              yield* known.read(run);
              run = place ?? nothing;
            }
            if (place) run = { ...run, end: place.end };
            const made = place ? null : Buffer.from(render());
            table.push([key, place ? place.end - place.at : (made?.length ?? 0)]);
            if (made) yield { key, render: () => made };
          }
          yield* known.read(run);
          known.close();
          made[file] = table;
        },
      };
    },
  };
}

/** The parts of a table in its order, without a list of what they are made of. */
function* relist(
  parts: Iterable<Part>,
  [, ...table]: PartTables[string],
  renewed: ReadonlyMap<string, Part>,
): Generator<Part> {
  for (const head of parts) {
    yield head;
    break;
  }
  for (const [key] of table) yield renewed.get(key) ?? { key, render: () => '' };
}

interface Place {
  readonly at: number;
  readonly end: number;
}

const nothing: Place = { at: 0, end: 0 };
const chunkBytes = 1024 * 1024;

/** The places of a file's parts by their keys; none where the file is gone, or is not the one of the table. */
function openParts(path: string, table: PartTables[string]) {
  const places = new Map<string, Place>();
  let end = 0;
  for (const [key, bytes] of table) {
    places.set(key, { at: end, end: end + bytes });
    end += bytes;
  }
  const file = existsSync(path) ? openSync(path, 'r') : null;
  if (file === null || fstatSync(file).size !== end) places.clear();
  const room = Buffer.allocUnsafe(Math.min(end, chunkBytes));
  return {
    places,
    /** Pieces, each of which is written before the next is read. */
    *read({ at, end }: Place): Generator<Part> {
      for (let from = at; from < end && file !== null; ) {
        const bytes = readSync(file, room, 0, Math.min(end - from, room.length), from);
        if (bytes === 0) throw new Error(`${path} became shorter during the build.`);
        from += bytes;
        yield { key: '', render: () => room.subarray(0, bytes) };
      }
    },
    close: () => file !== null && closeSync(file),
  };
}

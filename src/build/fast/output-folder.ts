import { existsSync, readdirSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import type { FolderTimes, FoundOutput } from '../plan/output-folder.ts';

/** Keyed by the paths of files. */
type Names = Readonly<Record<string, unknown>>;

/**
 * Lists the output. A folder that did not change since the last build contains what that build wrote: reading its time
 * takes a quarter of the time of listing it.
 * @param made files of the last build
 * @param times of its folders, as {@link noteFolders} gave them
 */
export function findOutput(top: string, made: Names, times: FolderTimes): FoundOutput {
  const folders = new Map([...times].filter(([folder, time]) => time !== 0 && timeOf(top, folder) === time));
  const isWhole = times.size > 0 && folders.size === times.size;
  const known = Object.keys(made).filter((file) => !isBeside(file));
  const present = new Set(isWhole ? known : known.filter((file) => folders.has(folderOf(file))));
  const read = (folder: string) => {
    if (folders.has(folder) || !existsSync(pathOf(top, folder))) return;
    folders.set(folder, 0);
    for (const entry of readdirSync(pathOf(top, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) read(path);
      else if (entry.isFile()) present.add(path);
    }
  };
  for (const folder of times.keys()) read(folder);
  read('');
  return { present, folders };
}

/** Times of all folders at the end of a build. @param now milliseconds since 1970 */
export function noteFolders(
  top: string,
  { present, folders }: FoundOutput,
  made: Names,
  now: number,
): FolderTimes {
  const touched = new Set<string>();
  const touch = (file: string) => {
    for (let folder = folderOf(file); !touched.has(folder); folder = folderOf(folder)) touched.add(folder);
  };
  // Files are replaced there.
  touch('');
  for (const file in made) if (!present.has(file) && !isBeside(file)) touch(file);
  for (const file of present) if (!Object.hasOwn(made, file)) touch(file);
  for (const [folder, time] of folders) if (time === 0) touched.add(folder);
  const times = new Map(folders);
  for (const folder of touched) {
    const time = timeOf(top, folder);
    if (time === undefined) times.delete(folder);
    // What happens in the same moment has the same time.
    else times.set(folder, now - time > coarsestClock ? time : 0);
  }
  return times;
}

/** Milliseconds that file systems may be behind. */
const coarsestClock = 20;

/** Another copy of a folder has another one, which nothing can set. */
function timeOf(top: string, folder: string): number | undefined {
  return statSync(pathOf(top, folder), { throwIfNoEntry: false })?.ctimeMs;
}

/** Does a name that a build notes belong to a file outside of the output? */
function isBeside(file: string): boolean {
  return file.startsWith('../');
}

function pathOf(top: string, folder: string): string {
  return folder === '' ? top : `${top}/${folder}`;
}

function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Watching, watchFiles } from './watch-files.ts';

type Tell = (event: 'add' | 'change' | 'unlink', file: string) => void;

/**
 * Tells Vite which modules changed. Its own watcher (chokidar) says nothing of a change that comes within 50 ms of
 * another one of the same file, so that a page stays what it was until the next edit; Vite is told to ignore these
 * folders, and hears of their files from here.
 * @param tellVite of one file
 * @param folders absolute
 */
export function watchModules(tellVite: Tell, folders: readonly string[]): Watching {
  const known = new Set(folders.flatMap(listFiles));
  const add = (path: string) => {
    known.add(path);
    tellVite('add', path);
  };
  const tell = (path: string) => {
    const files = listFiles(path);
    for (const file of files) if (!known.has(file)) add(file);
    if (files.length > 0) return;
    if (existsSync(path)) {
      if (known.has(path)) tellVite('change', path);
      else if (statSync(path).isFile()) add(path);
      return;
    }
    for (const file of known) {
      if (file !== path && !file.startsWith(path + sep)) continue;
      known.delete(file);
      tellVite('unlink', file);
    }
  };
  const watching = folders.map((folder) =>
    watchFiles(folder, ['.'], (files) => {
      for (const file of files) tell(join(folder, file));
    }),
  );
  return {
    close() {
      for (const { close } of watching) close();
    },
  };
}

/** The files below a folder; none for what is not a folder. */
function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

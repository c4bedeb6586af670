import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Watching, watchFiles } from './watch-files.ts';

type Report = (event: 'add' | 'change' | 'unlink', file: string) => void;

/** Reports changed modules to Vite, whose watcher drops a second change of a file within 50 ms. */
export function watchModules(reportToVite: Report, folders: readonly string[]): Watching {
  const known = new Set(folders.flatMap(listFiles));
  const add = (path: string) => {
    known.add(path);
    reportToVite('add', path);
  };
  const report = (path: string) => {
    const files = listFiles(path);
    for (const file of files) if (!known.has(file)) add(file);
    if (files.length > 0) return;
    if (existsSync(path)) {
      if (known.has(path)) reportToVite('change', path);
      else if (statSync(path).isFile()) add(path);
      return;
    }
    for (const file of known) {
      if (file !== path && !file.startsWith(path + sep)) continue;
      known.delete(file);
      reportToVite('unlink', file);
    }
  };
  const watching = folders.map((folder) =>
    watchFiles(folder, ['.'], (files) => {
      for (const file of files) report(join(folder, file));
    }),
  );
  return {
    close() {
      for (const { close } of watching) close();
    },
  };
}

/** The files in a folder, recursively; none if it is not a folder. */
function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

import { existsSync, type FSWatcher, readdirSync, watch } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Temporary files of editors. */
const scratch = /^\.|~$|\.(?:swp|swx|tmp)$/;
/** Editors write a file in several steps; debounces them (milliseconds). */
const quiet = 15;
/** Maximum delay of a report during a stream of changes. */
const longestWait = 200;

export interface Watching {
  close(): void;
}

/**
 * Watches folders recursively, also those that are created later. Vite's own watcher drops a second change within 50 ms.
 * @param onChange called with the files that changed since the last call, relative to `root`
 */
export function watchFiles(
  root: string,
  places: readonly string[],
  onChange: (files: readonly string[]) => void,
): Watching {
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let since = 0;

  const report = () => {
    timer = null;
    const files = [...changed].sort();
    changed.clear();
    for (const place of places) watchFolder(join(root, place));
    onChange(files);
  };
  const note = (folder: string, name: string | null) => {
    if (name !== null && scratch.test(name)) return;
    changed.add(relative(root, name === null ? folder : join(folder, name)).replaceAll(sep, '/'));
    const now = performance.now();
    if (timer === null) since = now;
    else clearTimeout(timer);
    timer = setTimeout(report, Math.max(0, Math.min(quiet, since + longestWait - now)));
  };
  const watchFolder = (folder: string) => {
    if (!existsSync(folder)) return;
    if (!watchers.has(folder)) {
      const watcher = watch(folder, (_event, name) => note(folder, name));
      // The folder was removed.
      watcher.on('error', () => {
        watcher.close();
        watchers.delete(folder);
      });
      watchers.set(folder, watcher);
    }
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && !entry.name.startsWith('.')) watchFolder(join(folder, entry.name));
    }
  };
  for (const place of places) watchFolder(join(root, place));
  // A missing place may be created later.
  const above = watch(root, (_event, name) => {
    if (name !== null && places.includes(name) && !watchers.has(join(root, name))) note(root, name);
  });
  watchers.set(root, above);
  return {
    close() {
      if (timer !== null) clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

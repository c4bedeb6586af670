import { existsSync, type FSWatcher, readdirSync, watch } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** What editors put beside a file while it is open. */
const scratch = /^\.|~$|\.(?:swp|swx|tmp)$/;
/** Editors write a file in several steps; an edit is over when nothing happened for so many milliseconds. */
const quiet = 15;
/** A stream of changes is looked at this often all the same. */
const longestWait = 200;

export interface Watching {
  close(): void;
}

/**
 * Watches folders of a project with everything below them, also those that appear later. One watcher a folder: no
 * system has too few of them for a site. Vite's own watcher drops a second change within 50 ms, so Vite is told of changes
 * from here.
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
      // A folder that goes away takes its watcher along.
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
  // A place that was missing may be made later.
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

import { type Stats, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds between two looks. Systems do not tell of changes on every disk, such as that of a container's host. */
const interval = 1000;

/**
 * Calls `finished` after each build of a folder that is served, such as a second `npm run build` beside `npm start`:
 * its pages are files, and new at once, so whatever else answers out of the build has to follow.
 * @param dist a build's folder
 * @returns a function that ends the watch
 */
export function watchBuilds(dist: string, finished: () => void): () => void {
  // What a build writes last.
  const file = join(dist, 'server/next-due.txt');
  const compare = (now: Stats, before: Stats) => {
    if (now.nlink > 0 && now.mtimeMs !== before.mtimeMs) finished();
  };
  watchFile(file, { interval, persistent: false }, compare);
  return () => unwatchFile(file, compare);
}

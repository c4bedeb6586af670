import { type Stats, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds between two checks. Not every disk reports changes, such as that of a container's host. */
const interval = 1000;

/**
 * Calls `finished` after each build of a served folder, such as `npm run build` during `npm start`: its pages are files,
 * and new at once, so everything else that answers from the build has to follow.
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

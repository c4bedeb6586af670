import { type FolderLock, howToEnd, nameHolder, takeLock } from './folder-lock.ts';

/** Another sidecar uses the folder; the message says which one and what to do. */
export class StateInUse extends Error {}

/**
 * Takes the folder of state for this process: one sidecar may use it.
 * @throws StateInUse when another one does; what the system says when the folder cannot be used at all.
 */
export function lockState(folder: string): FolderLock {
  const lock = takeLock(folder, 'contact');
  if ('close' in lock) return lock;
  throw new StateInUse(
    `${nameHolder(lock)} is a sidecar that keeps its state in ${folder}, which one sidecar at a time may use. Either ${howToEnd(lock)}, or give this one another folder with DATA_DIR. Several sidecars on the same state need REDIS_URL.`,
  );
}

/** A package in `package-lock.json`, by the folder that it is installed in. */
export interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
export interface LockFile {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** A package that is wanted, and the folder in the lock file from which it is imported. */
export interface WantedPackage {
  readonly name: string;
  readonly from: string;
}

/**
 * The lock file of a folder in which only some packages are installed, with what these depend on: the versions of
 * `lock`. Wanted packages are at the top; another version of one is inside the packages that depend on it.
 * @throws a sentence if a wanted package is not in `lock`
 */
export function reduceLock(lock: LockFile, wanted: readonly WantedPackage[]): LockFile {
  /** Folders in the result, with their folders in `lock`. */
  const placed = new Map<string, string>();
  for (const { name, from } of wanted) {
    const source = findPackage(lock, name, from);
    if (source === null)
      throw new Error(`package-lock.json lacks ${name}, which the server imports. Run npm install.`);
    placed.set(`node_modules/${name}`, source);
  }
  // Folders that are added on the way are visited as well.
  for (const [folder, source] of placed) {
    for (const name of dependenciesOf(lock.packages[source])) {
      const wantedSource = findPackage(lock, name, source);
      // Optional, or of another platform.
      if (wantedSource === null) continue;
      const found = lookUp(folder, name).find((place) => placed.has(place));
      if (found === undefined) placed.set(`node_modules/${name}`, wantedSource);
      else if (placed.get(found) !== wantedSource) placed.set(`${folder}/node_modules/${name}`, wantedSource);
    }
  }
  const root = { dependencies: Object.fromEntries(wanted.map(({ name }) => [name, versionOf(name)])) };
  const entries = [...placed].map(([folder, source]) => [folder, lock.packages[source]]);
  return { lockfileVersion: lock.lockfileVersion, packages: { '': root, ...Object.fromEntries(entries) } };

  function versionOf(name: string): string {
    return lock.packages[placed.get(`node_modules/${name}`) ?? '']?.version ?? '*';
  }
}

function dependenciesOf(locked: LockedPackage | undefined): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = locked ?? {};
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
}

function findPackage(lock: LockFile, name: string, from: string): string | null {
  return lookUp(from, name).find((folder) => folder in lock.packages) ?? null;
}

/** Folders in which Node looks for a package, from a folder up: `a/node_modules/x`, `node_modules/x`. */
function lookUp(from: string, name: string): string[] {
  const parts = from === '' ? [] : from.split('/');
  return parts
    .map((_, at) => parts.slice(0, parts.length - at))
    .filter((folder) => folder.at(-1) !== 'node_modules')
    .map((folder) => `${folder.join('/')}/node_modules/${name}`)
    .concat(`node_modules/${name}`);
}

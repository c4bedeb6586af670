import { posix } from 'node:path';

export interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A dependency that is installed from a file or folder instead of a registry. */
export interface LocalPackage {
  readonly name: string;
  /** Relative to the site's folder, or absolute. */
  readonly path: string;
  /** Outside of the site's folder, so that clones lack it. */
  readonly isOutside: boolean;
}

export function listLocalPackages(manifest: Manifest): LocalPackage[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).flatMap(
    ([name, source]) => {
      // npm takes a path without a scheme as well.
      const written = /^(?:(?:file|link):|(?=\.{0,2}[\\/]|~[\\/]|[a-z]:[\\/]))(.+)$/i.exec(source)?.[1];
      if (written === undefined) return [];
      const path = posix.normalize(written.replace(/^\/\/(?=\/)/, '').replaceAll('\\', '/'));
      return { name, path, isOutside: /^(?:\.\.(?:\/|$)|~|\/|[a-z]:)/i.test(path) };
    },
  );
}

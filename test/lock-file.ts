import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from '../src/terminal/options.ts';

/**
 * `npm run lock`: asks the registry for the digests that package-lock.json lacks, and writes them into it. npm leaves
 * them out for packages of other platforms when it cannot read about them; without its digest, a package is installed
 * there unchecked.
 */
const file = join(import.meta.dirname, '../package-lock.json');

export interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

export interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
}

/** The packages without a digest, as `name@version`. */
export function findGaps({ packages }: LockFile): string[] {
  return Object.entries(packages)
    .filter(([path, { integrity, link }]) => isInstalled(path) && !integrity && !link)
    .map(([path, { version }]) => `${nameOf(path)}@${version}`);
}

export function readLockFile(): LockFile {
  return JSON.parse(readFileSync(file, 'utf8')) as LockFile;
}

/** The project and its own packages are there already. */
export const isInstalled = (path: string) => path.includes('node_modules/');

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function fill(lock: LockFile): LockFile {
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    const { version, ...rest } = entry;
    if (!isInstalled(path) || entry.integrity || entry.link) return [path, entry];
    const asked = spawnSync('npm', ['view', `${nameOf(path)}@${version}`, 'dist.integrity'], {
      encoding: 'utf8',
    });
    const integrity = asked.stdout.trim();
    if (asked.status === 0 && integrity.startsWith('sha512-')) return [path, { version, integrity, ...rest }];
    console.error(`The registry has no ${nameOf(path)}@${version}.`);
    return [path, entry];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

if (import.meta.main) readOptions('Usage: npm run lock', {});
if (import.meta.main) writeFileSync(file, `${JSON.stringify(fill(readLockFile()), null, 2)}\n`);

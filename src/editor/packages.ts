import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { engine } from '../content/read/code-digest.ts';
import { type editorPackages, listSitePackages, type VersionFacts } from '../init/site-packages.ts';

/** An optional package is missing, or has another version than the one that was tested. */
export class MissingPackage extends Error {}

/**
 * Folder of an optional package that the site in `root` installed.
 * @throws MissingPackage with the command that installs it
 */
export function findPackage(root: string, name: (typeof editorPackages)[number]): string {
  const wanted = listSitePackages(readManifest(engine)).editor?.[name] ?? '';
  const paths = createRequire(join(root, 'package.json')).resolve.paths(name) ?? [];
  const folder = paths.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')));
  const found = folder === undefined ? null : readManifest(folder).version;
  if (folder !== undefined && found === wanted) return folder;
  const problem =
    found === null ? `needs the package ${name}` : `needs ${name} ${wanted}, and ${found} is installed`;
  throw new MissingPackage(`The editor ${problem}. Run: npm install --save-exact ${name}@${wanted}`);
}

function readManifest(folder: string): VersionFacts {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as VersionFacts;
}

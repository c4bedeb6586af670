import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { engine } from '../content/read/code-digest.ts';
import { type AddOnName, addOnFile, type VersionFacts, vendoredEngine } from '../core/model/site-packages.ts';

/** Packages that a command or a setting asks for. The engine imports none of them: it loads them from the site. */

/**
 * Loads a module of an add-on.
 * @param root folder of the site, whose packages come first; then those next to the engine
 * @param entry as the add-on exports it: `commands/import`
 * @returns null where the add-on is not installed
 */
export async function loadAddOn<Module>(
  root: string,
  name: AddOnName,
  entry: string,
): Promise<Module | null> {
  const file = resolveIn(root, `${name}/${entry}`);
  return file === null ? null : ((await import(pathToFileURL(file).href)) as Module);
}

/** Is an add-on installed, in the site or next to the engine? */
export const hasAddOn = (root: string, name: AddOnName) => resolveIn(root, `${name}/package.json`) !== null;

function resolveIn(root: string, id: string): string | null {
  try {
    return createRequire(import.meta.filename).resolve(id, { paths: [root, import.meta.dirname] });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return null;
    throw error;
  }
}

/** The manifest of the engine, as a project or as a package. */
export function readEngine(): VersionFacts {
  return JSON.parse(readFileSync(join(engine, 'package.json'), 'utf8')) as VersionFacts;
}

/** The command that installs an add-on: from `vendor/`, where the engine comes from there, else from the registry. */
export function installLine(root: string, name: AddOnName): string {
  const { version } = readEngine();
  if (!existsSync(join(root, vendoredEngine))) return `npm install ${name}@${version}`;
  const file = addOnFile(name);
  const copied = existsSync(join(root, file))
    ? ''
    : `cp ${name}-${version}.tgz ${file}   (it is packed together with the engine)\n  `;
  return `${copied}npm install ./${file}`;
}

/** `agentsite import needs the package agentsite-import. Install it:` and the command. */
export function explainMissing(asked: string, root: string, name: AddOnName): string {
  return `${asked} needs the package ${name}. Install it:\n  ${installLine(root, name)}`;
}

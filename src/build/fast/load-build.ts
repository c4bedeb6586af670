import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  compiledFolder,
  digestEngine,
  otherBuildCode,
  publishedCode,
} from '../../content/read/code-digest.ts';

type BuildCode = typeof import('./build-code.ts');

/** The code of a build in one file, named by its digest: Node takes a quarter of a small build to load hundreds. */
export const bundles = join(compiledFolder, 'build-code');

export function locateBundle(): string {
  return join(bundles, `${digestEngine([...publishedCode, ...otherBuildCode]).slice(0, 32)}.mjs`);
}

/** Loads the code of a build: the bundle, or the modules themselves where there is none. */
export async function loadBuild(): Promise<{ readonly code: BuildCode; readonly isBundled: boolean }> {
  const file = locateBundle();
  const isBundled = existsSync(file);
  return {
    code: await (isBundled ? import(pathToFileURL(file).href) : import('./build-code.ts')),
    isBundled,
  };
}

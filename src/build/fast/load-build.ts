import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compiledFolder, digestEngine } from '../../content/read/code-digest.ts';
import { type RunningBundle, runBundle } from './run-bundle.ts';

type BuildCode = typeof import('./build-code.ts');

/**
 * The engine's code of a build as one file: Node spends a quarter of a small build on finding and checking hundreds of
 * small ones. Its name is the digest of the code that it was made from; packages are loaded as they are installed.
 */
export const bundles = join(compiledFolder, 'build-code');

/** Where the bundle of this code is. */
export function locateBundle(): string {
  return join(bundles, `${digestEngine(['src']).slice(0, 32)}.cjs`);
}

export interface LoadedBuild {
  readonly code: BuildCode;
  readonly isBundled: boolean;
  readonly keepCompiled: RunningBundle<BuildCode>['keepCompiled'];
}

/**
 * Loads what builds: the bundle of this code, or the code itself where there is none.
 * @param cache folder of compiled code, as Node has it as NODE_COMPILE_CACHE
 */
export async function loadBuild(cache: string | undefined): Promise<LoadedBuild> {
  const file = locateBundle();
  if (existsSync(file)) {
    const { exports, keepCompiled } = await runBundle<BuildCode>(file, cache);
    return { code: exports, isBundled: true, keepCompiled };
  }
  return { code: await import('./build-code.ts'), isBundled: false, keepCompiled: () => undefined };
}

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The URL of a module that settings name: a file of the site, a URL, or a module of a package.
 * @param code digest of the site's own modules: another one bypasses the module cache
 * @throws if there is none
 */
export function locateModule(name: string, root: string, code = ''): string {
  const url = name.startsWith('file:')
    ? new URL(name)
    : pathToFileURL(name.startsWith('.') ? join(root, name) : resolveInPackage(name, root));
  if (!existsSync(url)) throw new Error('names a file that does not exist');
  if (code !== '' && name.startsWith('.')) url.searchParams.set('agentsite', code);
  return url.href;
}

/** Why there is no such module; null where there is one. */
export function explainMissing(name: string, root: string): string | null {
  try {
    locateModule(name, root);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function resolveInPackage(name: string, root: string): string {
  const require = createRequire(join(root, 'site.ts'));
  const [, packageName = name] = /^((?:@[^/]+\/)?[^/]+)/.exec(name) ?? [];
  try {
    return require.resolve(name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const found = code === 'ERR_PACKAGE_PATH_NOT_EXPORTED' ? resolveForImport(name, root) : undefined;
    if (found !== undefined) return found;
    const isInstalled = require.resolve.paths(name)?.some((path) => existsSync(join(path, packageName)));
    const fix = isInstalled ? 'has no such module' : `is not installed; run: npm install ${packageName}`;
    throw new Error(`names ${name}, and the package ${packageName} ${fix}`);
  }
}

/** In packages that export for `import` alone, which `require.resolve` does not see. */
function resolveForImport(name: string, root: string): string | undefined {
  const load = createRequire(import.meta.filename);
  const { ResolverFactory } = load('rolldown/experimental') as typeof import('rolldown/experimental');
  return new ResolverFactory({ conditionNames: ['node', 'import'] }).sync(root, name).path;
}

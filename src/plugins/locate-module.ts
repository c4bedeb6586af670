import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The URL of a module that settings name: a file of the site, a URL, or a module of a package.
 * @param code digest of the site's own modules: another one bypasses the module cache
 * @throws if there is none
 */
export function locateModule(name: string, root: string, code = ''): string {
  if (name.startsWith('file:')) return name;
  const path = name.startsWith('.') ? join(root, name) : createRequire(join(root, 'site.ts')).resolve(name);
  const url = pathToFileURL(path);
  if (code !== '' && name.startsWith('.')) url.searchParams.set('agentsite', code);
  return url.href;
}

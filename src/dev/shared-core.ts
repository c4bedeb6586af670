import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DevEnvironment } from 'vite';

const core = join(import.meta.dirname, '../core/');

/** Shares this process's `src/core` with the theme: Vite would compile it again, a fifth of the first page's modules. */
export function shareCore(environment: DevEnvironment): void {
  const { moduleGraph } = environment;
  const fetchModule = environment.fetchModule.bind(environment);
  // Vite passes the URL of a module; Astro, for styles, the ID.
  environment.fetchModule = async (name, importer, options) => {
    const file = (moduleGraph.getModuleById(name) ?? (await moduleGraph.getModuleByUrl(name)))?.file;
    if (!file?.startsWith(core)) return fetchModule(name, importer, options);
    return { externalize: pathToFileURL(file).href, type: 'module' };
  };
}

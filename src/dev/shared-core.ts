import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DevEnvironment } from 'vite';

const core = join(import.meta.dirname, '../core/');

/**
 * Has the theme import `src/core` as this process has it. Vite would compile these modules, a fifth of what a page
 * needs, once more for the theme, and the first page would wait for that.
 * @param environment that renders pages
 */
export function shareCore(environment: DevEnvironment): void {
  const { moduleGraph } = environment;
  const fetchModule = environment.fetchModule.bind(environment);
  // Vite asks by the address of a module; Astro, which looks for its styles, by the id.
  environment.fetchModule = async (name, importer, options) => {
    const file = (moduleGraph.getModuleById(name) ?? (await moduleGraph.getModuleByUrl(name)))?.file;
    if (!file?.startsWith(core)) return fetchModule(name, importer, options);
    return { externalize: pathToFileURL(file).href, type: 'module' };
  };
}

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Site } from '../core/model/site.ts';

/** A setting that names a file that is not there. */
export interface MissingFile {
  /** Place in the settings: `['components', 'SiteHeader']`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * Every file that the settings name has to be there: a component or a style that is not would fail somewhere in Vite.
 * @param root the site's folder
 */
export function findMissingFiles(site: Site, root: string): MissingFile[] {
  const { components, customCss, logo, favicon } = site;
  const modules: Named[] = [
    ...Object.entries(components).map(([name, file]): Named => [['components', name], file]),
    ...customCss.map((file, at): Named => [['customCss', at], file]),
  ];
  const published: Named[] = [
    [['logo', 'src'], logo?.src],
    [['logo', 'dark'], logo?.dark],
    [['favicon'], favicon],
  ];
  const missing = (list: readonly Named[], folder: string, isThere: (name: string) => boolean) =>
    list.flatMap(([path, name]) =>
      name === undefined || isThere(name) ? [] : [{ path, message: `there is no ${folder}${name}` }],
    );
  return [
    ...missing(modules, '', (name) => isModule(name, root)),
    ...missing(published, 'public', (name) => existsSync(join(root, 'public', name))),
  ];
}

type Named = readonly [MissingFile['path'], string | undefined];

function isModule(name: string, root: string): boolean {
  if (name.startsWith('.')) return existsSync(join(root, name));
  try {
    createRequire(join(root, 'site.ts')).resolve(name);
    return true;
  } catch {
    return false;
  }
}

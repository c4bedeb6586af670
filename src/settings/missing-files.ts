import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../core/model/site.ts';
import { explainMissing } from '../plugins/locate-module.ts';
import type { SettingIssue } from './setting-issues.ts';

/** Missing files that the settings name; Vite would fail without naming the setting. Settings may be invalid. */
export function findMissingFiles(
  site: Omit<Site, 'owner'> & { readonly owner?: Site['owner'] },
  root: string,
): SettingIssue[] {
  const { components, customCss, logo, favicon, owner } = site;
  const modules: Named[] = [
    ...Object.entries(components).map(([name, file]): Named => [['components', name], file]),
    ...customCss.map((file, at): Named => [['customCss', at], file]),
  ];
  const published: Named[] = [
    [['logo', 'src'], logo?.src],
    [['logo', 'dark'], logo?.dark],
    [['favicon'], favicon],
    [['owner', 'image'], owner?.image],
  ];
  const missing = (list: readonly Named[], folder: string, isThere: (name: string) => boolean) =>
    list.flatMap(([path, name]) =>
      name === undefined || isThere(name) ? [] : [{ path, message: `there is no ${folder}${name}` }],
    );
  return [
    ...missing(modules, '', (name) => explainMissing(name, root) === null),
    ...missing(published, 'public', (name) => existsSync(join(root, 'public', name))),
  ];
}

type Named = readonly [SettingIssue['path'], string | undefined];

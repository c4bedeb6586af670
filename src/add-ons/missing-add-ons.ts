import type { Site } from '../core/model/site.ts';
import { type AddOnName, addOnCommands } from '../core/model/site-packages.ts';
import { hasAddOn, installLine, listWantedAddOns } from './add-ons.ts';

/** Advice on an add-on that a setting or a script of the site needs and the site has not installed. */
export interface MissingAddOn {
  readonly file: 'site.ts' | 'package.json';
  readonly message: string;
}

/** @param scripts those of the site's `package.json`, by name */
export function listMissingAddOns(
  root: string,
  site: Site,
  scripts: Readonly<Record<string, string>>,
  isInstalled = (name: AddOnName) => hasAddOn(root, name),
): MissingAddOn[] {
  const all = Object.values(scripts).join('\n');
  const ofScripts = (Object.entries(addOnCommands) as [AddOnName, readonly string[]][]).flatMap(
    ([name, commands]) =>
      commands
        .filter((command) => new RegExp(`\\bagentsite ${command}(?![\\w-])`).test(all))
        .map((command) => ({ file: 'package.json' as const, what: `agentsite ${command}`, name })),
  );
  const ofSettings = listWantedAddOns(site).map(({ setting, name }) => ({
    ...{ file: 'site.ts' as const, what: setting, name },
  }));
  return [...ofSettings, ...ofScripts]
    .filter(({ name }) => !isInstalled(name))
    .map(({ file, what, name }) => ({
      file,
      message: `\`${what}\` needs the package ${name}. Run: ${installLine(root, name)}`,
    }));
}

import type { Site } from '../core/model/site.ts';
import type { AddOnName } from '../core/model/site-packages.ts';
import { hasAddOn, installLine } from './add-ons.ts';

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
  const { webmention, webSub, indexNow } = site.connect;
  const wanted: readonly (readonly [boolean, MissingAddOn['file'], string, AddOnName])[] = [
    [site.editor !== false, 'site.ts', '`editor`', 'agentsite-editor'],
    [Boolean(webmention?.send || webSub || indexNow), 'site.ts', '`connect`', 'agentsite-mentions'],
    [
      /\bagentsite test\b/.test(Object.values(scripts).join('\n')),
      'package.json',
      '`agentsite test`',
      'agentsite-contract',
    ],
  ];
  return wanted.flatMap(([isWanted, file, what, name]) =>
    isWanted && !isInstalled(name)
      ? [{ file, message: `${what} needs the package ${name}. Run: ${installLine(root, name)}` }]
      : [],
  );
}

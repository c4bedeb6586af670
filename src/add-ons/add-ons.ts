import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { engine } from '../content/read/code-digest.ts';
import type { PluginRow } from '../core/model/settings/plugins.ts';
import type { Site } from '../core/model/site.ts';
import { type AddOnName, addOnFile, type VersionFacts, vendoredEngine } from '../core/model/site-packages.ts';
import { settlePlugins } from '../settings/plugin-settings.ts';

/** Packages that a command or a setting asks for. The engine imports none of them: it loads them from the site. */

/**
 * The plugin that an add-on is, with its default options.
 * @param root folder of the site, whose packages come first; then those next to the engine
 * @returns null where the add-on is not installed
 */
export async function loadAddOn(root: string, name: AddOnName): Promise<PluginRow | null> {
  const file = resolveIn(root, `${name}/plugin`);
  if (file === null) return null;
  const { default: plugin } = (await import(pathToFileURL(file).href)) as { readonly default: unknown };
  const { settings } = settlePlugins({ plugins: [plugin] }, { root, code: '' });
  return (settings as Pick<Site, 'plugins'>).plugins?.[0] ?? null;
}

/** A setting that asks for an add-on. */
export interface WantedAddOn {
  readonly setting: string;
  readonly name: AddOnName;
}

/** Add-ons that settings ask for, unless the site has them among its plugins. */
export function listWantedAddOns({ editor, connect, plugins = [] }: Site): WantedAddOn[] {
  const { webmention, webSub, indexNow } = connect;
  const announces = Boolean(webmention?.send || webSub || indexNow);
  const wanted: WantedAddOn[] = [
    ...(editor === false ? [] : [{ setting: 'editor', name: 'agentsite-editor' } as const]),
    ...(announces ? [{ setting: 'connect', name: 'agentsite-mentions' } as const] : []),
  ];
  return wanted.filter(({ name }) => !plugins.some((plugin) => `agentsite-${plugin.name}` === name));
}

/** The plugins of a site and of the add-ons that it asks for; and which of these are missing. */
export async function listActivePlugins(root: string, site: Site) {
  const wanted = await Promise.all(
    listWantedAddOns(site).map(async (one) => ({ ...one, row: await loadAddOn(root, one.name) })),
  );
  return {
    plugins: [...(site.plugins ?? []), ...wanted.flatMap(({ row }) => row ?? [])],
    missing: wanted.filter(({ row }) => row === null),
  };
}

/** Is an add-on installed, in the site or next to the engine? */
export const hasAddOn = (root: string, name: AddOnName) => resolveIn(root, `${name}/package.json`) !== null;

function resolveIn(root: string, id: string): string | null {
  try {
    return createRequire(import.meta.filename).resolve(id, { paths: [root, import.meta.dirname] });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return null;
    throw error;
  }
}

/** The manifest of the engine, as a project or as a package. */
export function readEngine(): VersionFacts {
  return JSON.parse(readFileSync(join(engine, 'package.json'), 'utf8')) as VersionFacts;
}

/** The command that installs an add-on: from `vendor/`, where the engine comes from there, else from the registry. */
export function installLine(root: string, name: AddOnName): string {
  const { version } = readEngine();
  if (!existsSync(join(root, vendoredEngine))) return `npm install ${name}@${version}`;
  const file = addOnFile(name);
  const copied = existsSync(join(root, file))
    ? ''
    : `cp ${name}-${version}.tgz ${file}   (it is packed together with the engine)\n  `;
  return `${copied}npm install ./${file}`;
}

/** `agentsite import needs the package agentsite-import. Install it:` and the command. */
export function explainMissing(asked: string, root: string, name: AddOnName): string {
  return `${asked} needs the package ${name}. Install it:\n  ${installLine(root, name)}`;
}

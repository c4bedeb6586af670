import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compiledFolder, digestEngine, engine, publishedCode } from '../../content/read/code-digest.ts';
import { writesPrivacy } from '../../core/model/settings/services.ts';
import type { Site } from '../../core/model/site.ts';
import { astroConfig } from '../../core/model/site-packages.ts';
import { basePath } from '../../core/model/urls.ts';
import { readThemeRecord, type Theme } from '../pages/theme.ts';
import { keyOf } from '../plan/output.ts';

/**
 * The theme of sites whose owners changed none of its code, compiled with the engine (`compile-stock-theme.ts`), so
 * that no build of such a site waits for Vite. Its pages get all settings with each rendering, so it depends on the
 * engine, on the packages that are compiled in, and on nothing of the site.
 */
export const stockFolder = join(compiledFolder, 'theme');

/** Versions of the packages whose code is part of the stock theme. */
export const stockPackagesFile = join(stockFolder, 'packages.json');

/** The stock theme, where it is the one that Astro would compile for the site. */
export function findStockTheme(root: string, site: Site): Theme | null {
  const code = digestStock();
  const isCurrent = readThemeRecord(stockFolder)?.code === code && hasStockPackages();
  return isCurrent && isStock(root, site) ? { folder: stockFolder, code } : null;
}

export const digestStock = () => keyOf(digestEngine(publishedCode));

/** Are these versions the installed ones? An update of a package must not leave its old code in a theme. */
export function hasStockPackages(): boolean {
  if (!existsSync(stockPackagesFile)) return false;
  const compiled = JSON.parse(readFileSync(stockPackagesFile, 'utf8')) as Record<string, string>;
  return Object.entries(compiled).every(([name, version]) => {
    const installed = listInstalledVersions(name);
    return installed.length > 0 && installed.every((one) => one === version);
  });
}

/** Versions of a package that the engine and Astro import by this name. */
function listInstalledVersions(name: string): string[] {
  const astro = findManifest('astro', engine);
  const manifests = [engine, ...(astro ? [dirname(astro)] : [])].flatMap(
    (importer) => findManifest(name, importer) ?? [],
  );
  return manifests.map((file) => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version);
}

function findManifest(name: string, importer: string): string | undefined {
  const folders = createRequire(join(importer, 'package.json')).resolve.paths(name) ?? [];
  const file = folders.map((folder) => join(folder, name, 'package.json')).find((path) => existsSync(path));
  return file === undefined ? undefined : realpathSync(file);
}

/** The configuration that `create-agentsite` writes, and that of the engine's own project, whatever their order. */
const stockConfigs = [
  astroConfig,
  astroConfig.replace("'agentsite'", "'./src/astro/agentsite.ts'").replace("'./site.ts'", "'./src/site.ts'"),
].map(sortLines);

function sortLines(text: string): string {
  return text.split('\n').sort().join('\n');
}

/** Files that Astro or Vite would read as well. */
const otherCode = /^(?:astro\.config\.(?!mjs$)|\.?postcss|theme$)/;

/** Is there no code of the owner's, and no setting that is compiled in? */
function isStock(root: string, site: Site): boolean {
  if (basePath(site) !== '' || writesPrivacy(site) || site.customCss.length > 0) return false;
  if (site.plugins?.some(({ scripts }) => scripts.length > 0)) return false;
  if (Object.values(site.components).some((file) => file !== undefined)) return false;
  const names = readdirSync(root);
  // In the project of the engine itself `src` is the engine's.
  if (names.some((name) => otherCode.test(name) || (name === 'src' && root !== engine))) return false;
  const config = join(root, 'astro.config.mjs');
  return names.includes('astro.config.mjs') && stockConfigs.includes(sortLines(readFileSync(config, 'utf8')));
}

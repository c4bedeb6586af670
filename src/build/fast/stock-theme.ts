import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';
import { compiledFolder, digestEngine, engine } from '../../content/read/code-digest.ts';
import { writesPrivacy } from '../../core/model/services.ts';
import type { Site } from '../../core/model/site.ts';
import { basePath } from '../../core/model/urls.ts';
import { copyRenderer } from '../pages/install-theme.ts';
import { readThemeRecord, type Theme, writeThemeRecord } from '../pages/theme.ts';
import { keyOf } from '../plan/output.ts';

/**
 * The theme of sites whose owners changed none of its code. It differs by their settings, addresses and folders only,
 * so it is compiled with the engine (`compile-stock-theme.ts`), and no build of such a site waits for Vite.
 */
export const stockFolder = join(compiledFolder, 'theme');

/** Tells the site's own integration that places are left open; it finds this by name among its neighbours. */
export const stockTheme: AstroIntegration = { name: 'agentsite-stock-theme', hooks: {} };

/** What stands in compiled code for what differs. */
export const open = {
  settings: 'JSON.parse("agentsite:settings")',
  address: 'https://stock.agentsite.invalid',
  theme: 'file:///agentsite/theme/',
  site: 'file:///agentsite/site/',
} as const;

/** Makes the theme of the site out of the stock one. @returns whether that is possible */
export function takeStockTheme(root: string, site: Site, theme: Theme): boolean {
  const record = readThemeRecord(stockFolder);
  if (!record || !isStock(root, site) || record.code !== digestStock() || !hasStockPackages()) return false;
  const [folder = '', own = ''] = [theme.folder, root].map((place) => pathToFileURL(`${place}/`).href);
  const settings = JSON.stringify(site);
  copyRenderer(stockFolder, theme.folder, record.server, (text) =>
    text
      .replaceAll(open.settings, () => settings)
      .replaceAll(open.address, new URL(site.url).origin)
      .replaceAll(open.theme, () => folder)
      .replaceAll(open.site, () => own),
  );
  cpSync(join(stockFolder, 'client'), join(theme.folder, 'client'), { recursive: true });
  writeThemeRecord(theme.folder, { code: theme.code, server: record.server });
  return true;
}

/**
 * Puts the stock theme, where it is the site's, into the place of the one that Astro has compiled and
 * `recordTheme` has noted: so every build writes the same files.
 */
export function exchangeForStock(root: string, site: Site, theme: Theme): void {
  const compiled = readThemeRecord(theme.folder)?.server ?? [];
  if (!takeStockTheme(root, site, theme)) return;
  const stock = new Set(readThemeRecord(theme.folder)?.server);
  for (const file of compiled) if (!stock.has(file)) rmSync(join(theme.folder, 'server', file));
}

/** Digest of the code of the engine. */
export const digestStock = () => keyOf(digestEngine(['src']));

/** Versions of the packages whose code is part of the stock theme. */
export const stockPackagesFile = join(stockFolder, 'packages.json');

/** Are these versions the ones that are installed? An update of a package must not leave its old code in a theme. */
export function hasStockPackages(): boolean {
  if (!existsSync(stockPackagesFile)) return false;
  const noted = JSON.parse(readFileSync(stockPackagesFile, 'utf8')) as Record<string, string>;
  return Object.entries(noted).every(([name, version]) => {
    const installed = listInstalledVersions(name);
    return installed.length > 0 && installed.every((one) => one === version);
  });
}

/** What the engine gets by this name, and what the packages get whose renderer a theme contains. */
function listInstalledVersions(name: string): string[] {
  const importers = ['astro', '@astrojs/node'].flatMap((importer) => findManifest(importer, engine) ?? []);
  const manifests = [engine, ...importers.map((file) => dirname(file))].flatMap(
    (importer) => findManifest(name, importer) ?? [],
  );
  return manifests.map((file) => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version);
}

function findManifest(name: string, importer: string): string | undefined {
  const folders = createRequire(join(importer, 'package.json')).resolve.paths(name) ?? [];
  const file = folders.map((folder) => join(folder, name, 'package.json')).find((path) => existsSync(path));
  return file === undefined ? undefined : realpathSync(file);
}

/** A configuration that adds nothing. */
const plainConfig =
  /^(?:import (?:agentsite from '(?:agentsite|\.\/src\/astro\/agentsite\.ts)'|\{ defineConfig \} from 'astro\/config'|\{ site \} from '\.\/[\w./-]+');\s+){3}export default defineConfig\(\{ integrations: \[agentsite\(site\)\] \}\);\s*$/;

/** Files that Astro or Vite would look at beside that configuration. */
const otherCode = /^(?:astro\.config\.(?!mjs$)|\.?postcss|theme$)/;

function isStock(root: string, site: Site): boolean {
  if (basePath(site) !== '' || writesPrivacy(site) || site.customCss.length > 0) return false;
  if (Object.values(site.components).some((file) => file !== undefined)) return false;
  const names = readdirSync(root);
  // In the project of the engine itself `src` is the engine's.
  if (names.some((name) => otherCode.test(name) || (name === 'src' && root !== engine))) return false;
  const config = join(root, 'astro.config.mjs');
  return names.includes('astro.config.mjs') && plainConfig.test(readFileSync(config, 'utf8'));
}

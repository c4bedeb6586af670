import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, isAbsolute, join } from 'node:path';
import { compiledFolder } from '../../content/read/code-digest.ts';
import { compileTheme } from '../pages/build-theme.ts';
import { readThemeRecord, recordTheme } from '../pages/theme.ts';
import { digestStock, hasStockPackages, stockFolder, stockPackagesFile } from './stock-theme.ts';

/** Settings that change no code. */
const settings = {
  title: 'Stock',
  description: 'Compiled with the engine.',
  url: 'https://stock.agentsite.invalid',
  owner: { name: 'Owner', slug: 'owner' },
};

/** Compiles the theme that needs nothing of a site into the engine's folder, unless it is there. */
export async function compileStockTheme(): Promise<void> {
  const code = digestStock();
  if (readThemeRecord(stockFolder)?.code === code && hasStockPackages()) return;
  mkdirSync(compiledFolder, { recursive: true });
  const root = mkdtempSync(join(compiledFolder, 'site-'));
  const integration = `../../src/astro/agentsite${extname(import.meta.filename)}`;
  const text = JSON.stringify(settings);
  writeFileSync(join(root, 'site.ts'), `export const site = ${text};\n`);
  writeFileSync(
    join(root, 'astro.config.mjs'),
    `import agentsite from '${integration}';\nexport default { integrations: [agentsite(${text})] };\n`,
  );
  // The environment's settings are not those of all sites.
  for (const name of ['SITE_URL', 'DEPLOY', 'AGENTSITE_PREVIEW', 'ASTRO_KEY']) delete process.env[name];
  const modules = new Set<string>();
  const listModules = {
    name: 'agentsite:modules',
    moduleParsed: ({ id }: { id: string }) => void modules.add(id),
  };
  const theme = { folder: join(root, 'theme'), code };
  await compileTheme(root, theme.folder, { plugins: [listModules] });
  recordTheme(theme);
  writeFileSync(join(theme.folder, basename(stockPackagesFile)), JSON.stringify(listVersions(modules)));
  rmSync(stockFolder, { recursive: true, force: true });
  renameSync(theme.folder, stockFolder);
  rmSync(root, { recursive: true });
}

/** Versions of the packages that these modules belong to, by name. */
function listVersions(modules: ReadonlySet<string>): Record<string, string> {
  // Some virtual modules have the relative path of a file in their names.
  const files = [...modules].filter((id) => isAbsolute(id));
  const folders = files.flatMap(
    (id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(id)?.[0] ?? [],
  );
  const versions = [...new Set(folders)].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    return [name, version] as const;
  });
  return Object.fromEntries(versions.sort());
}

interface Manifest {
  readonly name: string;
  readonly version: string;
}

import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledFolder, engine } from '../../content/read/code-digest.ts';
import { themeAlone } from '../pages/build-theme.ts';
import { copyRenderer } from '../pages/install-theme.ts';
import { readThemeRecord, writeThemeRecord } from '../pages/theme.ts';
import {
  digestStock,
  hasStockPackages,
  open,
  stockFolder,
  stockPackagesFile,
  stockTheme,
} from './stock-theme.ts';

/** Settings that change no code. */
const settings = {
  title: 'Stock',
  description: 'Compiled with the engine.',
  url: open.address,
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
  // What the environment says of a site is not for all sites, and Astro writes down which program runs it.
  for (const name of ['SITE_URL', 'DEPLOY', 'AGENTSITE_PREVIEW', 'ASTRO_KEY']) delete process.env[name];
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  const { build } = await import('astro');
  const made = join(root, 'made');
  const modules = new Set<string>();
  const listModules = {
    name: 'agentsite:modules',
    moduleParsed: ({ id }: { id: string }) => void modules.add(id),
  };
  await build({
    root,
    outDir: made,
    integrations: [themeAlone, stockTheme],
    vite: { plugins: [listModules] },
  });
  const record = readThemeRecord(made);
  if (!record) throw new Error('Astro compiled no theme.');
  const [folder = '', own = ''] = [made, root].map((place) => pathToFileURL(`${place}/`).href);
  const ready = join(root, 'ready');
  copyRenderer(made, ready, record.server, (text) =>
    // The names of the engine's files tell its parts apart; where they lie says only who compiled them.
    text
      .replaceAll(folder, open.theme)
      .replaceAll(own, open.site)
      .replaceAll(engine, '/agentsite')
      .replace(/(?<=")\/[^"\n]*(?=\/node_modules\/)/g, ''),
  );
  cpSync(join(made, 'client'), join(ready, 'client'), { recursive: true });
  writeThemeRecord(ready, { code, server: record.server });
  writeFileSync(join(ready, basename(stockPackagesFile)), JSON.stringify(listVersions(modules)));
  rmSync(stockFolder, { recursive: true, force: true });
  renameSync(ready, stockFolder);
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

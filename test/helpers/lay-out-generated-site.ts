import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GeneratedSite } from './generated-sites.ts';
import { layOutOwnSite } from './own-site.ts';

/** Lays out a site next to the engine, which is copied once per folder. @returns the site's folder */
export function layOutGeneratedSite(folder: string, { files }: GeneratedSite): string {
  const root = join(folder, 'site');
  if (!existsSync(root)) {
    layOutOwnSite(folder);
  }
  // What was kept of the theme serves the next site.
  for (const name of readdirSync(root).filter((name) => name !== 'node_modules'))
    rmSync(join(root, name), { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

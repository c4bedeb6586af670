import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isThemeCurrent, type Theme, themeRecordFile } from './theme.ts';

/** Maximum number of compiled themes: for other addresses, branches, versions. */
const maxCached = 4;

/** Marks a theme as used, and removes the least recently used ones next to it. */
export function cacheTheme(theme: Theme): void {
  if (isThemeCurrent(theme)) utimesSync(join(theme.folder, themeRecordFile), new Date(), new Date());
  const themes = dirname(theme.folder);
  const byUse = readdirSync(themes)
    .map((name) => join(themes, name))
    .sort((a, b) => lastUse(b) - lastUse(a));
  for (const folder of byUse.slice(maxCached)) rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds; 0 where a compilation was broken off. */
function lastUse(folder: string): number {
  const record = join(folder, themeRecordFile);
  return existsSync(record) ? statSync(record).mtimeMs : 0;
}

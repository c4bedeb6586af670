import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isThemeCurrent, type Theme, themeRecordFile } from './theme.ts';

/** Compiled themes that are kept: of another address, another branch, the version before. */
const mostKept = 4;

/**
 * Notes that a theme is in use, and removes those beside it that were not for longest. A theme lies in a folder that is
 * named after the digest of its code, so what is compiled once serves every build of the same code and settings.
 */
export function keepTheme(theme: Theme): void {
  if (isThemeCurrent(theme)) utimesSync(join(theme.folder, themeRecordFile), new Date(), new Date());
  const themes = dirname(theme.folder);
  const byUse = readdirSync(themes)
    .map((name) => join(themes, name))
    .sort((a, b) => lastUse(b) - lastUse(a));
  for (const folder of byUse.slice(mostKept)) rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds; 0 where a compilation was broken off. */
function lastUse(folder: string): number {
  const record = join(folder, themeRecordFile);
  return existsSync(record) ? statSync(record).mtimeMs : 0;
}

import { mkdirSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import { ContentError } from '../../content/read/problems.ts';
import type { Site } from '../../core/model/site.ts';
import { takeStockTheme } from '../fast/stock-theme.ts';
import { isThemeCurrent, type Theme } from './theme.ts';
import { findThemeProblems } from './theme-problems.ts';

/** Tells the site's own integration that the caller publishes; it finds this by name among its neighbours. */
export const themeAlone: AstroIntegration = { name: 'agentsite-theme-alone', hooks: {} };

export interface ThemeOptions {
  /** Says beside the compiled code where each of its lines comes from. */
  readonly sourceMaps?: boolean;
}

/**
 * Compiles the theme of the site in `root` into its folder, unless the one that is there was made from this code, or
 * the stock theme is the site's.
 * @returns whether there was something to compile
 * @throws ContentError for what the owner has to mend
 */
export async function buildTheme(
  root: string,
  site: Site,
  theme: Theme,
  options: ThemeOptions = {},
): Promise<boolean> {
  if (isThemeCurrent(theme) || takeStockTheme(root, site, theme)) return false;
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  mkdirSync(theme.folder, { recursive: true });
  const { build } = await import('astro');
  const vite = options.sourceMaps ? { vite: { build: { sourcemap: true } } } : {};
  try {
    await build({ root, outDir: theme.folder, integrations: [themeAlone], ...vite });
  } catch (error) {
    const problems = findThemeProblems(error, root);
    throw problems ? new ContentError(problems) : error;
  }
  return true;
}

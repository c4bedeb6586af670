import { mkdirSync } from 'node:fs';
import type { AstroInlineConfig, AstroIntegration } from 'astro';
import { ContentError } from '../../content/read/problems.ts';
import { findThemeProblems } from './theme-problems.ts';

/** Marks a build that compiles the theme only; the site's own integration finds it by name. */
export const themeAlone: AstroIntegration = { name: 'agentsite-theme-alone', hooks: {} };

/**
 * Compiles the theme of the site in `root` into a folder.
 * @param vite settings to add
 * @throws ContentError for problems in files of the owner
 */
export async function compileTheme(
  root: string,
  folder: string,
  vite: NonNullable<AstroInlineConfig['vite']> = {},
): Promise<void> {
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  mkdirSync(folder, { recursive: true });
  const { build } = await import('astro');
  try {
    await build({ root, outDir: folder, integrations: [themeAlone], vite, logLevel: 'warn' });
  } catch (error) {
    const problems = findThemeProblems(error, root);
    throw problems ? new ContentError(problems) : error;
  }
}

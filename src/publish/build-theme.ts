import { hash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isThemeCurrent } from './theme.ts';

/**
 * Compiles the theme of the project in `root` into `dist`, unless the one that is there was made from this code.
 * Sets what Astro reads from the environment.
 * @returns whether there was something to compile
 */
export async function buildTheme(root: string, dist: string, codeDigest: string): Promise<boolean> {
  if (isThemeCurrent(dist, codeDigest)) return false;
  clearTheme(dist);
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  // Astro would draw a random key for server islands, which this site has none of, and no two builds would be alike.
  process.env.ASTRO_KEY ??= hash('sha256', codeDigest, 'base64');
  const { build } = await import('astro');
  await build({ root, outDir: dist, logLevel: 'warn' });
  return true;
}

/** Astro is told not to empty the folder, which holds the published pages; what is its own goes here. */
function clearTheme(dist: string): void {
  rmSync(join(dist, 'client/_astro'), { recursive: true, force: true });
  const server = join(dist, 'server');
  if (!existsSync(server)) return;
  for (const name of readdirSync(server)) {
    if (name !== 'content.sqlite') rmSync(join(server, name), { recursive: true, force: true });
  }
}

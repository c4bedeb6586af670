import { hash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ContentError } from '../content/problems.ts';
import { readSite } from '../content/read-site.ts';
import { publishSite } from './publish-site.ts';
import { digestTheme, isThemeCurrent } from './theme.ts';

/**
 * Builds the site of the project in `root`: compiles the theme when its code changed, and publishes the content.
 * @param url overrides the base URL of `src/site.ts`
 * @param nowGmt UTC, `YYYY-MM-DDTHH:MM:SS`
 * @returns false when the content has problems, which were printed; surprises throw.
 */
export async function runBuild(root: string, url: string | undefined, nowGmt: string): Promise<boolean> {
  const codeDigest = digestTheme(root);
  const theme = buildTheme(root, codeDigest);
  // Its failure is reported where it is awaited.
  theme.catch(() => undefined);
  try {
    const log = (line: string) => console.log(line);
    await publishSite({ root, site: readSite(url), codeDigest, nowGmt, theme, log });
    return true;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    // A list of what to mend helps an author, a stack trace does not. The theme is finished all the same.
    console.error(error.message);
    await theme;
    return false;
  }
}

async function buildTheme(root: string, codeDigest: string): Promise<void> {
  if (isThemeCurrent(root, codeDigest)) return;
  clearTheme(root);
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  // Astro would draw a random key for server islands, which this site has none of, and no two builds would be alike.
  process.env.ASTRO_KEY ??= hash('sha256', codeDigest, 'base64');
  const { build } = await import('astro');
  await build({ root, logLevel: 'warn' });
}

/** Astro is told not to empty `dist/`, which holds the published pages; what is its own goes here. */
function clearTheme(root: string): void {
  rmSync(join(root, 'dist/client/_astro'), { recursive: true, force: true });
  const server = join(root, 'dist/server');
  if (!existsSync(server)) return;
  for (const name of readdirSync(server)) {
    if (name !== 'content.sqlite') rmSync(join(server, name), { recursive: true, force: true });
  }
}

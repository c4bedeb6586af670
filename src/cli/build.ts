import { hash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ContentError } from '../content/problems.ts';
import { readSite } from '../content/read-site.ts';
import { publishSite } from '../publish/publish-site.ts';
import { digestTheme, isThemeCurrent } from '../publish/theme.ts';

/** `npm run build`: compiles the theme when its code changed, and publishes the content. */
const root = process.cwd();
const codeDigest = digestTheme(root);

try {
  await publishSite({
    root,
    site: readSite(process.env.SITE_URL),
    codeDigest,
    nowGmt: new Date().toISOString().slice(0, 19),
    theme: buildTheme(),
    log: (line) => console.log(line),
  });
} catch (error) {
  // Problems in content are the author's to mend: the list is what helps, a stack trace is not.
  console.error(error instanceof ContentError ? error.message : error);
  process.exit(1);
}

async function buildTheme(): Promise<void> {
  if (isThemeCurrent(root, codeDigest)) return;
  clearTheme();
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  // Astro would draw a random key for server islands, which this site has none of, and no two builds would be alike.
  process.env.ASTRO_KEY ??= hash('sha256', codeDigest, 'base64');
  const { build } = await import('astro');
  await build({ root, logLevel: 'warn' });
}

/** Astro is told not to empty `dist/`, which holds the published pages; what is its own goes here. */
function clearTheme(): void {
  rmSync(join(root, 'dist/client/_astro'), { recursive: true, force: true });
  const server = join(root, 'dist/server');
  if (!existsSync(server)) return;
  for (const name of readdirSync(server)) {
    if (name !== 'content.sqlite') rmSync(join(server, name), { recursive: true, force: true });
  }
}

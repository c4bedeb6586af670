import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openContentIndex } from './content-index.ts';

/** What a build reads; newer than its result means that a build is due. */
const inputs = [
  'content',
  'public',
  'theme',
  'src',
  'site.ts',
  'astro.config.mjs',
  'astro.config.ts',
  'package-lock.json',
];
/** The engine's folder; that of the site may be another. */
const engine = join(import.meta.dirname, '../..');

/**
 * Builds the site unless `dist/` holds a build of just these files for just this base URL.
 * @param url the base URL that the site shall have
 * @returns false when the build failed; its output has said why.
 */
export function buildWhenNeeded(root: string, url: string, environment: NodeJS.ProcessEnv): boolean {
  if (isFresh(root, url)) return true;
  const command = join(engine, 'src/cli/build.ts');
  const { status } = spawnSync(process.execPath, [command], {
    cwd: root,
    // The build's threads may have memory of their own; only the sidecar has to stay small.
    env: { ...environment, MALLOC_ARENA_MAX: undefined, SITE_URL: url, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: 'inherit',
  });
  return status === 0;
}

function isFresh(root: string, url: string): boolean {
  const result = join(root, 'dist/server/front.json');
  const index = join(root, 'dist/server/content.sqlite');
  if (!existsSync(result) || !existsSync(index)) return false;
  const builtAt = statSync(result).mtimeMs;
  const read = [...inputs.map((input) => join(root, input)), join(engine, 'src')];
  if (read.some((input) => newestChange(input) > builtAt)) return false;
  try {
    const opened = openContentIndex(index);
    opened.close();
    return opened.site.url === url;
  } catch {
    // A file of another layout, or half a file: the build writes a new one.
    return false;
  }
}

/** Modification time of the newest thing at or below a path, in milliseconds; folders count, so that a removal shows. */
function newestChange(path: string): number {
  if (!existsSync(path)) return 0;
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  return readdirSync(path, { recursive: true, withFileTypes: true }).reduce(
    (newest, entry) => Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs),
    own.mtimeMs,
  );
}

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type FolderLock, howToEnd, nameHolder, takeLock } from '../process/folder-lock.ts';
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
const buildCommand = join(engine, `src/cli/build${extname(import.meta.filename)}`);
const endings = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** `ready`: there is a build to serve. `ended`: a signal ended the build. `failed`: a sentence says why. */
export type BuildOutcome =
  | { readonly kind: 'ready' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Builds the site unless `dist/` has a build of these files for this base URL. This process then serves `dist/`, and no
 * other start builds over it.
 * @param url the base URL that the site shall have
 */
export async function buildWhenNeeded(
  root: string,
  url: string,
  environment: NodeJS.ProcessEnv,
): Promise<BuildOutcome> {
  const lock = takeLock(join(root, 'node_modules/.cache/agentsite'), 'served');
  if (isFresh(root, url)) return { kind: 'ready' };
  if ('close' in lock) return build(root, url, environment, lock);
  const other = builtUrl(root);
  const isOther = other !== null && other !== url;
  const why = isOther
    ? ` The build is for ${other}, and this start wants ${url}: give both the same SITE_URL to serve one build twice.`
    : '';
  const reason = `${nameHolder(lock)} serves dist/ of this project, and this start would build over it.${why} ${isOther ? 'Or' : 'First'} ${howToEnd(lock)}.`;
  return { kind: 'failed', reason };
}

async function build(
  root: string,
  url: string,
  environment: NodeJS.ProcessEnv,
  lock: FolderLock,
): Promise<BuildOutcome> {
  const child = spawn(process.execPath, [buildCommand], {
    cwd: root,
    // As `npm run build` starts it: with one heap for all, its threads would wait for each other.
    env: { ...environment, MALLOC_ARENA_MAX: '4', SITE_URL: url, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: 'inherit',
  });
  let ended = false;
  const end = () => {
    ended = true;
    child.kill();
  };
  for (const signal of endings) process.on(signal, end);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('exit', resolve);
  const status = await promise;
  for (const signal of endings) process.off(signal, end);
  if (status === 0 && !ended) return { kind: 'ready' };
  lock.close();
  if (ended) return { kind: 'ended' };
  return { kind: 'failed', reason: 'The site was not built, so there is nothing to serve.' };
}

function isFresh(root: string, url: string): boolean {
  const result = join(root, 'dist/server/front.json');
  if (!existsSync(result)) return false;
  // A build ended while it replaced the last one; the next build completes it.
  if (existsSync(join(root, 'dist/next/commit.json'))) return false;
  const builtAt = statSync(result).mtimeMs;
  // The last file of a build: an older one is of a build before, and this one did not complete.
  const completed = statSync(join(root, 'dist/server/next-due.txt'), { throwIfNoEntry: false });
  if (!completed || completed.mtimeMs < builtAt) return false;
  const read = [...inputs.map((input) => join(root, input)), join(engine, 'src')];
  if (read.some((input) => newestChange(input) > builtAt)) return false;
  return builtUrl(root) === url;
}

/** The base URL of the last build; null for a file of another layout, or half a file: the build writes a new one. */
function builtUrl(root: string): string | null {
  try {
    const opened = openContentIndex(join(root, 'dist/server/content.sqlite'));
    opened.close();
    return opened.site.url;
  } catch {
    return null;
  }
}

/** Modification time of the newest thing at or below a path, in milliseconds; folders count, so that a removal shows. */
export function newestChange(path: string): number {
  const own = statSync(path, { throwIfNoEntry: false });
  if (!own?.isDirectory()) return own?.mtimeMs ?? 0;
  return readdirSync(path, { recursive: true, withFileTypes: true }).reduce(
    // Not there: Emacs marks a file that is open with a link that names no file, and others come and go.
    (newest, { parentPath, name }) =>
      Math.max(newest, statSync(join(parentPath, name), { throwIfNoEntry: false })?.mtimeMs ?? 0),
    own.mtimeMs,
  );
}

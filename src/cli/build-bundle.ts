import { hash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { digestEngine, engine } from '../content/code-digest.ts';

/**
 * The code of a build as a few large files, with the packages that it uses: Node spends a third of a small build on
 * finding and checking a thousand small ones. It is kept by the digest of the code that it was made from.
 */
const kept = join(engine, 'node_modules/.cache/agentsite/build-code');

/** Files that a bundle is entered by. */
const entries = [
  new URL('../publish/run-build.ts', import.meta.url),
  new URL('../publish/build-worker.ts', import.meta.url),
].map((file) => fileURLToPath(file));

/** Packages that depend on the machine, or find files beside their own. */
const apart = /^(?:astro|rolldown|sharp|pagefind|prismjs|katex|@takumi-rs\/core)(?:\/|$)/;

/** Knows what it read already, also for the code that started the bundle. */
const shared = new URL('../content/code-digest.ts', import.meta.url).href;

/** Where the bundle of this code is. It holds the paths of its files, so it is of use only in this place. */
function locateBundle(): string {
  return join(kept, hash('sha256', `${engine}\n${digestEngine(['src'])}`, 'hex').slice(0, 32));
}

/** Loads what builds: the bundle of this code, or the code itself where there is none. */
export async function loadBuild(): Promise<typeof import('../publish/run-build.ts')> {
  const file = join(locateBundle(), 'run-build.mjs');
  return existsSync(file) ? import(pathToFileURL(file).href) : import('../publish/run-build.ts');
}

/** Makes the bundle of this code in the place of older ones, unless it is there or the engine's folder is read-only. */
export async function keepBuild(): Promise<void> {
  const folder = locateBundle();
  if (existsSync(folder) || !isWritable(engine)) return;
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: entries,
    platform: 'node',
    external: apart,
    plugins: [
      {
        name: 'agentsite:build',
        resolveId: (file) => (basename(file) === basename(shared) ? { id: shared, external: true } : null),
        transform: keepPlaces,
      },
    ],
    logLevel: 'silent',
  });
  const older = existsSync(kept) ? readdirSync(kept) : [];
  const temporary = `${folder}.${process.pid}`;
  await bundle.write({ dir: temporary, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  for (const name of older) rmSync(join(kept, name), { recursive: true, force: true });
  // Another build may have been here meanwhile.
  if (existsSync(folder)) rmSync(temporary, { recursive: true });
  else renameSync(temporary, folder);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** What a module says of its own place stays true; the other thread of a build is in the bundle as well. */
function keepPlaces(code: string, file: string): string | null {
  if (!code.includes('import.meta.')) return null;
  if (file.endsWith(`build-thread${extname(file)}`))
    return code.replace(/build-worker\.[jt]s/, 'build-worker.mjs');
  return code
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)))
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
}

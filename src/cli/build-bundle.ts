import { accessSync, constants, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compiledFolder, digestEngine, engine } from '../content/code-digest.ts';

/**
 * The code of a build as a few large files, with the packages that it uses: Node spends a third of a small build on
 * finding and checking a thousand small ones. It is kept by the digest of the code that it was made from.
 */
const kept = join(compiledFolder, 'build-code');

/** From a bundle. */
const toEngine = '../../../';

/** Files that a bundle is entered by. */
const entries = [
  new URL('../publish/run-build.ts', import.meta.url),
  new URL('../publish/build-worker.ts', import.meta.url),
].map((file) => fileURLToPath(file));

/** Packages that depend on the machine, or find files beside their own. */
const apart = /^(?:astro|rolldown|sharp|pagefind|prismjs|katex|@takumi-rs\/core)(?:\/|$)/;

/** Knows what it read already, also for the code that started the bundle. */
const shared = new URL('../content/code-digest.ts', import.meta.url).href;

/** Where the bundle of this code is. */
function locateBundle(): string {
  return join(kept, digestEngine(['src']).slice(0, 32));
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
        renderChunk: (text) =>
          text.replaceAll(shared, `${toEngine}${relative(engine, fileURLToPath(shared))}`),
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

/**
 * What a module says of its own place stays true wherever the engine lies; the other thread of a build is in the bundle
 * as well. A package is where the bundle finds it.
 */
function keepPlaces(code: string, file: string): string | null {
  if (!code.includes('import.meta.') || file.startsWith('\0')) return null;
  if (file.endsWith(`build-thread${extname(file)}`))
    return code.replace(/build-worker\.[jt]s/, 'build-worker.mjs');
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
  if (name !== undefined && !file.startsWith(`${engine}/src/`))
    return code.replaceAll('import.meta.url', `import.meta.resolve(${JSON.stringify(name)})`);
  const place = `${toEngine}${relative(engine, file)}`;
  return code
    .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(place)}`)})`)
    .replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
}

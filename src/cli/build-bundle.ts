import { accessSync, constants, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engine } from '../content/code-digest.ts';
import { bundles, locateBundle } from '../publish/load-build.ts';
import { bundleFrame } from '../publish/run-bundle.ts';

/** From a bundle. */
const toEngine = '../../';

/** What is bundled. */
const entry = fileURLToPath(new URL('../publish/build-code.ts', import.meta.url));

/** Packages that depend on the machine, or find files beside their own. */
const apart = /^(?:astro|rolldown|sharp|pagefind|prismjs|katex|@takumi-rs\/core)(?:\/|$)/;

/** Knows what it read already, also for the code that started the bundle. */
const shared = new URL('../content/code-digest.ts', import.meta.url).href;

/** Makes the bundle of this code in the place of older ones, unless it is there or the engine's folder is read-only. */
export async function keepBuild(): Promise<void> {
  const file = locateBundle();
  if (existsSync(file) || !isWritable(engine)) return;
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    external: apart,
    plugins: [
      {
        name: 'agentsite:build',
        resolveId: (file) => (basename(file) === basename(shared) ? { id: shared, external: true } : null),
        transform: keepPlaces,
        renderChunk: (text) =>
          text
            .replaceAll(shared, `${toEngine}${relative(engine, fileURLToPath(shared))}`)
            // Not where a text speaks of `import()`.
            .replaceAll(/(?<![.\w$])import\((?!\))/g, 'importModule('),
      },
    ],
    logLevel: 'silent',
  });
  const there = existsSync(bundles) ? readdirSync(bundles) : [];
  // Another process may be at it as well.
  const older = there.filter((name) => !/\.\d+$/.test(name));
  const temporary = `${file}.${process.pid}`;
  await bundle.write({
    file: temporary,
    format: 'cjs',
    codeSplitting: false,
    postBanner: bundleFrame.before,
    postFooter: bundleFrame.after,
  });
  for (const name of older) rmSync(join(bundles, name), { recursive: true, force: true });
  renameSync(temporary, file);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** What a module says of its own place stays true wherever the engine lies. A package is where the bundle finds it. */
function keepPlaces(code: string, file: string): string | null {
  if (!code.includes('import.meta.') || file.startsWith('\0')) return null;
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
  if (name !== undefined && !file.startsWith(`${engine}/src/`))
    return code.replaceAll('import.meta.url', `resolvePackage(${JSON.stringify(name)})`);
  const place = `${toEngine}${relative(engine, file)}`;
  return code
    .replaceAll('import.meta.resolve', 'resolvePackage')
    .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(place)}`)})`)
    .replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
}

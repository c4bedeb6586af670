import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { dirname } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { engine } from '../../content/read/code-digest.ts';
import { bundles, locateBundle } from './load-build.ts';

/** From a bundle. */
const toEngine = '../../../';

const entry = fileURLToPath(new URL('./build-code.ts', import.meta.url));

/** Knows what it read already, also for the code that started the bundle. */
const shared = fileURLToPath(new URL('../../content/read/code-digest.ts', import.meta.url));

/** Bundles this code and removes older bundles, unless it is there or the engine's folder is read-only. */
export async function keepBuild(): Promise<void> {
  const file = locateBundle();
  if (existsSync(file) || !isWritable(engine)) return;
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    external: isPackage,
    plugins: [
      {
        name: 'agentsite:build',
        resolveId: (file) =>
          basename(file) === basename(shared) ? { id: placeOf(shared), external: 'absolute' } : null,
        transform: keepPlaces,
      },
    ],
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  const [{ code }] = output;
  const there = existsSync(bundles) ? readdirSync(bundles) : [];
  // Another process may be at it as well.
  const older = there.filter((name) => !/\.\d+$/.test(name));
  const temporary = `${file}.${process.pid}`;
  mkdirSync(bundles, { recursive: true });
  writeFileSync(temporary, code);
  for (const name of older) rmSync(join(bundles, name), { recursive: true, force: true });
  renameSync(temporary, file);
}

/** Anything but files of the engine. */
const isPackage = (id: string) => /^[@\w]/.test(id) && !isAbsolute(id);

/** The same wherever the engine is. */
const placeOf = (file: string) => `${toEngine}${relative(engine, file).replaceAll(sep, '/')}`;

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** What a module says of its own place stays true wherever the engine is. */
function keepPlaces(code: string, file: string): string | null {
  if (!code.includes('import.meta.') || file.startsWith('\0')) return null;
  const place = placeOf(file);
  return code
    .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(place)}`)})`)
    .replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
}

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
import { codeFile, engine } from '../../content/read/code-digest.ts';
import { bundles, locateBundle } from './load-build.ts';

/** Knows the places of the engine's files, and what it read already, also for the code that started the bundle. */
const shared = codeFile('src/content/read/code-digest');

/** Bundles this code and removes older bundles, unless it is there or the engine's folder is read-only. */
export async function cacheBundle(): Promise<void> {
  const file = locateBundle();
  if (existsSync(file) || !isWritable(engine)) return;
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: codeFile('src/build/fast/build-code'),
    platform: 'node',
    external: isPackage,
    plugins: [
      {
        name: 'agentsite:build',
        resolveId: (file) =>
          basename(file) === basename(shared) ? { id: fromBundle(shared), external: 'absolute' } : null,
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
const fromBundle = (file: string) => relative(bundles, file).replaceAll(sep, '/');

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

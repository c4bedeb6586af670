import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

/**
 * The text of a bundle: one function of what a module gets from Node. Packages are not part of it, so that an update of
 * one reaches the next build.
 * @param packages names that `code` passes to `require`; it gets namespaces, as `import()` gives them
 */
export function frameBundle(code: string, packages: readonly string[]): string {
  return `({ packages: ${JSON.stringify(packages)}, run(exports, require, __filename, __dirname, resolvePackage, importModule) { "use strict";\n${code}\n} })`;
}

interface Bundle {
  readonly packages: readonly string[];
  readonly run: (...given: readonly unknown[]) => void;
}

/** Code of a bundle that was run. */
export interface RunningBundle<Exports> {
  readonly exports: Exports;
  /**
   * Keeps what V8 compiled of the code until now for later processes, unless they have it already. Where that cannot be
   * written, they are slower.
   */
  keepCompiled(): void;
}

/**
 * Runs a bundle. What Node itself keeps of a module is compiled before the module runs: the functions that V8 compiles
 * when they are called first are not among it, and they are a seventh of the time of a small build.
 * @param file its name changes with its text
 * @param folder of compiled code; none is kept without it
 */
export async function runBundle<Exports>(
  file: string,
  folder: string | undefined,
): Promise<RunningBundle<Exports>> {
  const kept =
    folder === undefined ? null : join(folder, `${basename(file)}.${cachedDataVersionTag()}${extension}`);
  const script = new Script(readFileSync(file, 'utf8'), {
    filename: file,
    cachedData: kept === null ? undefined : readCompiled(kept),
  });
  const { packages, run } = script.runInThisContext() as Bundle;
  const importModule = (name: string) => import(name);
  const loaded = await Promise.all(packages.map(async (name) => [name, await importModule(name)] as const));
  const modules = new Map<string, unknown>(loaded);
  const requireOther = createRequire(file);
  const require = (name: string) => modules.get(name) ?? requireOther(name);
  const exports = {};
  run(exports, require, file, dirname(file), import.meta.resolve, importModule);
  return {
    exports: exports as Exports,
    keepCompiled() {
      if (kept !== null && script.cachedDataRejected !== false)
        writeCompiled(kept, basename(file), script.createCachedData());
    },
  };
}

const extension = '.v8';
const digestOf = (bytes: Buffer) => hash('sha256', bytes, 'buffer');
const digestLength = 32;

/** V8 looks at the head of what it is given only, so a digest stands before it. */
function readCompiled(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const compiled = bytes.subarray(digestLength);
    return digestOf(compiled).equals(bytes.subarray(0, digestLength)) ? compiled : undefined;
  } catch {
    return undefined;
  }
}

/**
 * In the place of what was kept of other bundles. Other versions of Node, and those that run with other flags, have files
 * of their own.
 */
function writeCompiled(file: string, bundle: string, compiled: Buffer): void {
  const folder = dirname(file);
  const temporary = `${file}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) {
      if (name.endsWith(extension) && !name.startsWith(bundle)) rmSync(join(folder, name), { force: true });
    }
    writeFileSync(temporary, Buffer.concat([digestOf(compiled), compiled]));
    renameSync(temporary, file);
  } catch {
    // The next process is slower.
  }
}

import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { type LockedPackage, type LockFile, reduceLock } from './server-packages.ts';

/** What a server needs to run the sidecar for a build. */
export interface ServerCode {
  /** Files of the engine, relative to its folder. */
  readonly files: readonly string[];
  /** Contents of files by name: the manifest and the lock file of the packages that the code imports. */
  readonly manifests: Readonly<Record<'package.json' | 'package-lock.json', string>>;
}

/** Where the sidecar begins: its process, its thread, and what Node loads before both. */
const entries = ['sidecar/main', 'sidecar/queries/query-worker', 'sidecar/process/hangup'];
/** Files that code reads instead of importing them. */
const readFiles = 'sidecar/**/*.lua';
/** Astro imports it where images are converted, which the build has done. */
const unused = new Set(['sharp']);

/**
 * Computes from the imports of the sidecar, of a build's renderer and of its plugins what a server needs.
 * @param engine folder of the engine
 * @param project folder of the site, with `dist/` and `package-lock.json`
 */
export async function findServerCode(engine: string, project: string): Promise<ServerCode> {
  const ending = existsSync(join(engine, 'sidecar/main.ts')) ? 'ts' : 'js';
  const own = await listImports(entries.map((entry) => join(engine, `${entry}.${ending}`)));
  const modules = globSync('dist/server/{entry,plugins/*}.mjs', { cwd: project });
  const built = await listImports(modules.map((file) => join(project, file)));
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as LockFile;
  const from = relative(realpathSync(project), realpathSync(engine));
  const wanted = [
    ...own.packages.map((name) => ({ name, from })),
    ...built.packages
      .filter((name) => !unused.has(name) && !own.packages.includes(name))
      .map((name) => ({ name, from: '' })),
  ];
  const files = [...own.files.map((file) => relative(engine, file)), ...globSync(readFiles, { cwd: engine })];
  return { files, manifests: writeManifests(reduceLock(lock, wanted), lock, project) };
}

async function listImports(input: readonly string[]): Promise<{ files: string[]; packages: string[] }> {
  const bundle = await rolldown({
    input: [...input],
    external: /^[^./]/,
    platform: 'node',
    treeshake: false,
    logLevel: 'silent',
  });
  const { output } = await bundle.generate();
  await bundle.close();
  const chunks = output.filter((part) => part.type === 'chunk');
  const own = new Set(chunks.map(({ fileName }) => fileName));
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  const files = chunks.flatMap(({ moduleIds }) => moduleIds).filter(existsSync);
  const names = [...imported.filter((name) => !own.has(name)), ...files.flatMap(listComputed)];
  const packages = names.filter((name) => !isBuiltin(name)).map(packageOf);
  return { files, packages: [...new Set(packages)].sort() };
}

/** Imports whose name ends with a value: `@a/b/` of `require(`@a/b/${language}`)`. */
function listComputed(file: string): string[] {
  const computed = /\b(?:require|import)\(\s*`([@\w][^`$]*)\$\{/g;
  return [...readFileSync(file, 'utf8').matchAll(computed)].map(([, name = '']) => name);
}

/** `@a/b` of `@a/b/c` */
function packageOf(imported: string): string {
  return imported
    .split('/')
    .slice(0, imported.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Node itself goes along where the project lists it. */
function writeManifests(reduced: LockFile, lock: LockFile, project: string): ServerCode['manifests'] {
  const isNode = (name: string) => /^node-linux-/.test(name);
  const optional = Object.entries(lock.packages['']?.optionalDependencies ?? {}).filter(([name]) =>
    isNode(name),
  );
  const nodes = optional.map(([name]) => [
    `node_modules/${name}`,
    lock.packages[`node_modules/${name}`] ?? {},
  ]);
  const { '': root, ...packages }: LockFile['packages'] = {
    ...reduced.packages,
    ...Object.fromEntries(nodes),
  };
  const head = { name: 'agentsite-server', private: true, type: 'module' };
  const wanted = { ...root, optionalDependencies: Object.fromEntries(optional) };
  const entries = Object.entries(packages).map(([folder, locked]) => [folder, atFullPath(locked, project)]);
  const write = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  return {
    'package.json': write({ ...head, ...wanted }),
    'package-lock.json': write({
      name: head.name,
      lockfileVersion: reduced.lockfileVersion,
      requires: true,
      packages: { '': { name: head.name, ...wanted }, ...Object.fromEntries(entries) },
    }),
  };
}

/** A package that was installed from a file is named from the site's folder. */
function atFullPath(locked: LockedPackage, project: string): LockedPackage {
  const path = /^file:(?!\/)(.+)/.exec(locked.resolved ?? '')?.[1];
  return path === undefined ? locked : { ...locked, resolved: `file:${join(project, path)}` };
}

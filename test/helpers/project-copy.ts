import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The project's folder. */
export const projectRoot = join(import.meta.dirname, '../..');

const code = [
  'src',
  'sidecar',
  'public',
  'package.json',
  'package-lock.json',
  'astro.config.mjs',
  'tsconfig.json',
];

/**
 * Lays out a project in `folder`: this project's code with its modules linked, so that builds and caches are the
 * folder's own. Content is the caller's; `content` names a folder to copy it from.
 */
export function layOutProject(folder: string, content: string | null = null): void {
  rmSync(folder, { recursive: true, force: true });
  linkModules(folder);
  copyCode(folder);
  if (content) cpSync(content, join(folder, 'content'), { recursive: true, preserveTimestamps: true });
}

/**
 * Lays out the example with what was kept of the build that all tests share: a build for the same address compiles
 * neither the theme nor the documents again.
 * @param built folder of that project: `inject('siteFolder')`
 */
export function layOutExample(folder: string, built: string): void {
  layOutProject(folder);
  for (const name of ['content', 'node_modules/.cache/agentsite']) {
    cpSync(join(built, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  }
}

/** Copies this project without its content; what `npm ci` compiles, the code of builds and the theme, comes along. */
export function copyCode(folder: string): void {
  const compiled = ['compiled/build-code', 'compiled/theme'].filter((name) =>
    existsSync(join(projectRoot, name)),
  );
  for (const name of [...code, ...compiled]) {
    cpSync(join(projectRoot, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  }
  for (const name of addOns)
    for (const part of ['package.json', 'src'])
      cpSync(join(projectRoot, 'packages', name, part), join(folder, 'packages', name, part), {
        recursive: true,
        preserveTimestamps: true,
      });
}

/** Folders of `packages/`. */
const addOns = readdirSync(join(projectRoot, 'packages'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

/**
 * Links every package of this project into a folder, whose caches stay its own.
 * @param engine where {@link copyCode} puts the engine and its add-ons
 */
export function linkModules(folder: string, engine = folder): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  for (const name of readdirSync(join(projectRoot, 'node_modules'))) {
    if (name === '.cache' || name.startsWith('.package-lock') || isOwn(name)) continue;
    symlinkSync(join(projectRoot, 'node_modules', name), join(modules, name));
  }
  symlinkSync(engine, join(modules, 'agentsite'));
  for (const name of addOns) symlinkSync(join(engine, 'packages', name), join(modules, nameOfAddOn(name)));
}

const nameOfAddOn = (folder: string) => (folder === 'create' ? 'create-agentsite' : `agentsite-${folder}`);
const isOwn = (name: string) => name === 'agentsite' || addOns.some((folder) => nameOfAddOn(folder) === name);

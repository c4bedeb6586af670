import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** The folder of the engine: its code and its lists of packages. A site's folder may be another. */
export const engine = join(import.meta.dirname, '../../..');

/** The place of a file of the engine's code, which is TypeScript or compiled. @param path without the extension */
export function codeFile(path: string): string {
  return join(engine, `${path}${extname(import.meta.filename)}`);
}

/** What is compiled with the engine: it comes with its package, or is made when its own packages are installed. */
export const compiledFolder = join(engine, 'compiled');

/** Files of a site that list the versions of installed packages, for each package manager. */
export const lockFiles = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
] as const;

/** Folders of the engine whose code decides what becomes of a document. */
export const compilerCode = ['src/content', 'src/core', 'src/plugins'] as const;

/** Folders whose code decides what a build publishes. Settings are part of its digest by their values. */
export const publishedCode = [
  ...compilerCode,
  'src/astro',
  'src/build',
  'src/components',
  'src/layouts',
  'src/routes',
  'src/scripts',
  'src/styles',
  // Of this project as a site; those of other sites are digested with their own code.
  'src/middleware.ts',
  'src/pages',
] as const;

/** Further folders that the code of a build comes from; they change no bytes of what is published. */
export const otherBuildCode = ['src/add-ons', 'src/settings', 'src/threads'] as const;

/** Files next to compiled code that do not change its behaviour. */
const isAboutCode = /\.(?:d\.ts|map)$/;

/** Digest of code and packages of the engine; settings are not code. */
export function digestEngine(places: readonly string[]): string {
  const name = places.join(' ');
  const digest =
    engineDigests.get(name) ??
    digestCode(engine, [...places, 'package.json', 'package-lock.json'], engineFiles, 'src/site.ts');
  engineDigests.set(name, digest);
  return digest;
}

/** Of the engine: a process goes on with the code that it was started with. */
const engineDigests = new Map<string, string>();
const engineFiles = new Map<string, string>();

/** Digest of code below folders and files. @param known digests of files read before; @param left not counted */
export function digestCode(
  root: string,
  places: readonly string[],
  known = new Map<string, string>(),
  left = '',
): string {
  const listed = places.flatMap((place) => listCode(root, place)).sort();
  const files = listed.filter((file) => file !== left);
  const digestOf = (file: string) => {
    const digest = known.get(file) ?? hash('sha256', readFileSync(`${root}/${file}`), 'base64url');
    known.set(file, digest);
    return digest;
  };
  return hash('sha256', files.map((file) => `${file}\n${digestOf(file)}`).join('\0'), 'hex');
}

function listCode(root: string, place: string): string[] {
  const path = join(root, place);
  if (!existsSync(path)) return [];
  const entries = place.includes('.') ? null : readdirSync(path, { recursive: true, withFileTypes: true });
  if (!entries) return [place];
  return entries
    .filter((entry) => entry.isFile() && !isAboutCode.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

import { existsSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { IntegrationResolvedRoute } from 'astro';
import type { UserConfig } from 'vite';
import { negotiatePage } from '../core/front/negotiation.ts';
import { privacyStatement } from '../core/model/settings/services.ts';

/** Paths that Vite and Astro use for modules and images. */
const prefixes = ['/@', '/__', '/node_modules/', '/.astro/', '/_image'];
/** Folders of modules in the site; other files are private. */
const moduleFolders = ['/src/', '/theme/'];

const engine = join(import.meta.dirname, '../..');

/** Vite writes paths with slashes on every system. */
const toVite = (path: string) => path.replaceAll(sep, '/');

/** Existing folders of modules, of the site and of the engine. */
export function listModuleFolders(root: string): readonly string[] {
  const folders = ['src', 'theme'].flatMap((name) => [join(root, name), join(engine, name)]);
  return [...new Set(folders)].filter(
    (folder) => existsSync(folder) && !folder.split(sep).includes('node_modules'),
  );
}

/** Vite serves modules only, and ignores folders that are watched elsewhere (content, modules) or written by the server. */
export function viteServerOptions(root: string): NonNullable<UserConfig['server']> {
  const served = [root, engine].flatMap((folder) => servedFolders.map((name) => join(folder, name)));
  const written = ['content', 'public', 'dist', '.dev', '.data'].map((name) => join(root, name));
  const ignored = [...written, ...listModuleFolders(root)].map((folder) => toVite(join(folder, '**')));
  // The site has its own CORS rules.
  return { cors: false, fs: { allow: served }, watch: { ignored } };
}

const servedFolders = ['src', 'theme', 'node_modules', '.astro'] as const;

/** Is it the route of the owner's own page or endpoint, or of the privacy page? */
export function isOwnRoute({ origin, pattern }: IntegrationResolvedRoute): boolean {
  return origin === 'project' || `${pattern}/` === privacyStatement.path;
}

/** Requests that Vite and Astro answer, by path and Accept. */
export interface LeftToVite {
  /** Modules, and own pages without parameters. */
  always(path: string, accept: string | undefined): boolean;
  /** Own pages with parameters, at paths that the site does not use. */
  whenFree(path: string, accept: string | undefined): boolean;
}

/** @param routes of the site, as Astro resolved them */
export function leftToVite(root: string, routes: () => readonly IntegrationResolvedRoute[]): LeftToVite {
  // Astro refers to a component's script by its file path.
  const onDisk = [...listModuleFolders(root), join(engine, 'src')].map((folder) =>
    toVite(folder).replace(/^(?!\/)|$/g, '/'),
  );
  const all = [...prefixes, ...onDisk];
  const isOwn = (path: string, accept: string | undefined, hasList: boolean) =>
    routes().some(
      (route) =>
        isOwnRoute(route) &&
        route.params.length > 0 === hasList &&
        route.patternRegex.test(path) &&
        !(route.type === 'page' && negotiatePage(accept) === 'markdown'),
    );
  return {
    always: (path, accept) =>
      all.some((prefix) => path.startsWith(prefix)) ||
      (moduleFolders.some((folder) => path.startsWith(folder)) && isFile(join(root, path))) ||
      isOwn(path, accept, false),
    whenFree: (path, accept) => isOwn(path, accept, true),
  };
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

import { existsSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { IntegrationResolvedRoute } from 'astro';
import type { UserConfig } from 'vite';
import { negotiatePage } from '../core/front/negotiation.ts';
import { privacyStatement } from '../core/model/services.ts';

/** Addresses that Vite and Astro use for modules, for the browser's half of Vite, and for pictures. */
const prefixes = ['/@', '/__', '/node_modules/', '/.astro/', '/_image'];
/** Folders of the site whose files are modules; everything else in it is nobody's to read. */
const moduleFolders = ['/src/', '/theme/'];

/** The engine's folder. */
const engine = join(import.meta.dirname, '../..');

/** Vite writes paths with slashes on every system. */
const toVite = (path: string) => path.replaceAll(sep, '/');

/** Folders whose files Vite compiles, of the site and of the engine; those that are there. */
export function listModuleFolders(root: string): readonly string[] {
  const folders = ['src', 'theme'].flatMap((name) => [join(root, name), join(engine, name)]);
  return [...new Set(folders)].filter(
    (folder) => existsSync(folder) && !folder.split(sep).includes('node_modules'),
  );
}

/**
 * What Vite's server does beside the site: it hands out modules and nothing else of the site's folder and the
 * engine's, and watches neither what has a watcher of its own (content, modules) nor what the server writes.
 */
export function viteServerOptions(root: string): NonNullable<UserConfig['server']> {
  const served = [root, engine].flatMap((folder) => servedFolders.map((name) => join(folder, name)));
  const written = ['content', 'public', 'dist', '.dev', '.data'].map((name) => join(root, name));
  const ignored = [...written, ...listModuleFolders(root)].map((folder) => toVite(join(folder, '**')));
  // The site answers other origins by its own rules.
  return { cors: false, fs: { allow: served }, watch: { ignored } };
}

/** What Vite may hand out of the site's folder and the engine's: folders, relative to either. */
const servedFolders = ['src', 'theme', 'node_modules', '.astro'] as const;

/** Does the route answer for a page or an endpoint of the owner's own, or for the page that is written for the owner? */
export function isOwnRoute({ origin, pattern }: IntegrationResolvedRoute): boolean {
  return origin === 'project' || `${pattern}/` === privacyStatement.path;
}

/** Which requests, by path and Accept, are left to Vite and Astro. */
export interface LeftToVite {
  /** Modules, and pages of the owner's own whose addresses are the names of their files. */
  always(path: string, accept: string | undefined): boolean;
  /** Pages whose file lists its addresses, where the site has nothing else. */
  whenFree(path: string, accept: string | undefined): boolean;
}

/**
 * @param root the site's folder
 * @param routes of the site, as Astro resolved them
 */
export function leftToVite(root: string, routes: () => readonly IntegrationResolvedRoute[]): LeftToVite {
  // Astro names the script of a component by its place on the disk.
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

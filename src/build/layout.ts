import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Site } from '../core/model/site.ts';
import { isFilesOnly } from '../core/model/targets.ts';

export interface Layout {
  readonly folder: string;
  readonly client: string;
  /** What only the sidecar reads; next to the caches where there is none. */
  readonly server: string;
  /** Record of the last build of this layout. */
  readonly manifest: string;
  /** Where a build writes, before all of it replaces the last one. */
  readonly next: { readonly folder: string; readonly client: string; readonly server: string };
  /** The compiled documents of the last build. */
  readonly cacheFile: string;
}

/** Below the site's folder: what builds cache for the next one. */
const cacheFolder = 'node_modules/.cache/agentsite';

/** Where `astro build` compiles the theme. */
export function themeFolder(root: string): string {
  return join(root, cacheFolder, 'theme');
}

/** Where the theme of one code is compiled that builds copy from. @param code digest, letters of base64url */
export function cachedThemeFolder(root: string, code: string): string {
  return join(root, cacheFolder, 'themes', code);
}

/**
 * A server publishes `dist/client` and runs on `dist/server`. Where only files are served, `dist` is what is published,
 * as hosts expect it, and nothing else. A draft build is in `preview` in the same way, so that it is never published
 * instead of the site.
 */
export function layoutOf(root: string, site: Site): Layout {
  const cache = join(root, cacheFolder, site.preview ? 'preview' : '');
  const folder = join(root, site.preview ? 'preview' : 'dist');
  const cacheFile = join(cache, 'compiled.sqlite');
  if (!isFilesOnly(site)) {
    const [client, server] = [join(folder, 'client'), join(folder, 'server')];
    const next = join(folder, 'next');
    return {
      ...{ folder, client, server, manifest: join(cache, 'manifest.json'), cacheFile },
      next: { folder: next, client: join(next, 'client'), server: join(next, 'server') },
    };
  }
  const own = join(cache, 'files-only');
  return {
    folder,
    client: folder,
    server: join(own, 'server'),
    next: {
      folder: join(folder, '.next'),
      client: join(folder, '.next/client'),
      server: join(own, 'server-next'),
    },
    manifest: join(own, 'manifest.json'),
    cacheFile,
  };
}

/** Removes what a build of files only left in `dist`, once a server's build is there. */
export function clearOtherLayout(root: string, site: Site): void {
  const { folder, cacheFile } = layoutOf(root, site);
  const manifest = join(dirname(cacheFile), 'files-only/manifest.json');
  if (isFilesOnly(site) || !existsSync(manifest)) return;
  for (const name of readdirSync(folder))
    if (name !== 'client' && name !== 'server') rmSync(join(folder, name), { recursive: true, force: true });
  rmSync(manifest);
}

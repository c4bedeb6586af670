import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../core/model/site.ts';
import { isFilesOnly } from '../core/model/targets.ts';

/** Where a build lies. */
export interface Layout {
  /** What a web server publishes. */
  readonly client: string;
  /** What only the sidecar reads; beside the caches where there is none. */
  readonly server: string;
  /** What the last build of this layout made. */
  readonly manifest: string;
}

/** Below the site's folder: what builds keep for the next one. */
const cacheFolder = 'node_modules/.cache/agentsite';

/** Where `astro build` compiles the theme of a site that is published as files only. */
export function themeFolder(root: string): string {
  return join(root, cacheFolder, 'theme');
}

/** Where the theme of one code is compiled that builds copy from. @param code digest, letters of base64url */
export function keptThemeFolder(root: string, code: string): string {
  return join(root, cacheFolder, 'themes', code);
}

/**
 * A server publishes `dist/client` and runs on `dist/server`. Where only files are served, `dist` is what is published,
 * as hosts expect it, and holds nothing else.
 */
export function layoutOf(root: string, site: Site): Layout {
  const cache = join(root, cacheFolder);
  const dist = join(root, 'dist');
  if (!isFilesOnly(site)) {
    return {
      client: join(dist, 'client'),
      server: join(dist, 'server'),
      manifest: join(cache, 'manifest.json'),
    };
  }
  const own = join(cache, 'files-only');
  return { client: dist, server: join(own, 'server'), manifest: join(own, 'manifest.json') };
}

/** Removes what a build of files only left in `dist`, before a server's build goes there. */
export function clearOtherLayout(root: string, site: Site): void {
  const manifest = join(root, cacheFolder, 'files-only/manifest.json');
  if (isFilesOnly(site) || !existsSync(manifest)) return;
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  rmSync(manifest);
}

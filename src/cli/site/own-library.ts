import { join } from 'node:path';
import {
  digestCompiler,
  type LibrarySource,
  type LoadedLibrary,
  loadLibrary,
} from '../../content/library/load-library.ts';
import { ContentError } from '../../content/read/problems.ts';
import type { Site } from '../../core/model/site.ts';
import { stop } from '../../terminal/options.ts';

/** The content of the site in the working folder. @param now ISO date and time */
export function ownSource(site: Site, now: string): LibrarySource {
  const root = process.cwd();
  return {
    root,
    site,
    compilerDigest: digestCompiler(root),
    cacheFile: join(root, 'node_modules/.cache/agentsite/compiled.sqlite'),
    nowGmt: now.slice(0, 19),
  };
}

/** What the site in the working folder publishes. Exits if its content has problems. */
export async function loadOwnLibrary(site: Site, now: string): Promise<LoadedLibrary> {
  try {
    return await loadLibrary(ownSource(site, now));
  } catch (error) {
    if (error instanceof ContentError) stop(error.message, 1);
    throw error;
  }
}

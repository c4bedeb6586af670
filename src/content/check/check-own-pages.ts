import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Document, Library, OwnFile } from '../../core/model/document.ts';
import { withoutLanguage } from '../../core/model/languages.ts';
import { privacyStatement } from '../../core/model/settings/services.ts';
import { surfaceAt } from '../../core/model/surfaces.ts';
import { isSystemPath, pagePathOfTwin, paths, reservedBy, twinPath } from '../../core/model/urls.ts';
import { describePages } from '../../core/pages/pages.ts';
import type { Problem } from '../read/problems.ts';

const fixes: Readonly<Record<string, string>> = {
  [paths.home]: 'put a HomeView of your own into "components" of site.ts',
  [privacyStatement.path]: 'if that says it all, write "privacy: \'/privacy/\'" into "connect" of site.ts',
};

/** What Astro makes of `src/pages/` must not be at an address of the site. @param documents also unpublished ones */
export function checkOwnFiles(
  library: Library,
  documents: readonly Document[],
  own: readonly OwnFile[],
  root: string,
): Problem[] {
  if (own.length === 0) return [];
  const taken = new Map<string, string>();
  for (const page of describePages(library)) taken.set(page.path, `the list "${page.title}"`);
  for (const document of documents) taken.set(document.path, document.source);
  for (const path of [...taken.keys()]) taken.set(twinPath(path), `the twin of ${taken.get(path)}`);
  taken.set(paths.home, 'the front page');
  const ownerOf = (path: string) => {
    const other = taken.get(path);
    if (other !== undefined) return other;
    // A page is a folder with a file in it, which cannot have the name of a file.
    const own = withoutLanguage(library.site, path);
    if (isSystemPath(own) || isSystemPath(own.replace(/\/$/, ''))) return 'a document of the system';
    if (existsSync(join(root, 'public', path))) return path.endsWith('/') ? null : `public${path}`;
    return reservedBy(own.endsWith('.md') ? pagePathOfTwin(own) : own);
  };
  /** Plugins may have documents and routes there, next to those of the engine. */
  const isShared = (path: string) =>
    /^\/(?:\.well-known\/[^/]+|wp-json\/site\/v1\/(?!contact).+)$/.test(path) && !surfaceAt(path);
  return own.flatMap(({ path, source }) => {
    if (source.startsWith('the plugin ') && isShared(path)) return [];
    const owner = ownerOf(path);
    if (owner === null) return [];
    const fix = fixes[path] ?? 'rename one of the two';
    const message = `${path} is also the address of ${owner}; ${fix}.`;
    return [{ file: source, line: 1, column: 1, field: 'address', message }];
  });
}

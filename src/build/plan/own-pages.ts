import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checkOwnFiles } from '../../content/check/check-own-pages.ts';
import { readOwnPage } from '../../content/compile/own-pages.ts';
import type { LoadedLibrary } from '../../content/library/load-library.ts';
import { ContentError } from '../../content/read/problems.ts';
import { addBasePath } from '../../core/html/base-path.ts';
import type { OwnFile, OwnPage } from '../../core/model/document.ts';
import type { Site } from '../../core/model/site.ts';
import { basePath, pageFile } from '../../core/model/urls.ts';

/** Astro's output of the owner's `src/pages/`, recorded in the folder of the theme. */
const recordFile = 'server/own-pages.json';
const record = z.object({
  files: z.array(z.object({ path: z.string(), source: z.string() })),
  pages: z.array(
    z.object({
      path: z.string(),
      source: z.string(),
      title: z.string(),
      description: z.string(),
      markdown: z.string(),
      text: z.string(),
    }),
  ),
});
type OwnRecord = z.output<typeof record>;

/** Notes the owner's files in the folder of the theme, and reads those that are pages. */
export function recordOwnPages(folder: string, files: readonly OwnFile[], site: Site): void {
  const pages = files.flatMap((file): OwnPage[] => {
    if (!file.path.endsWith('/')) return [];
    const html = withBasePath(join(folder, 'client', pageFile(file.path)), site);
    const page = readOwnPage(html, file, site);
    return page ? [page] : [];
  });
  writeFileSync(join(folder, recordFile), JSON.stringify({ files, pages }));
}

/** The HTML of a page with the base path of the site in its links; its file is updated. */
function withBasePath(file: string, site: Site): string {
  const html = readFileSync(file, 'utf8');
  const base = basePath(site);
  if (base === '') return html;
  const based = addBasePath(html, base);
  writeFileSync(file, based);
  return based;
}

function readRecord(folder: string): OwnRecord {
  const file = join(folder, recordFile);
  if (!existsSync(file)) return { files: [], pages: [] };
  return record.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** The library with the owner's own pages. @param folder of the theme, or a build's `dist/` */
export function withOwnPages(loaded: LoadedLibrary, folder: string): LoadedLibrary {
  const { pages } = readRecord(folder);
  return pages.length === 0 ? loaded : { ...loaded, library: { ...loaded.library, ownPages: pages } };
}

/** @throws ContentError for each address of the owner's files that something else has. */
export function refuseClashes({ library }: LoadedLibrary, folder: string, root: string): void {
  const problems = checkOwnFiles(library, library.documents, readRecord(folder).files, root);
  if (problems.length > 0) throw new ContentError(problems);
}

import { setImmediate } from 'node:timers/promises';
import type { Body, Library } from '../../core/model/document.ts';
import type { Site } from '../../core/model/site.ts';
import { isFilesOnly } from '../../core/model/targets.ts';
import { pageFile } from '../../core/model/urls.ts';
import type { Page } from '../../core/pages/page.ts';
import { describeNotFound, describePages, describeSearch, notFoundPath } from '../../core/pages/pages.ts';
import { describeSearchFilters, searchValues } from '../../core/pages/search-filters.ts';
import type { SharedCounter } from '../fast/shared-counter.ts';
import type { Output } from '../plan/output.ts';
import { pageKey } from '../plan/page-key.ts';
import type { RenderPage } from './theme.ts';

/** How many pages were written, and how many were there already. */
export interface RenderedPages {
  readonly rendered: number;
  readonly kept: number;
}

/** After so many pages other work of this thread has its turn. */
const pagesAtOnce = 16;

/**
 * Writes the HTML pages, and only those where something changed: a page's data and its document's digest decide
 * its bytes, since templates see nothing else.
 * @param open loads what renders them, once a page is due
 * @param counter gives the next page to write; others who hold the same counter write the rest
 * @param onProgress told of each page that was looked at
 * @param keyOf what is noted of a page
 */
export async function renderPages(
  library: Library,
  open: () => Promise<RenderPage>,
  output: Output,
  counter: SharedCounter,
  onProgress: (done: number, total: number) => void = () => undefined,
  keyOf: (page: Page) => string = pageKey,
): Promise<RenderedPages> {
  let rendered = 0;
  let kept = 0;
  let render: RenderPage | null = null;
  const pages = allPages(library);
  for (let at = counter.next(); at < pages.length; at = counter.next()) {
    const page = pages[at];
    if (!page) continue;
    onProgress(at, pages.length);
    const file = fileOf(page, library.site);
    const key = keyOf(page);
    if (output.keeps(file, key)) {
      kept++;
      continue;
    }
    render ??= await open();
    if (rendered % pagesAtOnce === 0) await setImmediate();
    output.write(file, key, await render(page, bodyOf(page, library)));
    rendered++;
  }
  return { rendered, kept };
}

/** Every page that is a file, the search form and the error page included. */
export function allPages(library: Library): readonly Page[] {
  const search = describeSearch(library.site, describeSearchFilters(searchValues(library), library.site));
  return [...describePages(library), search, describeNotFound(library.site)];
}

/** Notes the keys of pages that others wrote without. */
export function fillKeys(library: Library, manifest: Record<string, string>): void {
  for (const page of allPages(library)) {
    const file = fileOf(page, library.site);
    if (manifest[file] === '') manifest[file] = pageKey(page);
  }
}

/** The text that a page shows beside its data; null where it has none, or a locked one. */
export function bodyOf(page: Page, library: Library): Body | null {
  const document = 'document' in page ? page.document : null;
  return document && !document.locked ? library.body(document) : null;
}

/** The error page lies where fronts and hosts look for it; all others at their address. */
export function fileOf(page: Page, site: Site): string {
  if (page.path !== notFoundPath) return pageFile(page.path);
  return isFilesOnly(site) ? '404.html' : '_errors/404.html';
}

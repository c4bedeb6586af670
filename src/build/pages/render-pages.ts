import { setImmediate } from 'node:timers/promises';
import { ContentError } from '../../content/read/problems.ts';
import type { Body, Library } from '../../core/model/document.ts';
import { viewsOf } from '../../core/model/language-views.ts';
import { siteAt } from '../../core/model/languages.ts';
import type { Site } from '../../core/model/site.ts';
import { isFilesOnly } from '../../core/model/targets.ts';
import { pageFile } from '../../core/model/urls.ts';
import type { MissingStatus, Page } from '../../core/pages/page.ts';
import {
  describeNotFound,
  describePages,
  describeSearch,
  describeUnlisted,
  notFoundFile,
} from '../../core/pages/pages.ts';
import { describeSearchFilters, searchValues } from '../../core/pages/search-filters.ts';
import type { Output } from '../plan/output.ts';
import { pageKey } from '../plan/page-key.ts';
import type { RenderPage } from './theme.ts';

/** How many pages were written, and how many were there already. */
export interface RenderedPages {
  readonly rendered: number;
  readonly reused: number;
}

/** Pages between two turns of other work of this thread. */
const pagesPerTurn = 16;

export interface PageWork {
  readonly output: Output;
  /** Loads the renderer, once a page is due. */
  readonly open: () => Promise<RenderPage>;
  /** Number of the next page to render. */
  readonly next: () => number;
  readonly onProgress?: (done: number, total: number) => void;
}

export function countUp(): () => number {
  let next = 0;
  return () => next++;
}

/**
 * Writes the HTML pages whose data or document changed: templates see nothing else.
 * @throws ContentError for a page whose components fail
 */
export async function renderPages(
  library: Library,
  { output, open, next, onProgress }: PageWork,
): Promise<RenderedPages> {
  const pages = allPages(library);
  let rendered = 0;
  let reused = 0;
  let render: RenderPage | null = null;
  for (let at = next(); at < pages.length; at = next()) {
    const page = pages[at];
    if (!page) continue;
    onProgress?.(at, pages.length);
    const file = fileOf(page, library.site);
    const key = pageKey(page);
    if (output.reuses(file, key)) {
      reused++;
      continue;
    }
    render ??= await open();
    if (rendered % pagesPerTurn === 0) await setImmediate();
    const html = await render(page, bodyOf(page, library)).catch((error) => refusePage(page, error));
    output.write(file, key, html);
    rendered++;
  }
  return { rendered, reused };
}

function refusePage({ path }: Page, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `${reason} (to see where, open this page in the dev server; other files may be newer than pages until it builds)`;
  throw new ContentError([{ file: path, line: 1, column: 1, field: 'component', message }]);
}

/** Every page that is a file, the search form and the error page included. */
export function allPages(library: Library): readonly Page[] {
  // Hosts of files answer 404 where something is gone.
  const isGone = !isFilesOnly(library.site) && library.redirects?.some(({ to }) => to === null);
  const statuses: readonly MissingStatus[] = isGone ? [404, 410] : [404];
  const forms = viewsOf(library).flatMap((view): Page[] => {
    const filters = describeSearchFilters(searchValues(view), view.site);
    const missing = statuses.map((status) => describeNotFound(view.site, view.documents, status));
    return [describeSearch(view.site, filters), ...missing];
  });
  return [...describePages(library), ...describeUnlisted(library), ...forms];
}

/** The body that a page shows next to its data; null where it has none, or a locked one. */
export function bodyOf(page: Page, library: Library): Body | null {
  const document = 'document' in page ? page.document : null;
  return document && !document.locked ? library.body(document) : null;
}

/** File of a page: the error page is where fronts and hosts look for it, all others at their address. */
export function fileOf(page: Page, site: Site): string {
  return page.view === 'not-found' ? notFoundFile(siteAt(site, page.path), page.status) : pageFile(page.path);
}

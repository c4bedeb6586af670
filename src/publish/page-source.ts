import type { Body, Library } from '../core/document.ts';
import { describeNotFound, describePages, describeSearch, type Page } from '../core/pages.ts';

/**
 * What `src/pages/[...path].astro` renders. The pages are kept outside of Astro's bundle and content store, in
 * this one module instance that the integration fills and the bundled page reads through `agentsite:pages`.
 */
let source: { readonly library: Library; readonly pages: ReadonlyMap<string, Page> } | null = null;

/** Makes a library the one that is rendered from now on. */
export function setLibrary(library: Library): void {
  const pages = new Map<string, Page>(describePages(library).map((page) => [page.path, page]));
  for (const page of [describeNotFound(), describeSearch(library)]) pages.set(page.path, page);
  source = { library, pages };
}

function current() {
  if (!source) throw new Error('No library was set before a page was rendered.');
  return source;
}

/** Every page that Astro renders, as the parameters of the route. */
export function listPaths(): { params: { path: string | undefined } }[] {
  return [...current().pages.keys()].map((path) => ({ params: { path: path.slice(1, -1) || undefined } }));
}

/** The page at a route parameter, null when there is none. */
export function findPage(parameter: string | undefined): Page | null {
  return current().pages.get(parameter ? `/${parameter}/` : '/') ?? null;
}

/** The site's settings as the pages were built with them. */
export function currentSite(): Library['site'] {
  return current().library.site;
}

/** The text of the document that a page shows; null for pages without one, and for locked documents. */
export function readBody(page: Page): Body | null {
  if (!('document' in page) || !page.document || page.document.locked) return null;
  return current().library.body(page.document);
}

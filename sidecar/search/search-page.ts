import type { Request, RequestHandler, Response } from 'express';
import { freshCache } from '../../src/core/front/headers.ts';
import type { Site } from '../../src/core/model/site.ts';
import { paths } from '../../src/core/model/urls.ts';
import type { FoundPage, SearchPage } from '../../src/core/pages/page.ts';
import { describeSearch } from '../../src/core/pages/pages.ts';
import type { SearchChoice } from '../../src/core/pages/search-filters.ts';
import { createContentSearch } from '../ranked-search/content-search.ts';
import type { ContentIndex } from '../release/content-index.ts';
import { createNarrowing } from './search-choice.ts';

/** Astro's handler for a page that is rendered on demand. */
export type SearchRenderer = (
  request: Request,
  response: Response,
  next: (error?: unknown) => void,
  locals: { readonly site: Site; readonly page: SearchPage },
) => unknown;

/** Hits on the page; whoever needs more asks with more words. */
const mostHits = 30;
/** Longer questions are cut: nobody types them, and each word costs. */
const longestQuery = 200;

/**
 * The search for browsers without scripts: `/search/?q=words` is the search page with the results in it, also
 * narrowed to a `kind`, a `category` and a `year`. Without words it lets the request pass, since the page itself
 * is a file.
 */
export function createSearchPage(index: ContentIndex, render: SearchRenderer): RequestHandler {
  const { site } = index;
  const search = createContentSearch(index);
  const narrowing = createNarrowing(index);
  const document = index.prepare('SELECT title, path, description FROM document WHERE position = ?');

  const find = (query: string, choice: SearchChoice): { positions: readonly number[]; total: number } => {
    const allowed = narrowing.allowed(choice);
    const type = choice.kind ?? null;
    if (allowed === null) return search(query, { type, limit: mostHits, offset: 0 });
    const { positions } = search(query, { type, limit: Number.MAX_SAFE_INTEGER, offset: 0 });
    const left = positions.filter((position) => allowed.has(position));
    return { positions: left.slice(0, mostHits), total: left.length };
  };

  return function searchPage(request, response, next) {
    if (request.path !== paths.search || !['GET', 'HEAD'].includes(request.method)) return next();
    const { q } = request.query;
    const query = typeof q === 'string' ? q.trim().slice(0, longestQuery) : '';
    if (query === '') return next();
    const choice = narrowing.read(request.query);
    const { positions, total } = find(query, choice);
    const hits = positions.flatMap((position): FoundPage[] => {
      const row = document.get(position);
      return row
        ? [{ title: String(row.title), path: String(row.path), description: String(row.description) }]
        : [];
    });
    const page = describeSearch(site, narrowing.filters, { query, choice, hits, total });
    response.set({ 'Cache-Control': freshCache, 'X-Robots-Tag': 'noindex' });
    return render(request, response, next, { site, page });
  };
}

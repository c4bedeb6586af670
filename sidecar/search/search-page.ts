import type { Request, RequestHandler, Response } from 'express';
import { freshCache } from '../../src/core/headers.ts';
import { describeSearch, type FoundPage, type SearchPage } from '../../src/core/pages.ts';
import type { Site } from '../../src/core/site.ts';
import { paths } from '../../src/core/urls.ts';
import type { ContentIndex } from '../content-index.ts';
import { createContentSearch } from '../mcp/content-search.ts';

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
 * The search for browsers without scripts: `/search/?q=words` is the search page with the results in it. Without
 * words it lets the request pass, since the page itself is a file.
 */
export function createSearchPage(index: ContentIndex, render: SearchRenderer): RequestHandler {
  const { site } = index;
  const search = createContentSearch(index);
  const document = index.prepare('SELECT title, path, description FROM document WHERE position = ?');

  return function searchPage(request, response, next) {
    if (request.path !== paths.search || !['GET', 'HEAD'].includes(request.method)) return next();
    const { q } = request.query;
    const query = typeof q === 'string' ? q.trim().slice(0, longestQuery) : '';
    if (query === '') return next();
    const { positions, total } = search(query, { type: null, limit: mostHits, offset: 0 });
    const hits = positions.flatMap((position): FoundPage[] => {
      const row = document.get(position);
      return row
        ? [{ title: String(row.title), path: String(row.path), description: String(row.description) }]
        : [];
    });
    response.set({ 'Cache-Control': freshCache, 'X-Robots-Tag': 'noindex' });
    return render(request, response, next, { site, page: describeSearch(site, { query, hits, total }) });
  };
}

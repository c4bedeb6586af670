import type { Request, RequestHandler } from 'express';
import { freshCache } from '../../src/core/front/headers.ts';
import type { DocumentKind } from '../../src/core/model/document.ts';
import { busyError } from '../../src/core/model/errors.ts';
import { isMultilingual, languagesOf, pathsOf } from '../../src/core/model/languages.ts';
import { encodePath } from '../../src/core/model/urls.ts';
import { describeSearch } from '../../src/core/pages/pages.ts';
import { everyLanguage } from '../../src/core/pages/search-filters.ts';
import { toPlain } from '../../src/core/search-index/snippet.ts';
import type { Ask } from '../http/ask.ts';
import type { PageRenderer } from '../http/page-renderer.ts';
import { sendError } from '../http/send-error.ts';
import { placeOf } from '../ranked-search/passage-answer.ts';
import { maxPassages, type PassageQuestion, type PassageResult } from '../ranked-search/passages.ts';
import type { SearchQuestion, SearchResult } from '../ranked-search/ranked-search.ts';
import { parseQuery } from '../ranked-search/search-words.ts';
import type { ContentIndex } from '../release/content-index.ts';
import { createNarrowing } from './search-choice.ts';

/** Where questions wait for their turn. */
interface SearchQueues {
  readonly askSearch: Ask<SearchQuestion, SearchResult>;
  readonly askPassages: Ask<PassageQuestion, PassageResult>;
}

const maxHits = 30;
/** Max length of a query; the rest is cut. */
const maxQueryLength = 200;

/**
 * Search for browsers without scripts: `/search/?q=words` shows results, also narrowed to a `kind`, a `category` and a
 * `year`. Only the language of the page is searched, or all with `lang=all`. Without words the request passes to the page, which is a file. 503 while the queue is full.
 * @param callerOf names the queue of a request
 */
export function createSearchPage(
  index: ContentIndex,
  { askSearch, askPassages }: SearchQueues,
  callerOf: (request: Request) => string,
  render: PageRenderer,
): RequestHandler {
  const views = new Map(
    languagesOf(index.site).map((site) => [pathsOf(site).search, { site, ...createNarrowing(index, site) }]),
  );

  return async function searchPage(request, response, next) {
    const view = views.get(request.path);
    if (!view || !['GET', 'HEAD'].includes(request.method)) return next();
    const { site, filters, read } = view;
    const { q, lang } = request.query;
    const query = typeof q === 'string' ? q.trim().slice(0, maxQueryLength) : '';
    if (query === '') return next();
    const choice = read(request.query);
    const everywhere = lang === everyLanguage;
    const { kind = null, category = null, year = null } = choice;
    const language = isMultilingual(site) && !everywhere ? site.language : null;
    const narrowed = { kind: kind as DocumentKind | null, category, year, language };
    const asker = { caller: callerOf(request), hasGone: () => response.destroyed };
    const [asked, quoted] = await Promise.all([
      askSearch({ query, ...narrowed, limit: maxHits, offset: 0, snippets: false }, asker),
      isQuestion(query) ? askPassages({ query, language, limit: maxPassages }, asker) : null,
    ]);
    if (asked.busy || quoted?.busy) return sendError(request, response, busyError());
    const { total, searched } = asked.answer;
    const hits = asked.answer.hits.map((hit) => ({ ...hit, ...placeIn(hit.path, quoted?.answer) }));
    const page = describeSearch(site, filters, { query, searched, choice, hits, total, everywhere });
    response.set({ 'Cache-Control': freshCache, 'X-Robots-Tag': 'noindex' });
    return render(request, response, next, { site, page });
  };
}

/** One or two words ask for pages: a passage would take as long again and say little. */
function isQuestion(query: string): boolean {
  return parseQuery(query).length > 2;
}

/** The best passage of a page, as plain text, and where it is. */
function placeIn(path: string, quoted: PassageResult | undefined) {
  const passage =
    quoted && 'passages' in quoted ? quoted.passages.find((each) => each.path === path) : undefined;
  if (!passage) return {};
  return { passage: { text: toPlain(passage.text), href: placeOf(encodePath(path), passage) } };
}

import { paths } from '../../src/core/model/urls.ts';
import { wpErrors } from '../../src/core/wp/errors.ts';
import { pagingLink } from '../../src/core/wp/headers.ts';
import { buildPhpQuery } from '../../src/core/wp/php-query.ts';
import { formOf, refuse, type WpOutcome } from './outcome.ts';
import type { WpParameters, WpValues } from './parameters.ts';
import type { ObjectRef } from './store.ts';

/**
 * How a collection is paged, which differs by WordPress's controllers.
 *
 * - `posts`: `offset` replaces the page, and finds and counts nothing past the end; a page past the end is an error.
 * - `objects`: an `offset` of 0 is none, and pages are counted from any other; a page past the end is empty.
 * - `search`: no `offset`; a page past the end is an error, and links back to the page before it, not to the last one.
 */
export type Paging = 'posts' | 'objects' | 'search';

/** Part of a collection, and the size of the whole. */
export interface Found {
  readonly refs: readonly ObjectRef[];
  readonly total: number;
}

/** One page of a collection. @param find objects from one place to before another */
export function listPage(
  base: string,
  route: string,
  paging: Paging,
  { values, query }: WpParameters,
  find: (start: number, end: number) => Found,
): WpOutcome {
  const perPage = Number(values.per_page);
  const { page, start } = readPlace(values, paging, perPage);
  const { refs, total: counted } = find(start, start + perPage);
  const total = paging === 'posts' && values.offset !== undefined && refs.length === 0 ? 0 : counted;
  const pages = Math.ceil(total / perPage);
  if (paging !== 'objects' && total > 0 && page > pages) {
    const kind = paging === 'posts' ? 'post' : 'search';
    return refuse(wpErrors.pastTheEnd(`rest_${kind}_invalid_page_number`));
  }
  const form = paging === 'search' ? 'hit' : formOf(values);
  const previous = paging === 'search' ? page - 1 : Math.min(page - 1, pages);
  // `page` keeps its place in the query; a query without one gets it at its end.
  const address = (number: number) =>
    `${base}${paths.wpV2}/${route}?${buildPhpQuery(new Map(query).set('page', String(number)))}`;
  return { kind: 'list', refs, form, total, pages, link: pagingLink(page, pages, previous, address) };
}

/** For {@link listPage}: all objects of a collection, in order. */
export function inPages(refs: readonly ObjectRef[]): (start: number, end: number) => Found {
  return (start, end) => ({ refs: refs.slice(start, end), total: refs.length });
}

function readPlace(
  values: WpValues,
  paging: Paging,
  perPage: number,
): { readonly page: number; readonly start: number } {
  const page = Number(values.page);
  const offset = Number(values.offset ?? 0);
  if (values.offset === undefined || (paging === 'objects' && offset === 0)) {
    return { page, start: (page - 1) * perPage };
  }
  const start = Math.abs(offset);
  return { page: paging === 'objects' ? Math.ceil(offset / perPage + 1) : page, start };
}

import type { ErrorObject } from '../../src/core/model/errors.ts';
import { paths } from '../../src/core/model/urls.ts';
import { alternateLink, pagingLink } from '../../src/core/wp/headers.ts';
import { buildPhpQuery, type PhpArray } from '../../src/core/wp/php-query.ts';
import type { ObjectForm, ObjectRef } from './store.ts';

/** What a route answers, before `_fields`, `_embed` and the headers of the request are looked at. */
export type WpOutcome =
  | { readonly kind: 'error'; readonly error: ErrorObject }
  | {
      readonly kind: 'list';
      readonly refs: readonly ObjectRef[];
      readonly form: ObjectForm;
      readonly total: number;
      readonly pages: number;
      /** Paging links; null when there is one page. */
      readonly link: string | null;
    }
  | {
      readonly kind: 'item';
      readonly ref: ObjectRef;
      readonly form: ObjectForm;
      readonly link: string | null;
    }
  | {
      readonly kind: 'value';
      readonly value: Readonly<Record<string, unknown>>;
      /** `map`: members are objects of their own (`/types`). `linked`: `_links` is sent whatever is asked for. */
      readonly fields: 'plain' | 'map' | 'linked';
    };

export function refuse(error: ErrorObject): WpOutcome {
  return { kind: 'error', error };
}

export interface Page {
  readonly route: string;
  readonly query: PhpArray;
  readonly page: number;
  readonly perPage: number;
}

/**
 * One page of a collection. `clamp`: the link back from a page past the end leads to the last page, as
 * everywhere but in the search route.
 */
export function listPage(
  base: string,
  request: Page,
  form: ObjectForm,
  refs: readonly ObjectRef[],
  total: number,
  clamp = true,
): WpOutcome {
  const pages = Math.ceil(total / request.perPage);
  const { page } = request;
  const previous = clamp ? Math.min(page - 1, pages) : page - 1;
  const address = (number: number) =>
    `${base}${paths.wpV2}/${request.route}?${buildPhpQuery(withPage(request.query, number))}`;
  return { kind: 'list', refs, form, total, pages, link: pagingLink(page, pages, previous, address) };
}

/** `page` keeps its place in the query; a query without one gets it at its end. */
function withPage(query: PhpArray, page: number): PhpArray {
  return new Map(query).set('page', String(page));
}

export function itemOf(ref: ObjectRef, form: ObjectForm, url: string | null): WpOutcome {
  return { kind: 'item', ref, form, link: url === null ? null : alternateLink(url) };
}

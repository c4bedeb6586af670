import type { DocumentKind } from '../../../src/core/model/document.ts';
import type { ErrorObject } from '../../../src/core/model/errors.ts';
import { kindNamed, taxonomiesOfKind } from '../../../src/core/model/kinds.ts';
import {
  type BitSet,
  clearBit,
  countBits,
  intersect,
  positionsIn,
} from '../../../src/core/search-index/bit-set.ts';
import type { SearchColumn } from '../../../src/core/search-index/content-index.ts';
import { parseWpDate } from '../../../src/core/wp/date.ts';
import { wpErrors } from '../../../src/core/wp/errors.ts';
import type { WpValue } from '../../../src/core/wp/parameters/schema.ts';
import { parseSearch, type SearchQuery } from '../../../src/core/wp/parameters/search-terms.ts';
import { toInteger, toText } from '../../../src/core/wp/parameters/validate-value.ts';
import { isPhpArray, type PhpValue } from '../../../src/core/wp/php-query.ts';
import { encodeLinkPath } from '../../../src/core/wp/text.ts';
import type { Catalog, Columns } from '../catalog.ts';
import type { WpContent } from '../content.ts';
import { itemOf, listPage, refuse, type WpOutcome } from '../outcome.ts';
import { decodeSlug, idList, isSearch, slugList, textList, type WpParameters } from '../parameters.ts';
import { sortDocuments } from './document-order.ts';
import { matchSearch } from './search-match.ts';
import { filterByTerms } from './term-filter.ts';

const columnNames: Readonly<Record<string, SearchColumn>> = {
  post_title: 'title',
  post_excerpt: 'excerpt',
  post_content: 'content',
};

/** `/posts`, `/pages`, `/talks`, `/plugin-entries`: one page of what meets every condition. */
export function listDocuments(content: WpContent, kind: DocumentKind, parameters: WpParameters): WpOutcome {
  const { values } = parameters;
  const search = parseSearch(toText((values.search as PhpValue) ?? ''));
  if (values.orderby === 'include' && idList(values.include).length === 0)
    return refuse(wpErrors.includeMissing());
  if (values.orderby === 'relevance' && !isSearch(values.search)) return refuse(wpErrors.searchMissing());

  const matches = selectDocuments(content, kind, values, search);
  const page = Number(values.page);
  const perPage = Number(values.per_page);
  const offset = values.offset === undefined ? null : Math.abs(Number(values.offset));
  const start = offset ?? (page - 1) * perPage;
  const positions = sortDocuments(content, matches, values, search, { start, end: start + perPage });
  // An offset past the end finds nothing and counts nothing; a page past the end is an error, unless all is empty.
  const total = positions.length === 0 && offset !== null ? 0 : countBits(matches);
  if (total > 0 && page > Math.ceil(total / perPage)) {
    return refuse(wpErrors.pastTheEnd('rest_post_invalid_page_number'));
  }
  const refs = positions.map((position) => ({ kind: 'document' as const, position }));
  const form = values.context === 'embed' ? 'embed' : 'view';
  return listPage(
    content.base,
    { route: kindNamed(content.site, kind).restBase, query: parameters.query, page, perPage },
    form,
    refs,
    total,
  );
}

/** `/posts/12` and its kin. The route has checked that the document is there. */
export function showDocument(
  content: WpContent,
  kind: DocumentKind,
  id: PhpValue,
  parameters: WpParameters,
): WpOutcome {
  const position = findDocument(content.catalog, kind, id);
  if (position === null) return refuse(wpErrors.invalidPost());
  const form = parameters.values.context === 'embed' ? 'embed' : 'view';
  const url = content.base + encodeLinkPath(content.store.pathOf(position));
  return itemOf({ kind: 'document', position }, form, url);
}

/** The position of a document of this kind; drafts and what never was are alike. */
export function findDocument(catalog: Catalog, kind: DocumentKind, id: PhpValue): number | null {
  const position = catalog.positionOf(toInteger(id));
  return position !== null && catalog.kindAt(position) === kind ? position : null;
}

/** May readers see this document? Asked before anything else, so that a missing one is missing in every context. */
export function mayReadDocument(
  catalog: Catalog,
  kind: DocumentKind,
  id: PhpValue,
  context: PhpValue | undefined,
  password: PhpValue | undefined,
): ErrorObject | null {
  if (findDocument(catalog, kind, id) === null) return wpErrors.invalidPost();
  if (context === 'edit') return wpErrors.forbiddenContext('edit this post');
  // No password opens anything here, so every one is wrong.
  const given =
    password !== undefined && !isPhpArray(password) && toText(password) !== '' && password !== '0';
  return given ? wpErrors.wrongPassword() : null;
}

function selectDocuments(
  { site, catalog, text }: WpContent,
  kind: DocumentKind,
  values: Readonly<Record<string, WpValue>>,
  search: SearchQuery | null,
): BitSet {
  const matches = catalog.byKind(kind).slice();
  if (search) {
    const names = textList(values.search_columns);
    const columns = names.map((name) => columnNames[name] ?? 'content');
    intersect(matches, matchSearch(catalog, text, search, columns));
  }
  const terms = filterByTerms(catalog, taxonomiesOfKind(site, kindNamed(site, kind)), values);
  if (terms) intersect(matches, terms);
  const tests = conditions(catalog, values);
  if (tests.length === 0) return matches;
  for (const position of positionsIn(matches)) {
    if (!tests.every((test) => test(position))) clearBit(matches, position);
  }
  return matches;
}

type Test = (position: number) => boolean;

/** One test for each condition that was given, but for the search and the terms. */
function conditions(catalog: Catalog, values: Readonly<Record<string, WpValue>>): Test[] {
  const { columns } = catalog;
  const tests: Test[] = [];
  const among = (column: ArrayLike<number>, ids: readonly number[], wanted: boolean) => {
    if (ids.length === 0) return;
    const set = new Set(ids);
    tests.push((position) => set.has(column[position] ?? 0) === wanted);
  };
  const include = idList(values.include);
  among(columns.id, include, true);
  // WordPress looks at `exclude` and `sticky=false` only where no ids are asked for, as `sticky=true` does.
  if (values.sticky === true) tests.push((position) => columns.sticky[position] === 1);
  else if (include.length === 0) {
    among(columns.id, idList(values.exclude), false);
    if (values.sticky === false) tests.push((position) => columns.sticky[position] === 0);
  }
  // When authors are excluded, those to include are ignored; with parents it is the other way round.
  const unwanted = idList(values.author_exclude);
  if (unwanted.length > 0) among(columns.author, unwanted, false);
  else among(columns.author, idList(values.author), true);
  const parents = idList(values.parent);
  if (parents.length > 0) among(columns.parent, parents, true);
  else among(columns.parent, idList(values.parent_exclude), false);
  if (typeof values.menu_order === 'number') {
    const place = values.menu_order;
    tests.push((position) => columns.order[position] === place);
  }
  addDateTests(tests, columns, values);
  const slugs = slugList(values.slug);
  if (slugs.length > 0) {
    const positions = new Set(slugs.flatMap((slug) => catalog.positionsOfSlug(decodeSlug(slug))));
    tests.push((position) => positions.has(position));
  }
  return tests;
}

function addDateTests(tests: Test[], columns: Columns, values: Readonly<Record<string, WpValue>>): void {
  const bound = (name: string, local: Float64Array, gmt: Float64Array, later: boolean) => {
    const given = values[name];
    const date = typeof given === 'string' ? parseWpDate(given) : null;
    if (!date) return;
    const column = date.zoned ? gmt : local;
    tests.push((position) => {
      const seconds = column[position] ?? 0;
      return later ? seconds > date.seconds : seconds < date.seconds;
    });
  };
  bound('after', columns.date, columns.dateGmt, true);
  bound('before', columns.date, columns.dateGmt, false);
  bound('modified_after', columns.modified, columns.modifiedGmt, true);
  bound('modified_before', columns.modified, columns.modifiedGmt, false);
}

import { type DocumentKind, type PostFormat, postFormats } from '../../../src/core/model/document.ts';
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
import { parseSearch, type SearchQuery } from '../../../src/core/wp/parameters/search-terms.ts';
import { toInteger, toText } from '../../../src/core/wp/parameters/validate-value.ts';
import { isPhpArray, type PhpValue } from '../../../src/core/wp/php-query.ts';
import { encodeLinkPath } from '../../../src/core/wp/text.ts';
import type { Columns, ContentTables } from '../content-tables.ts';
import { listPage } from '../list-page.ts';
import { itemOf, refuse, type WpOutcome } from '../outcome.ts';
import { decodeSlug, idList, isSearch, slugList, textList, type WpValues } from '../parameters.ts';
import { type Reader, refuseEdit, type WpContent } from '../reader.ts';
import type { ObjectRef } from '../store.ts';
import { sortDocuments } from './document-order.ts';
import { findWith, matchSearch } from './search-match.ts';
import { filterByTerms } from './term-filter.ts';

const columnNames: Readonly<Record<string, SearchColumn>> = {
  post_title: 'title',
  post_excerpt: 'excerpt',
  post_content: 'content',
};

/** `/posts`, `/pages`, `/talks`, `/plugin-entries`. */
export function listDocuments(content: WpContent, kind: DocumentKind): Reader {
  const { restBase } = kindNamed(content.site, kind);
  return {
    permit: (given) => refuseEdit(given, 'edit posts in this post type'),
    run(parameters) {
      const { values } = parameters;
      const refused = refuseOrder(values);
      if (refused) return refused;
      const search = parseSearch(
        toText((values.search as PhpValue) ?? ''),
        values.search_semantics === 'exact',
      );
      const matches = selectDocuments(content, kind, values, search);
      return listPage(content.base, restBase, 'posts', parameters, (start, end) => {
        const sorted = sortDocuments(content, matches, values, search, { start, end });
        const listed = showsStickyFirst(values) ? stickyFirst(content.tables, sorted, values) : sorted;
        return { refs: documentRefs(listed), total: countBits(matches) };
      });
    },
  };
}

/** `/posts/12`. Whether it exists is checked first, so that a missing document is missing in every context. */
export function showDocument({ tables, store, base }: WpContent, kind: DocumentKind): Reader {
  return {
    permit(given) {
      if (findDocument(tables, kind, given('id') ?? '') === null) return wpErrors.invalidPost();
      const refused = refuseEdit(given, 'edit this post');
      if (refused) return refused;
      // No password unlocks anything here, so every password is wrong.
      const password = given('password') ?? '';
      return isPhpArray(password) || ['', '0'].includes(toText(password)) ? null : wpErrors.wrongPassword();
    },
    run(parameters, given) {
      const position = findDocument(tables, kind, given('id') ?? '') ?? 0;
      const url = base + encodeLinkPath(store.pathOf(position));
      return itemOf({ kind: 'document', position }, parameters, url);
    },
  };
}

/** Two orders need another parameter, without which WordPress refuses them. */
export function refuseOrder({ orderby, include, search }: WpValues): WpOutcome | null {
  if (orderby === 'include' && idList(include).length === 0) return refuse(wpErrors.includeMissing());
  return orderby === 'relevance' && !isSearch(search) ? refuse(wpErrors.searchMissing()) : null;
}

export function documentRefs(positions: readonly number[]): ObjectRef[] {
  return positions.map((position) => ({ kind: 'document', position }));
}

/** The position of a document of this content type; drafts and unknown IDs are alike. */
export function findDocument(tables: ContentTables, kind: DocumentKind, id: PhpValue): number | null {
  const position = tables.positionOf(toInteger(id));
  return position !== null && tables.kindAt(position) === kind ? position : null;
}

function selectDocuments(
  { site, tables, text }: WpContent,
  kind: DocumentKind,
  values: WpValues,
  search: SearchQuery | null,
): BitSet {
  const matches = tables.byKind(kind).slice();
  if (search) {
    const names = textList(values.search_columns);
    const columns = names.map((name) => columnNames[name] ?? 'content');
    intersect(matches, matchSearch(tables, findWith(text, values), search, columns));
  }
  const terms = filterByTerms(tables, taxonomiesOfKind(site, kindNamed(site, kind)), values);
  if (terms) intersect(matches, terms);
  const spoken = tables.inLanguages(textList(values.lang));
  if (spoken) intersect(matches, spoken);
  const tests = conditions(tables, values);
  if (tests.length === 0) return matches;
  for (const position of positionsIn(matches)) {
    if (!tests.every((test) => test(position))) clearBit(matches, position);
  }
  return matches;
}

/** WordPress puts pinned posts first where a blog begins: on the first page, without a search or terms. */
function showsStickyFirst(values: WpValues): boolean {
  const isNarrowed = isSearch(values.search) || values.categories !== undefined || values.tags !== undefined;
  return values.ignore_sticky === false && values.page === 1 && !isNarrowed;
}

/** Pinned posts of the page, then those of other pages, which come in addition, then the rest. */
function stickyFirst(tables: ContentTables, page: readonly number[], values: WpValues): number[] {
  const { columns } = tables;
  const among = tables.inLanguages(textList(values.lang)) ?? tables.all;
  const isSticky = (position: number) => columns.sticky[position] === 1;
  const excluded = new Set(idList(values.exclude));
  const isWanted = (position: number) => isSticky(position) && !excluded.has(columns.id[position] ?? 0);
  const others = [...positionsIn(among)].filter((at) => isWanted(at) && !page.includes(at));
  // WordPress inserts each of them after the one before it, in the order of their dates.
  return [...page.filter(isSticky), ...others, ...page.filter((position) => !isSticky(position))];
}

type Test = (position: number) => boolean;

/** One test for each given condition, except search and terms. */
function conditions(tables: ContentTables, values: WpValues): Test[] {
  const { columns } = tables;
  const tests: Test[] = [];
  const among = (column: ArrayLike<number>, ids: readonly number[], wanted: boolean) => {
    if (ids.length === 0) return;
    const set = new Set(ids);
    tests.push((position) => set.has(column[position] ?? 0) === wanted);
  };
  const include = idList(values.include);
  among(columns.id, include, true);
  // WordPress applies `exclude` and `sticky=false` only where no IDs are asked for, as with `sticky=true`.
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
    tests.push((position) => columns.menu_order[position] === place);
  }
  const formats = new Set(textList(values.format).map((name) => postFormats.indexOf(name as PostFormat)));
  if (formats.size > 0) tests.push((position) => formats.has(columns.format[position] ?? 0));
  addDateTests(tests, columns, values);
  const slugs = slugList(values.slug);
  if (slugs.length > 0) {
    const positions = new Set(slugs.flatMap((slug) => tables.positionsOfSlug(decodeSlug(slug))));
    tests.push((position) => positions.has(position));
  }
  return tests;
}

function addDateTests(tests: Test[], columns: Columns, values: WpValues): void {
  for (const name of ['after', 'before', 'modified_after', 'modified_before']) {
    const date = parseWpDate(String(values[name] ?? ''));
    if (!date) continue;
    const field = name.startsWith('modified') ? 'modified' : 'date';
    const column = columns[date.zoned ? (`${field}_gmt` as const) : field];
    const sign = name.endsWith('after') ? 1 : -1;
    tests.push((position) => sign * ((column[position] ?? 0) - date.seconds) > 0);
  }
}

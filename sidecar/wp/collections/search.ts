import { kindsOf, taxonomiesOf } from '../../../src/core/model/kinds.ts';
import type { Site } from '../../../src/core/model/site.ts';
import {
  type BitSet,
  countBits,
  createBitSet,
  intersect,
  setBit,
  slicePositions,
  subtract,
  unite,
} from '../../../src/core/search-index/bit-set.ts';
import { wpErrors } from '../../../src/core/wp/errors.ts';
import type { WpValue } from '../../../src/core/wp/parameters/schema.ts';
import { parseSearch } from '../../../src/core/wp/parameters/search-terms.ts';
import type { Catalog, CatalogObject, ObjectKind } from '../catalog.ts';
import type { WpContent } from '../content.ts';
import { listPage, refuse, type WpOutcome } from '../outcome.ts';
import { idList, isSearch, textList, type WpParameters } from '../parameters.ts';
import type { ObjectRef } from '../store.ts';
import { filterObjects, searchObjects } from './object-lists.ts';
import { matchSearch, rankMatches } from './search-match.ts';
import { searchTerms } from './terms.ts';

/** `/search`: documents of all types mixed, terms, or the post formats in use. */
export function searchAll(content: WpContent, parameters: WpParameters): WpOutcome {
  const { values } = parameters;
  if (values.type === 'post') return searchDocuments(content, parameters);
  const sorted = values.type === 'term' ? findTerms(content, values) : findFormats(content, values);
  const page = Number(values.page);
  const perPage = Number(values.per_page);
  if (sorted.length > 0 && page > Math.ceil(sorted.length / perPage)) {
    return refuse(wpErrors.pastTheEnd('rest_search_invalid_page_number'));
  }
  const refs = sorted.slice((page - 1) * perPage, page * perPage);
  const request = { route: 'search', query: parameters.query, page, perPage };
  return listPage(content.base, request, 'hit', refs, sorted.length, false);
}

function searchDocuments(content: WpContent, parameters: WpParameters): WpOutcome {
  const { site, catalog, text } = content;
  const { values } = parameters;
  const query = isSearch(values.search) ? parseSearch(values.search) : null;
  const matches = query ? matchSearch(catalog, text, query) : catalog.all.slice();
  intersect(matches, documentsOf(catalog, site, values.subtype));
  const include = new Set(idList(values.include));
  const exclude = new Set(include.size > 0 ? [] : idList(values.exclude));
  if (include.size > 0) intersect(matches, positionsOf(catalog, include));
  if (exclude.size > 0) subtract(matches, positionsOf(catalog, exclude));
  const page = Number(values.page);
  const perPage = Number(values.per_page);
  const start = (page - 1) * perPage;
  const positions = query
    ? rankMatches(text, query, matches, start + perPage).slice(start)
    : slicePositions(matches, start, perPage);
  const refs = positions.map((position): ObjectRef => ({ kind: 'document', position }));
  // A page past the end finds nothing, and so counts nothing.
  const total = positions.length === 0 ? 0 : countBits(matches);
  const request = { route: 'search', query: parameters.query, page, perPage };
  return listPage(content.base, request, 'hit', refs, total, false);
}

/** `any` is every kind; subtypes that belong to terms do not concern posts. */
function documentsOf(catalog: Catalog, site: Site, subtype: WpValue | undefined): BitSet {
  const names = textList(subtype);
  if (names.includes('any')) return catalog.all;
  const kinds = createBitSet(catalog.size);
  for (const name of names.length === 0 ? ['post'] : names) {
    const kind = kindsOf(site).find((candidate) => candidate.name === name);
    if (kind) unite(kinds, catalog.byKind(kind.name));
  }
  return kinds;
}

function positionsOf(catalog: Catalog, ids: Iterable<number>): BitSet {
  const set = createBitSet(catalog.size);
  for (const id of ids) {
    const position = catalog.positionOf(id);
    if (position !== null) setBit(set, position);
  }
  return set;
}

/** All taxonomies in one order, by name. Subtypes that belong to posts leave all of them. */
function findTerms({ site, catalog }: WpContent, values: Readonly<Record<string, WpValue>>): ObjectRef[] {
  const names = textList(values.subtype);
  const wanted = taxonomiesOf(site)
    .map(({ name }) => name)
    .filter((taxonomy) => names.length === 0 || names.includes('any') || names.includes(taxonomy));
  const found: { object: CatalogObject; kind: ObjectKind }[] = [];
  for (const kind of wanted) {
    const listed = filterObjects(catalog.objects(kind).list, {
      include: values.include ?? [],
      exclude: values.exclude ?? [],
    });
    const matching = isSearch(values.search) ? searchTerms(listed, values.search) : listed;
    for (const object of matching) found.push({ object, kind });
  }
  found.sort((a, b) => a.object.fields.nameRank - b.object.fields.nameRank || b.object.id - a.object.id);
  return found.map(({ object, kind }) => ({ kind, id: object.id }));
}

function findFormats({ catalog }: WpContent, values: Readonly<Record<string, WpValue>>): ObjectRef[] {
  const { list } = catalog.objects('format');
  const found = isSearch(values.search)
    ? searchObjects(list, values.search, ({ name, slug }) => [name, slug])
    : list;
  return found.map(({ id }) => ({ kind: 'format', id }));
}

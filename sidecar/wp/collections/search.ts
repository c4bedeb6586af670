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
import type { WpValue } from '../../../src/core/wp/parameters/schema.ts';
import { parseSearch } from '../../../src/core/wp/parameters/search-terms.ts';
import type { ContentTables } from '../content-tables.ts';
import { inPages, listPage } from '../list-page.ts';
import { idList, isSearch, textList, type WpValues } from '../parameters.ts';
import type { Reader, WpContent } from '../reader.ts';
import type { ObjectRef } from '../store.ts';
import { documentRefs } from './documents.ts';
import { filterByLanguage, filterObjects, refsTo, searchObjects } from './object-lists.ts';
import { matchSearch, rankMatches } from './search-match.ts';

/** `/search`: documents of all content types mixed, terms, or the post formats in use. */
export function searchAll(content: WpContent): Reader {
  return {
    run(parameters) {
      const { values } = parameters;
      const outcome = listPage(content.base, 'search', 'search', parameters, findObjects(content, values));
      const { terms = [] } = (isSearch(values.search) && parseSearch(values.search)) || {};
      const words = terms.flatMap(({ text, excluded }) => (excluded ? [] : text));
      return outcome.kind === 'list' ? { ...outcome, words } : outcome;
    },
  };
}

function findObjects(content: WpContent, values: WpValues): ReturnType<typeof inPages> {
  if (values.type === 'post') return findDocuments(content, values);
  if (values.type === 'term') return inPages(findTerms(content, values));
  const { list } = content.tables.objects('format');
  return inPages(refsTo('format', isSearch(values.search) ? searchObjects(list, values.search) : list));
}

function findDocuments({ site, tables, text }: WpContent, values: WpValues): ReturnType<typeof inPages> {
  const query = isSearch(values.search) ? parseSearch(values.search) : null;
  const matches = query ? matchSearch(tables, text.find, query) : tables.all.slice();
  intersect(matches, documentsOf(tables, site, values.subtype));
  const spoken = tables.inLanguages(textList(values.lang));
  if (spoken) intersect(matches, spoken);
  const include = idList(values.include);
  if (include.length > 0) intersect(matches, positionsOf(tables, include));
  else subtract(matches, positionsOf(tables, idList(values.exclude)));
  return (start, end) => {
    const positions = query
      ? rankMatches(text, query, matches, end).slice(start)
      : slicePositions(matches, start, end - start);
    // A page past the end finds nothing, and so counts nothing.
    return { refs: documentRefs(positions), total: positions.length === 0 ? 0 : countBits(matches) };
  };
}

/** `any` is every kind; subtypes that belong to terms do not concern posts. */
function documentsOf(tables: ContentTables, site: Site, subtype: WpValue | undefined): BitSet {
  const names = textList(subtype);
  if (names.includes('any')) return tables.all;
  const kinds = createBitSet(tables.size);
  for (const name of names.length === 0 ? ['post'] : names) {
    const kind = kindsOf(site).find((candidate) => candidate.name === name);
    if (kind) unite(kinds, tables.byKind(kind.name));
  }
  return kinds;
}

function positionsOf(tables: ContentTables, ids: readonly number[]): BitSet {
  const set = createBitSet(tables.size);
  for (const id of ids) {
    const position = tables.positionOf(id);
    if (position !== null) setBit(set, position);
  }
  return set;
}

/** All taxonomies in one order, by name. Subtypes that belong to posts leave all of them. */
function findTerms({ site, tables }: WpContent, values: WpValues): ObjectRef[] {
  const names = textList(values.subtype);
  const wanted = taxonomiesOf(site)
    .map(({ name }) => name)
    .filter((taxonomy) => names.length === 0 || names.includes('any') || names.includes(taxonomy));
  const found = wanted.flatMap((kind) => {
    const inLanguage = filterByLanguage(tables.objects(kind).list, values, site);
    const listed = filterObjects(inLanguage, { ...values, slug: [] });
    const matching = isSearch(values.search) ? searchObjects(listed, values.search) : listed;
    return matching.map((object) => ({ object, kind }));
  });
  found.sort((a, b) => a.object.fields.nameRank - b.object.fields.nameRank || b.object.id - a.object.id);
  return found.map(({ object, kind }) => ({ kind, id: object.id }));
}

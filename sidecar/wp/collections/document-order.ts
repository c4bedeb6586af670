import { type BitSet, hasBit, positionsIn, slicePositions } from '../../../src/core/search-index/bit-set.ts';
import type { SearchQuery } from '../../../src/core/wp/parameters/search-terms.ts';
import type { ColumnName, ContentTables } from '../content-tables.ts';
import { decodeSlug, idList, slugList, type WpValues } from '../parameters.ts';
import type { WpContent } from '../reader.ts';
import { findWith, rankMatches } from './search-match.ts';

/** The positions from place `start` to `end` in the order that was asked for. */
export function sortDocuments(
  content: WpContent,
  matches: BitSet,
  values: WpValues,
  search: SearchQuery | null,
  { start, end }: { readonly start: number; readonly end: number },
): readonly number[] {
  const { date } = content.tables.columns;
  const descending = values.order !== 'asc';
  const orderBy = String(values.orderby);
  // Positions descend in date, and among equal dates in id.
  const oldestFirst = (set: BitSet) =>
    [...positionsIn(set)].sort((a, b) => (date[a] ?? 0) - (date[b] ?? 0) || a - b);
  if (orderBy === 'relevance' && search) {
    const inOrder = descending ? undefined : oldestFirst;
    const find = findWith(content.text, values);
    return rankMatches(content.text, search, matches, end, inOrder, find).slice(start);
  }
  if (orderBy === 'date' || orderBy === 'relevance') {
    return descending ? slicePositions(matches, start, end - start) : oldestFirst(matches).slice(start, end);
  }
  if (orderBy === 'include') {
    const places = placesOf(idList(values.include));
    const { id } = content.tables.columns;
    return [...positionsIn(matches)]
      .sort((a, b) => place(places, id[a]) - place(places, id[b]))
      .slice(start, end);
  }
  if (orderBy === 'include_slugs')
    return sortBySlugList(content.tables, [...positionsIn(matches)], slugList(values.slug)).slice(start, end);
  const found: number[] = [];
  let passed = 0;
  for (const position of content.tables.inOrder(sortColumn(orderBy), descending)) {
    if (!hasBit(matches, position) || passed++ < start) continue;
    if (passed > end) break;
    found.push(position);
  }
  return found;
}

/** In the order of the given slugs; without any, oldest first. */
function sortBySlugList(tables: ContentTables, positions: number[], slugs: readonly string[]): number[] {
  const { date } = tables.columns;
  if (slugs.length === 0) return positions.sort((a, b) => (date[a] ?? 0) - (date[b] ?? 0) || a - b);
  const places = new Map<number, number>();
  for (const [index, slug] of slugs.entries()) {
    for (const position of tables.positionsOfSlug(decodeSlug(slug))) {
      if (!places.has(position)) places.set(position, index);
    }
  }
  return positions.sort((a, b) => place(places, a) - place(places, b) || a - b);
}

function sortColumn(orderBy: string): ColumnName {
  if (orderBy === 'slug') return 'slug_rank';
  if (orderBy === 'title') return 'title_rank';
  const names = ['author', 'modified', 'parent', 'menu_order'] as const;
  return names.find((name) => name === orderBy) ?? 'id';
}

function placesOf(ids: readonly number[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (const [index, id] of ids.entries()) if (!places.has(id)) places.set(id, index);
  return places;
}

function place(places: ReadonlyMap<number, number>, key: number | undefined): number {
  return places.get(key ?? 0) ?? places.size;
}

import { type BitSet, positionsIn, slicePositions } from '../../../src/core/search-index/bit-set.ts';
import type { SearchQuery } from '../../../src/core/wp/parameters/search-terms.ts';
import type { Catalog, Columns } from '../catalog.ts';
import { decodeSlug, idList, slugList, type WpValues } from '../parameters.ts';
import type { WpContent } from '../reader.ts';
import { rankMatches } from './search-match.ts';

/** The positions from place `start` to `end` in the order that was asked for. */
export function sortDocuments(
  content: WpContent,
  matches: BitSet,
  values: WpValues,
  search: SearchQuery | null,
  { start, end }: { readonly start: number; readonly end: number },
): readonly number[] {
  const { date } = content.catalog.columns;
  const descending = values.order !== 'asc';
  const orderBy = String(values.orderby);
  // Positions descend in date, and among equal dates in id.
  const oldestFirst = (set: BitSet) =>
    [...positionsIn(set)].sort((a, b) => (date[a] ?? 0) - (date[b] ?? 0) || a - b);
  if (orderBy === 'relevance' && search) {
    const inOrder = descending ? undefined : oldestFirst;
    return rankMatches(content.text, search, matches, end, inOrder).slice(start);
  }
  if (orderBy === 'date' || orderBy === 'relevance') {
    return descending ? slicePositions(matches, start, end - start) : oldestFirst(matches).slice(start, end);
  }
  return sortByValue(content.catalog, [...positionsIn(matches)], values).slice(start, end);
}

function sortByValue(catalog: Catalog, positions: number[], values: WpValues): readonly number[] {
  const { columns } = catalog;
  const orderBy = String(values.orderby);
  if (orderBy === 'include') {
    const places = placesOf(idList(values.include));
    return positions.sort((a, b) => place(places, columns.id[a]) - place(places, columns.id[b]));
  }
  if (orderBy === 'include_slugs') return sortBySlugList(catalog, positions, slugList(values.slug));
  const column = sortColumn(columns, orderBy);
  const direction = values.order === 'asc' ? 1 : -1;
  return positions.sort(
    (a, b) =>
      direction * ((column[a] ?? 0) - (column[b] ?? 0)) || (columns.id[b] ?? 0) - (columns.id[a] ?? 0),
  );
}

/** In the order of the given slugs; without any, oldest first. */
function sortBySlugList(catalog: Catalog, positions: number[], slugs: readonly string[]): number[] {
  const { date } = catalog.columns;
  if (slugs.length === 0) return positions.sort((a, b) => (date[a] ?? 0) - (date[b] ?? 0) || a - b);
  const places = new Map<number, number>();
  for (const [index, slug] of slugs.entries()) {
    for (const position of catalog.positionsOfSlug(decodeSlug(slug))) {
      if (!places.has(position)) places.set(position, index);
    }
  }
  return positions.sort((a, b) => place(places, a) - place(places, b) || a - b);
}

function sortColumn(columns: Columns, orderBy: string): ArrayLike<number> {
  if (orderBy === 'slug') return columns.slug_rank;
  if (orderBy === 'title') return columns.title_rank;
  const names = ['author', 'modified', 'parent', 'menu_order'] as const;
  return columns[names.find((name) => name === orderBy) ?? 'id'];
}

function placesOf(ids: readonly number[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (const [index, id] of ids.entries()) if (!places.has(id)) places.set(id, index);
  return places;
}

function place(places: ReadonlyMap<number, number>, key: number | undefined): number {
  return places.get(key ?? 0) ?? places.size;
}

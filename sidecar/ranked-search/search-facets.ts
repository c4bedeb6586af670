import type { DatabaseSync } from 'node:sqlite';
import type { DocumentKind } from '../../src/core/model/document.ts';
import type { Site } from '../../src/core/model/site.ts';
import { isDated } from '../../src/core/pages/search-filters.ts';
import { type BitSet, createBitSet, intersect, setBit } from '../../src/core/search-index/bit-set.ts';

/** What a search can be narrowed to; null for all. */
export interface SearchFacets {
  readonly kind: DocumentKind | null;
  /** Slug of a category. */
  readonly category: string | null;
  /** Four digits. */
  readonly year: string | null;
  /** Tag of a language, as in the settings; absent for all. */
  readonly language?: string | null | undefined;
}

/** @returns the documents that the facets leave, null when they leave all */
export function createFacets(
  index: Pick<DatabaseSync, 'prepare'>,
  site: Site,
  size: number,
): (facets: SearchFacets) => BitSet | null {
  const inCategory = index.prepare(
    `SELECT document AS position FROM document_term JOIN term ON term.id = document_term.term
     WHERE taxonomy = 'category' AND slug = ?`,
  );
  let sets: ReadonlyMap<string, BitSet> | null = null;

  /** By kind and by year, read when they are first asked for. */
  const read = (): ReadonlyMap<string, BitSet> => {
    const found = new Map<string, BitSet>();
    const add = (name: string, position: number) => {
      const set = found.get(name) ?? createBitSet(size);
      setBit(set, position);
      found.set(name, set);
    };
    const rows = index.prepare('SELECT position, kind, language, substr(date, 1, 4) AS year FROM document');
    for (const row of rows.iterate()) {
      const [position, kind] = [Number(row.position), String(row.kind)];
      add(kind, position);
      add(`in ${row.language}`, position);
      if (isDated(kind, site)) add(String(row.year), position);
    }
    return found;
  };
  const ofName = (name: string): BitSet => {
    sets ??= read();
    return sets.get(name) ?? createBitSet(size);
  };
  const ofCategory = (slug: string): BitSet => {
    const set = createBitSet(size);
    for (const row of inCategory.iterate(slug)) setBit(set, Number(row.position));
    return set;
  };

  return ({ kind, category, year, language = null }) => {
    const chosen = [
      ...(kind === null ? [] : [ofName(kind)]),
      ...(year === null ? [] : [ofName(year)]),
      ...(language === null ? [] : [ofName(`in ${language}`)]),
      ...(category === null ? [] : [ofCategory(category)]),
    ];
    const [first, ...others] = chosen;
    if (!first) return null;
    const left = first.slice();
    for (const other of others) intersect(left, other);
    return left;
  };
}

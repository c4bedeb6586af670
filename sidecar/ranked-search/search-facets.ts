import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { DocumentKind } from '../../src/core/model/document.ts';
import { kindsOf } from '../../src/core/model/kinds.ts';
import type { Site } from '../../src/core/model/site.ts';
import { isDated } from '../../src/core/pages/search-filters.ts';
import { type BitSet, bitSetOf } from '../../src/core/search-index/bit-set.ts';

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

/** Max cached sets: one for each choice. */
const maxChoices = 100;

/** @returns the documents that the facets leave, null when they leave all */
export function createFacets(
  index: Pick<DatabaseSync, 'prepare'>,
  site: Site,
  size: number,
): (facets: SearchFacets) => BitSet | null {
  const chosen = index.prepare(
    `SELECT json_group_array(position) AS list FROM document INDEXED BY document_kind
     WHERE kind IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR substr(date, 1, 4) = ?2)
       AND (?3 IS NULL OR language = ?3)
       AND (?4 IS NULL OR position IN (SELECT document FROM document_term JOIN term ON term.id = document_term.term
         WHERE taxonomy = 'category' AND slug = ?4))`,
  );
  const sets = new LRUCache<string, BitSet>({ max: maxChoices });

  return ({ kind, category, year, language = null }) => {
    if ([kind, category, year, language].every((value) => value === null)) return null;
    const kinds = kindsOf(site).flatMap(({ name }) =>
      (year !== null && !isDated(name, site)) || (kind !== null && kind !== name) ? [] : name,
    );
    const values = [JSON.stringify(kinds), year, language, category];
    const key = JSON.stringify(values);
    const known = sets.get(key);
    if (known) return known;
    const set = bitSetOf(size, JSON.parse(String(chosen.get(...values)?.list)) as number[]);
    sets.set(key, set);
    return set;
  };
}

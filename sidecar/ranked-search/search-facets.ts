import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { DocumentKind } from '../../src/core/model/document.ts';
import { kindsOf } from '../../src/core/model/kinds.ts';
import type { Site } from '../../src/core/model/site.ts';
import { isDated } from '../../src/core/pages/search-filters.ts';
import { type BitSet, bitSetOf, intersect } from '../../src/core/search-index/bit-set.ts';

/** What a search can be narrowed to; null for all. */
export interface SearchFacets {
  readonly kind: DocumentKind | null;
  /** Slug of a category. */
  readonly category: string | null;
  /** Four digits. */
  readonly year: string | null;
  /** Tag of a language, as in the settings; absent for all. */
  readonly language?: string | null | undefined;
  /** Slugs with their taxonomies; a document has to have all of them. */
  readonly terms?: readonly (readonly [taxonomy: string, slug: string])[] | undefined;
  /** ID. */
  readonly author?: number | undefined;
  /** Range of dates, `before` exclusive: `YYYY-MM-DDTHH:MM:SS` in UTC. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
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
         WHERE taxonomy = 'category' AND slug = ?4))
       AND (?5 IS NULL OR author = ?5) AND (?6 IS NULL OR date_gmt >= ?6) AND (?7 IS NULL OR date_gmt < ?7)`,
  );
  const carrying = index.prepare(
    `SELECT document FROM document_term JOIN term ON term.id = document_term.term WHERE taxonomy = ? AND slug = ?`,
  );
  const sets = new LRUCache<string, BitSet>({ max: maxChoices });

  return (facets) => {
    const { kind, category, year, language = null, terms = [] } = facets;
    const { author = null, after = null, before = null } = facets;
    const chosenValues = [kind, category, year, language, author, after, before];
    if (terms.length === 0 && chosenValues.every((value) => value === null)) return null;
    const kinds = kindsOf(site).flatMap(({ name }) =>
      (year !== null && !isDated(name, site)) || (kind !== null && kind !== name) ? [] : name,
    );
    const values = [JSON.stringify(kinds), year, language, category, author, after, before];
    const key = JSON.stringify([values, terms]);
    const known = sets.get(key);
    if (known) return known;
    const set = bitSetOf(size, JSON.parse(String(chosen.get(...values)?.list)) as number[]);
    for (const term of terms) {
      const documents = carrying.all(...term).map(({ document }) => Number(document));
      intersect(set, bitSetOf(size, documents));
    }
    sets.set(key, set);
    return set;
  };
}

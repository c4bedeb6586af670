import {
  describeSearchFilters,
  isDated,
  type SearchChoice,
  type SearchFilter,
  searchFilterNames,
} from '../../src/core/pages/search-filters.ts';
import type { ContentIndex } from '../release/content-index.ts';

/** What searches of a site can be narrowed to, and which documents that leaves. */
export interface SearchNarrowing {
  readonly filters: readonly SearchFilter[];
  /** Known values among the parameters of a request; others are as if they were not there. */
  read(query: Readonly<Record<string, unknown>>): SearchChoice;
  /** Positions that category and year leave; null when they leave all. The kind is left to the search itself. */
  allowed(choice: SearchChoice): ReadonlySet<number> | null;
}

export function createNarrowing(index: ContentIndex): SearchNarrowing {
  const kinds = index.prepare('SELECT DISTINCT kind FROM document').all();
  const categories = index
    .prepare("SELECT slug, name FROM term WHERE taxonomy = 'category' AND count > 0")
    .all()
    .map(({ slug, name }) => ({ slug: String(slug), name: String(name) }));
  const years = index.prepare('SELECT DISTINCT kind, substr(date, 1, 4) AS year FROM document').all();
  const filters = describeSearchFilters(
    {
      kinds: new Set(kinds.map(({ kind }) => String(kind))),
      categories,
      years: new Set(
        years.filter(({ kind }) => isDated({ kind: String(kind) })).map(({ year }) => String(year)),
      ),
    },
    index.site,
  );
  const inCategory = index.prepare(
    `SELECT document AS position FROM document_term JOIN term ON term.id = document_term.term
     WHERE taxonomy = 'category' AND slug = ?`,
  );
  const inYear = index.prepare('SELECT position, kind FROM document WHERE substr(date, 1, 4) = ?');

  return {
    filters,
    read(query) {
      const choice: Record<string, string> = {};
      for (const name of searchFilterNames) {
        const value = query[name];
        const options = filters.find((filter) => filter.name === name)?.options ?? [];
        if (typeof value === 'string' && options.some((option) => option.value === value))
          choice[name] = value;
      }
      return choice;
    },
    allowed({ category, year }) {
      if (category === undefined && year === undefined) return null;
      const positions = category === undefined ? null : positionsOf(inCategory.all(category));
      if (year === undefined) return positions;
      const ofYear = inYear.all(year).filter(({ kind }) => isDated({ kind: String(kind) }));
      return new Set([...positionsOf(ofYear)].filter((position) => positions?.has(position) ?? true));
    },
  };
}

function positionsOf(rows: readonly { readonly position?: unknown }[]): Set<number> {
  return new Set(rows.map(({ position }) => Number(position)));
}

import {
  describeSearchFilters,
  isDated,
  type SearchChoice,
  type SearchFilter,
  searchFilterNames,
} from '../../src/core/pages/search-filters.ts';
import type { ContentIndex } from '../release/content-index.ts';

export interface SearchNarrowing {
  readonly filters: readonly SearchFilter[];
  /** Known values among the parameters of a request; others are as if they were not there. */
  read(query: Readonly<Record<string, unknown>>): SearchChoice;
}

export function createNarrowing(index: ContentIndex): SearchNarrowing {
  const rows = index.prepare('SELECT DISTINCT kind, substr(date, 1, 4) AS year FROM document').all();
  const kinds = rows.map(({ kind }) => String(kind));
  const categories = index
    .prepare("SELECT slug, name FROM term WHERE taxonomy = 'category' AND count > 0")
    .all()
    .map(({ slug, name }) => ({ slug: String(slug), name: String(name) }));
  const dated = rows.filter(({ kind }) => isDated(String(kind), index.site));
  const filters = describeSearchFilters(
    { kinds: new Set(kinds), categories, years: new Set(dated.map(({ year }) => String(year))) },
    index.site,
  );

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
  };
}

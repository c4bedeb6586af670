import { isMultilingual } from '../../src/core/model/languages.ts';
import type { Site } from '../../src/core/model/site.ts';
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

/** @param site the view of one language, whose documents are searched */
export function createNarrowing(index: ContentIndex, site: Site): SearchNarrowing {
  const language = isMultilingual(site) ? site.language : '';
  const rows = index
    .prepare('SELECT DISTINCT kind, substr(date, 1, 4) AS year FROM document WHERE language = ?')
    .all(language);
  const kinds = rows.map(({ kind }) => String(kind));
  const categories = index
    .prepare("SELECT slug, name FROM term WHERE taxonomy = 'category' AND count > 0 AND language = ?")
    .all(language)
    .map(({ slug, name }) => ({ slug: String(slug), name: String(name) }));
  const dated = rows.filter(({ kind }) => isDated(String(kind), site));
  const filters = describeSearchFilters(
    { kinds: new Set(kinds), categories, years: new Set(dated.map(({ year }) => String(year))) },
    site,
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

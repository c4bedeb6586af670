import type { Library } from '../model/document.ts';
import { kindsOf } from '../model/kinds.ts';
import type { Site } from '../model/site.ts';
import { createNameOrder } from '../text/name-order.ts';
import { kindTitle } from './kind-words.ts';

/** Search filters: parameters of the search page and filters of the browser's index, with the same values. */
export const searchFilterNames = ['kind', 'category', 'year'] as const;
export type SearchFilterName = (typeof searchFilterNames)[number];

/** Value of the parameter `lang` of a search in all languages; without it, only that of the page is searched. */
export const everyLanguage = 'all';

/** Chosen values; a name that is absent leaves everything in. */
export type SearchChoice = Partial<Readonly<Record<SearchFilterName, string>>>;

/** One filter as the form shows it. */
export interface SearchFilter {
  readonly name: SearchFilterName;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Values that documents have, whatever their order. */
export interface SearchValues {
  readonly kinds: ReadonlySet<string>;
  /** Categories with posts. */
  readonly categories: readonly { readonly slug: string; readonly name: string }[];
  readonly years: ReadonlySet<string>;
}

/** The filters of a form; one that leaves no choice is left out. */
export function describeSearchFilters(
  { kinds, categories, years }: SearchValues,
  site: Site,
): SearchFilter[] {
  const compare = createNameOrder();
  const filters: SearchFilter[] = [
    {
      name: 'kind',
      options: kindsOf(site)
        .filter(({ name }) => kinds.has(name))
        .map((kind) => ({ value: kind.name, label: kindTitle(kind, site) })),
    },
    {
      name: 'category',
      options: categories
        .map(({ slug, name }) => ({ value: slug, label: name }))
        .sort((a, b) => compare(a.label, b.label)),
    },
    {
      name: 'year',
      options: [...years]
        .sort()
        .reverse()
        .map((year) => ({ value: year, label: year })),
    },
  ];
  return filters.filter(({ options }) => options.length > 1);
}

/** The values of everything that is published. */
export function searchValues({
  site,
  documents,
  terms,
}: Pick<Library, 'site' | 'documents' | 'terms'>): SearchValues {
  const categories = terms.filter(({ taxonomy }) => taxonomy === 'category');
  return {
    kinds: new Set(documents.map(({ kind }) => kind)),
    categories: categories.filter(({ count }) => count > 0),
    years: new Set(documents.filter(({ kind }) => isDated(kind, site)).map(({ date }) => date.slice(0, 4))),
  };
}

/** Posts and talks are of a day; the date of a page only says when it was made. */
export function isDated(kind: string, site: Site): boolean {
  return kindsOf(site).some(({ name, dated }) => dated && name === kind);
}

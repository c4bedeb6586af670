import type { Library } from './document.ts';
import { isDefaultLanguage, languagesOf, siteAt } from './languages.ts';
import { memoize } from './memoize.ts';
import type { Site } from './site.ts';
import { authorPath } from './urls.ts';

/** The library in each language, with that language's settings. A library of one language is its own and only view. */
export const viewsOf = memoize((library: Library): readonly Library[] => {
  const sites = languagesOf(library.site);
  if (library.whole || sites.length === 1) return [library];
  return sites.map((site) => createView(library, site));
});

function createView(whole: Library, site: Site): Library {
  const isOwn = ({ language = whole.site.language }: { readonly language?: string }) =>
    language === site.language;
  return {
    ...whole,
    site,
    whole,
    documents: whole.documents.filter(isOwn),
    terms: whole.terms.filter(isOwn),
    authors: whole.authors.map((author) => ({
      ...author,
      ...author.translations?.[site.language],
      path: authorPath(site, author.slug),
    })),
    ownPages: (whole.ownPages ?? []).filter(({ path }) => siteAt(site, path).language === site.language),
    skills: isDefaultLanguage(site) ? whole.skills : [],
  };
}

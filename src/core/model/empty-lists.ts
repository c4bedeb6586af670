import type { Document, Term } from './document.ts';
import { kindsOf, startOfPattern, taxonomiesOf } from './kinds.ts';
import { languagesOf, pathsOf } from './languages.ts';
import type { Site } from './site.ts';
import { pagePathOfTwin, paths } from './urls.ts';

/**
 * The site with the paths of its empty lists, which nothing advertises and which have no feed; those of content types have no
 * page and no twin either. Only lists of content types and of the navigation, since every page is rerendered when this
 * value changes. Includes the Markdown sitemap where a page's twin has its address.
 */
export function withEmptyLists(site: Site, documents: readonly Document[], terms: readonly Term[]): Site {
  const emptyLists = languagesOf(site).flatMap((view) => {
    const isOwn = ({ language = site.language }: Document | Term) => language === view.language;
    return listEmpty(view, documents.filter(isOwn), terms.filter(isOwn));
  });
  const isTaken = documents.some(({ path }) => path === pagePathOfTwin(paths.markdownSitemap));
  return { ...site, emptyLists: [...emptyLists, ...(isTaken ? [paths.markdownSitemap] : [])] };
}

function listEmpty(site: Site, documents: readonly Document[], terms: readonly Term[]): string[] {
  const kinds = new Set(documents.map(({ kind }) => kind));
  const taken = new Set(documents.map(({ path }) => path));
  const shown = listShownTerms(terms);
  const taxonomies = new Set([...shown].map(({ taxonomy }) => taxonomy));
  const ofKinds = kindsOf(site).flatMap(({ name, archive }) =>
    archive === null || kinds.has(name) ? [] : archive,
  );
  const others = [
    ...taxonomiesOf(site).flatMap(({ name, permalink }) =>
      taxonomies.has(name) ? [] : startOfPattern(permalink),
    ),
    ...terms.flatMap((term) => (shown.has(term) ? [] : term.path)),
    ...(documents.some(({ series }) => series !== null) ? [] : [pathsOf(site).series]),
  ];
  const linked = new Set([...site.navigation, ...site.footerNavigation].map(({ path }) => path));
  const empty = [...ofKinds, ...others.filter((path) => linked.has(path))];
  return empty.filter((path) => path !== pathsOf(site).home && !taken.has(path));
}

/** Terms that documents carry, and the terms above them. */
export function listShownTerms(terms: readonly Term[]): ReadonlySet<Term> {
  const keyOf = ({ taxonomy, language }: Term, slug: string) => `${taxonomy}/${language}/${slug}`;
  const bySlug = new Map(terms.map((term) => [keyOf(term, term.slug), term]));
  const shown = new Set<Term>();
  for (const term of terms) {
    let at = term.count > 0 ? term : undefined;
    while (at && !shown.has(at)) {
      shown.add(at);
      at = at.parent === null ? undefined : bySlug.get(keyOf(at, at.parent));
    }
  }
  return shown;
}

import { wordsOf } from '../languages/words.ts';
import type { Document, Library } from '../model/document.ts';
import { kindNamed, taxonomiesOf } from '../model/kinds.ts';
import { memoize } from '../model/memoize.ts';
import type { Site } from '../model/site.ts';
import { bareType, notFoundSurfaces } from '../model/surfaces.ts';
import { isFilesOnly } from '../model/targets.ts';
import { absoluteUrl, paths } from '../model/urls.ts';
import { describeArchives } from './archive-pages.ts';
import { describeHome } from './home-page.ts';
import { taxonomyTitle, wordAt } from './kind-words.ts';
import type {
  DocumentPage,
  ListedPage,
  NotFoundPage,
  PageAddress,
  PageLink,
  RelatedPost,
  SearchPage,
} from './page.ts';
import { linkTo, linkToSeries, Relations } from './page-relations.ts';
import { treeOf } from './page-tree.ts';
import { readingMinutes } from './reading-time.ts';
import { createRelatedPosts, type FindRelated } from './related-posts.ts';
import type { SearchFilter } from './search-filters.ts';
import { documentCard } from './social-card.ts';

/** Address of the page that is served with status 404; it is not a page of the site and has no twin. */
export const notFoundPath = '/404/';

/** Every page that has an address of its own: home, documents, archives; on a server the contact form as well. */
export function listPages(library: Library): PageAddress[] {
  const { words } = wordsOf(library.site);
  const addresses = describePages(library).map((page): PageAddress => {
    const kind = page.view === 'document' ? page.document.kind : page.view === 'home' ? 'home' : 'archive';
    const address: PageAddress = { path: page.path, title: page.title, kind, modifiedGmt: page.modifiedGmt };
    return hasNoEntries(page) ? { ...address, empty: true } : address;
  });
  const own = (library.ownPages ?? []).map(
    ({ path, title }): PageAddress => ({ path, title, kind: 'own', modifiedGmt: null }),
  );
  if (isFilesOnly(library.site) || library.site.sidecar !== undefined) return [...addresses, ...own];
  return [
    ...addresses,
    ...own,
    { path: paths.contact, title: words.contact.title, kind: 'contact', modifiedGmt: null },
  ];
}

/** All pages that the build renders, except the error page and the search form. */
export const describePages = memoize((library: Library): readonly ListedPage[] => {
  const relations = new Relations(library);
  const findRelated = library.site.show.relatedPosts ? createRelatedPosts(relations) : () => [];
  const documents = library.documents.filter((document) => document.path !== paths.home);
  return [
    describeHome(relations),
    ...documents.map((document, index) =>
      describeDocument(document, relations, findRelated, index < library.site.socialCards),
    ),
    ...describeArchives(relations),
  ];
});

/** Pages that nothing lists: the document alone, without terms, series and neighbours. */
export const describeUnlisted = memoize((library: Library): readonly DocumentPage[] => {
  const relations = new Relations({ ...library, documents: [] });
  return (library.unlisted ?? []).map((document) => ({
    ...describeDocument({ ...document, series: null, parent: null }, relations, () => [], false),
    categories: [],
    tags: [],
    previous: null,
    next: null,
    document,
  }));
});

/** Does the page list nothing? Such lists are left out of sitemaps and indexes. */
export function hasNoEntries(page: ListedPage): boolean {
  return page.view === 'archive' && page.total === 0 && page.children.length === 0;
}

/** Is the page one of many parts of a list? Those parts are left out of sitemaps and indexes. */
export function isContinuation(path: string): boolean {
  return /\/page\/\d+\/$/.test(path);
}

const nameOf = (path: string) => Object.entries(paths).find(([, own]) => own === path)?.[0] ?? '';

/** @param documents newest first; where they are not at hand, the page names none */
export function describeNotFound(site: Site, documents: readonly Document[] = []): NotFoundPage {
  const { words } = wordsOf(site);
  return {
    view: 'not-found',
    path: notFoundPath,
    title: words.notFound.title,
    description: words.notFound.text,
    modifiedGmt: null,
    breadcrumbs: [],
    recent: documents
      .filter(({ kind }) => kind === 'post')
      .slice(0, 3)
      .map(linkTo),
    places: notFoundSurfaces(site).map(({ path, type, title }) => ({
      href: absoluteUrl(site, path),
      type: bareType(type),
      title: wordAt(words.notFound.places, nameOf(path)) ?? title,
    })),
  };
}

export function describeSearch(
  site: Site,
  filters: readonly SearchFilter[],
  found: SearchPage['found'] = null,
): SearchPage {
  const { title } = site;
  const { words, say } = wordsOf(site);
  return {
    view: 'search',
    path: paths.search,
    title: words.search.title,
    description: say(words.search.description, { title: title }),
    filters,
    found,
    modifiedGmt: null,
    breadcrumbs: [{ title, path: paths.home }],
  };
}

function describeDocument(
  document: Document,
  relations: Relations,
  findRelated: FindRelated,
  withCard: boolean,
): DocumentPage {
  const { series } = document;
  let related: readonly RelatedPost[] | undefined;
  const { site } = relations.library;
  return {
    view: 'document',
    path: document.path,
    title: document.title,
    description: document.summary,
    modifiedGmt: document.modifiedGmt,
    breadcrumbs: relations.breadcrumbs(document),
    document,
    author: relations.author(document.author),
    minutes: readingMinutes(document.wordCount),
    categories: relations.termsOf(document, 'category'),
    tags: relations.termsOf(document, 'post_tag'),
    ...ownTermsOf(document, relations),
    series:
      series === null
        ? null
        : {
            name: series,
            path: linkToSeries(series).path,
            parts: (relations.series.get(series) ?? []).map(linkTo),
          },
    card: withCard && !document.image ? documentCard(document, site) : null,
    // Found when someone looks: most of the pages of a preview are never opened.
    get related() {
      related ??= findRelated(document);
      return related;
    },
    children: (relations.children.get(document.path) ?? []).map(linkTo),
    ...treeOf(document, relations),
    ...neighboursOf(document, relations),
  };
}

/** Terms of the owner's taxonomies; the field is absent where the document carries none. */
function ownTermsOf(document: Document, relations: Relations): Pick<DocumentPage, 'ownTerms'> {
  const { site } = relations.library;
  const ownTerms = taxonomiesOf(site)
    .filter(({ own }) => own)
    .map((taxonomy) => ({
      field: taxonomy.restBase,
      title: taxonomyTitle(taxonomy, site),
      terms: relations.termsOf(document, taxonomy.name),
    }))
    .filter(({ terms }) => terms.length > 0);
  return ownTerms.length > 0 ? { ownTerms } : {};
}

/** Lists run from the newest down, folders from the first page on. */
function neighboursOf(document: Document, relations: Relations): Pick<DocumentPage, 'previous' | 'next'> {
  const isInTree = kindNamed(relations.library.site, document.kind).hierarchical;
  const siblings = isInTree ? relations.bookOf(document) : (relations.ordered.get(document.kind) ?? []);
  const position = isInTree ? siblings.indexOf(document) : (relations.positions.get(document) ?? 0);
  const [before, after] = isInTree ? [-1, 1] : [1, -1];
  return {
    previous: linkOrNull(siblings[position + before]),
    next: linkOrNull(siblings[position + after]),
  };
}

const linkOrNull = (document: Document | undefined): PageLink | null => (document ? linkTo(document) : null);

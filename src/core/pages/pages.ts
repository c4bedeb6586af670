import { wordsOf } from '../languages/words.ts';
import type { Document, Library } from '../model/document.ts';
import { kindNamed, taxonomiesOf } from '../model/kinds.ts';
import { rootOf } from '../model/language-root.ts';
import { viewsOf } from '../model/language-views.ts';
import {
  isDefaultLanguage,
  languagesOf,
  pathsOf,
  siteAt,
  siteIn,
  versionsOfAll,
  withoutLanguage,
} from '../model/languages.ts';
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
  MissingStatus,
  NotFoundPage,
  Page,
  PageAddress,
  PageLink,
  SearchPage,
} from './page.ts';
import { changeOf, linkTo, linkToSeries, Relations, type SharedLists } from './page-relations.ts';
import { treeOf } from './page-tree.ts';
import { readingMinutes } from './reading-time.ts';
import { createRelatedPosts, type FindRelated } from './related-posts.ts';
import type { SearchFilter } from './search-filters.ts';
import { documentCard } from './social-card.ts';

/** File of an error page, `_errors/de/404.html`; the default language's is for all addresses outside other languages' folders. */
export function notFoundFile(site: Site, status: MissingStatus = 404): string {
  const file = `${isDefaultLanguage(site) ? '' : rootOf(site)}/${status}.html`;
  return isFilesOnly(site) ? file.slice(1) : `_errors${file}`;
}

/** Every page that has an address of its own: home, documents, archives; on a server the contact form as well. */
export function listPages(library: Library): PageAddress[] {
  const listed = (
    { path, title, modifiedGmt, translations }: ListedPage | Document,
    kind: string,
  ): PageAddress => ({ path, title, kind, modifiedGmt, translations });
  const addresses = viewsFor(library).flatMap(({ home, documents, archives }) => [
    listed(home, 'home'),
    ...documents.map((document) => ({
      ...listed(document, document.kind),
      modifiedGmt: changeOf(document),
    })),
    ...archives().map((page) => {
      const address = listed(page, 'archive');
      return hasNoEntries(page) ? { ...address, empty: true as const } : address;
    }),
  ]);
  const own = (library.ownPages ?? []).map(
    ({ path, title }): PageAddress => ({ path, title, kind: 'own', modifiedGmt: null }),
  );
  if (isFilesOnly(library.site) || library.site.sidecar !== undefined) return [...addresses, ...own];
  return [
    ...addresses,
    ...own,
    ...languagesOf(library.site).map((site): PageAddress => {
      const { contact } = wordsOf(site).words;
      const own = { path: pathsOf(site).contact, title: contact.title, modifiedGmt: null };
      return { ...own, kind: 'contact', ...versionsOfAll(site, 'contact') };
    }),
  ];
}

/** All pages that the build renders, in all languages of the library, except error pages and search forms. */
export const describePages = memoize((library: Library): readonly ListedPage[] =>
  viewsFor(library).flatMap(({ pages }) => pages()),
);

export type DocumentOutline = Pick<DocumentPage, 'view' | 'path' | 'title' | 'description' | 'document'>;

/** The same pages, with little about documents. */
export function outlinePages(library: Library) {
  return viewsFor(library).flatMap(({ home, documents, archives }) => [
    home,
    ...documents.map((document): DocumentOutline => {
      const { path, title, summary } = document;
      return { view: 'document', path, title, description: summary, document };
    }),
    ...archives(),
  ]);
}

/** Pages that nothing lists: the document alone, without terms, series and neighbours. */
export const describeUnlisted = memoize((library: Library): readonly DocumentPage[] => {
  const relationsOf = memoize((site: Site) => new Relations({ ...library, site, documents: [] }));
  return (library.unlisted ?? []).map((document) => ({
    ...describeDocument(
      { ...document, series: null, parent: null },
      relationsOf(siteIn(library.site, document.language)),
      foundLater(() => []),
      false,
    ),
    categories: [],
    tags: [],
    previous: null,
    next: null,
    document,
  }));
});

/** What describes the pages of each language of a library; that of one language has only its own. */
function viewsFor(library: Library) {
  const views = openViews(library.whole ?? library);
  return library.whole ? views.filter(({ language }) => language === library.site.language) : views;
}

const openViews = memoize((whole: Library) => {
  const homes = new Set(languagesOf(whole.site).map((site) => pathsOf(site).home));
  const inLists = whole.documents.filter(({ path }) => !homes.has(path));
  const withCard = new Set(inLists.slice(0, whole.site.socialCards));
  const lists: SharedLists = new Map();
  const all = viewsOf(whole).map((view) => new Relations(view, lists));
  // Lists name those of other languages, so all are described.
  const archivesOf = once(() => new Map(all.map((relations) => [relations, describeArchives(relations)])));
  return all.map((relations) => {
    const view = relations.library;
    const related = foundLater(view.site.show.relatedPosts ? createRelatedPosts(relations) : () => []);
    const documents = view.documents.filter(({ path }) => path !== relations.home.path);
    const home = describeHome(relations);
    const describe = (document: Document) =>
      describeDocument(document, relations, related, withCard.has(document));
    const archives = () => archivesOf().get(relations) ?? [];
    const pages = once((): readonly ListedPage[] => [home, ...documents.map(describe), ...archives()]);
    return { language: view.site.language, home, documents, archives, pages };
  });
});

function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export function siteOfPage(site: Site, page: Page): Site {
  return page.view === 'document' ? siteIn(site, page.document.language) : siteAt(site, page.path);
}

/** Does the page list nothing? Such lists are left out of sitemaps and indexes. */
export function hasNoEntries(page: ListedPage): boolean {
  return page.view === 'archive' && page.total === 0 && page.children.length === 0;
}

/** Is the page one of many parts of a list? Those parts are left out of sitemaps and indexes. */
export function isContinuation(path: string): boolean {
  return /\/page\/\d+\/$/.test(path);
}

const nameOf = (site: Site, path: string) =>
  Object.entries(paths).find(([, own]) => own === withoutLanguage(site, path))?.[0] ?? '';

/** @param documents newest first; where they are not at hand, the page names none */
export function describeNotFound(
  site: Site,
  documents: readonly Document[] = [],
  status: MissingStatus = 404,
): NotFoundPage {
  const { words } = wordsOf(site);
  const { title, text } = status === 410 ? words.gone : words.notFound;
  return {
    view: 'not-found',
    status,
    path: `${rootOf(site)}/${status}/`,
    // The switcher goes to the home page of each language.
    ...versionsOfAll(site, 'home'),
    title,
    description: text,
    modifiedGmt: null,
    breadcrumbs: [],
    recent: documents
      .filter(({ kind }) => kind === 'post')
      .slice(0, 3)
      .map(linkTo),
    places: notFoundSurfaces(site).map(({ path, type, title }) => ({
      href: absoluteUrl(site, path),
      type: bareType(type),
      title: wordAt(words.notFound.places, nameOf(site, path)) ?? title,
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
    path: pathsOf(site).search,
    title: words.search.title,
    description: say(words.search.description, { title: title }),
    filters,
    found,
    modifiedGmt: null,
    breadcrumbs: [{ title, path: pathsOf(site).home }],
    ...versionsOfAll(site, 'search'),
  };
}

function describeDocument(
  document: Document,
  relations: Relations,
  related: PropertyDescriptor,
  withCard: boolean,
): DocumentPage {
  const { series } = document;
  const { site } = relations.library;
  const page: Omit<DocumentPage, 'related'> = {
    view: 'document',
    path: document.path,
    ...(document.translations ? { translations: document.translations } : {}),
    title: document.title,
    description: document.summary,
    modifiedGmt: changeOf(document),
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
            path: linkToSeries(site, series).path,
            parts: (relations.series.get(series) ?? []).map(linkTo),
          },
    card: withCard && !document.image ? documentCard(document, site) : null,
    children: (relations.children.get(document.path) ?? []).map(linkTo),
    ...treeOf(document, relations),
    ...neighboursOf(document, relations),
  };
  return Object.defineProperty(page, 'related', related) as DocumentPage;
}

/** Computes `related` on access, for the dev server. One function for all: a closure per object needs five times the memory. */
function foundLater(findRelated: FindRelated): PropertyDescriptor {
  const relatedTo = memoize(findRelated);
  const get = function (this: DocumentPage) {
    return relatedTo(this.document);
  };
  return { enumerable: true, get };
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

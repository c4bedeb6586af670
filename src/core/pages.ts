import { describeArchives } from './archive-pages.ts';
import type { Document, DocumentKind, Library } from './document.ts';
import { linkTo, linkToSeries, newest, Relations } from './page-relations.ts';
import { readingMinutes } from './reading-time.ts';
import { createRelatedPosts, type RelatedPost } from './related-posts.ts';
import type { SearchChoice, SearchFilter } from './search-filters.ts';
import type { Site } from './site.ts';
import { documentCard, type SocialCard } from './social-card.ts';
import { strings } from './strings.ts';
import { paths } from './urls.ts';

/**
 * Every HTML page of the site as plain data: what a template shows, and nothing that it would have to look up.
 * A page's JSON together with its body's digest decides its bytes, which is how the build knows what to render.
 */
export type Page = HomePage | DocumentPage | ArchivePage | NotFoundPage | SearchPage;

interface PageBase {
  readonly path: string;
  readonly title: string;
  /** Plain text for search engines and link previews. */
  readonly description: string;
  /** Newest change of what the page shows, UTC `YYYY-MM-DDTHH:MM:SS`; null when it has no date of its own. */
  readonly modifiedGmt: string | null;
  /** From the home page down to the parent; empty on the home page. */
  readonly breadcrumbs: readonly PageLink[];
}

export interface PageLink {
  readonly title: string;
  readonly path: string;
}

/** A link to a list, with the number of documents in it. */
export interface CountedLink extends PageLink {
  readonly count: number;
  readonly description?: string;
}

/** A document in a list. */
export interface Entry extends PageLink {
  readonly kind: DocumentKind;
  readonly date: string;
  readonly excerpt: string;
  readonly locked: boolean;
  /** Reading time; 0 where there is nothing to read without a password. */
  readonly minutes: number;
  /** Event and place of a talk, version of a plugin entry. */
  readonly detail: string | null;
  readonly categories: readonly PageLink[];
  /** In a preview alone, as in {@link Document}. */
  readonly unpublished?: 'draft' | 'scheduled';
}

export interface HomePage extends PageBase {
  readonly view: 'home';
  /** `content/pages/index.md`, shown above the lists. */
  readonly document: Document | null;
  readonly sticky: readonly Entry[];
  readonly recent: readonly Entry[];
}

export interface DocumentPage extends PageBase {
  readonly view: 'document';
  readonly document: Document;
  readonly author: PageLink;
  readonly minutes: number;
  readonly categories: readonly PageLink[];
  readonly tags: readonly PageLink[];
  readonly series: {
    readonly name: string;
    readonly path: string;
    readonly parts: readonly PageLink[];
  } | null;
  /** Other posts with common terms, the nearest first. */
  readonly related: readonly RelatedPost[];
  /** Drawn for links to the page; null where the author chose a picture, and for old documents. */
  readonly card: SocialCard | null;
  /** Pages below this one, in their order. */
  readonly children: readonly PageLink[];
  /** The older and the newer document of the same kind; for pages, the neighbours in their folder. */
  readonly previous: PageLink | null;
  readonly next: PageLink | null;
}

/** What a list is a list of; `index` lists lists. */
export type ArchiveSubject =
  | Exclude<DocumentKind, 'page'>
  | 'year'
  | 'category'
  | 'tag'
  | 'series'
  | 'author'
  | 'index';

export interface ArchivePage extends PageBase {
  readonly view: 'archive';
  readonly about: ArchiveSubject;
  /** What the list is about: prose of the term or the author. */
  readonly prose: string;
  /** Archives below this one: child categories, the years of all posts. */
  readonly children: readonly CountedLink[];
  readonly entries: readonly Entry[];
  readonly total: number;
  readonly number: number;
  readonly pages: number;
  readonly previous: PageLink | null;
  readonly next: PageLink | null;
}

export interface NotFoundPage extends PageBase {
  readonly view: 'not-found';
}

/** The search form; what it finds depends on the reader, so it is no page for indexes and has no twin. */
export interface SearchPage extends PageBase {
  readonly view: 'search';
  /** What the sidecar searched for; null on the form alone, whose script searches by itself. */
  readonly found: {
    readonly query: string;
    readonly choice: SearchChoice;
    readonly hits: readonly FoundPage[];
    readonly total: number;
  } | null;
  readonly filters: readonly SearchFilter[];
}

export interface FoundPage extends PageLink {
  readonly description: string;
}

/** A page with an address and a twin of its own. */
export type ListedPage = HomePage | DocumentPage | ArchivePage;

/** Address of the page that is served with status 404; it is no page of the site and has no twin. */
export const notFoundPath = '/404/';

/** One page of the site, as lists of pages need it. */
export interface PageAddress extends PageLink {
  readonly kind: DocumentKind | 'home' | 'archive' | 'contact';
  readonly modifiedGmt: string | null;
}

/** Every page that has an address of its own, the contact form included: home, documents, archives. */
export function listPages(library: Library): PageAddress[] {
  const addresses = describePages(library).map((page): PageAddress => {
    const kind = page.view === 'document' ? page.document.kind : page.view === 'home' ? 'home' : 'archive';
    return { path: page.path, title: page.title, kind, modifiedGmt: page.modifiedGmt };
  });
  return [...addresses, { path: paths.contact, title: strings.contact, kind: 'contact', modifiedGmt: null }];
}

const described = new WeakMap<Library, readonly ListedPage[]>();

/** All pages that the build renders, the error page and the search form apart. Described once a library. */
export function describePages(library: Library): readonly ListedPage[] {
  const known = described.get(library);
  if (known) return known;
  const relations = new Relations(library);
  const findRelated = createRelatedPosts(relations);
  const documents = library.documents.filter((document) => document.path !== paths.home);
  const pages = [
    describeHome(library, relations),
    ...documents.map((document, index) =>
      describeDocument(document, relations, findRelated(document), index < library.site.socialCards),
    ),
    ...describeArchives(relations),
  ];
  described.set(library, pages);
  return pages;
}

/** Is the page one of many parts of a list? Those parts are left out of sitemaps and indexes. */
export function isContinuation(path: string): boolean {
  return /\/page\/\d+\/$/.test(path);
}

export function describeNotFound(): NotFoundPage {
  return {
    view: 'not-found',
    path: notFoundPath,
    title: strings.notFound,
    description: strings.notFoundText,
    modifiedGmt: null,
    breadcrumbs: [],
  };
}

export function describeSearch(
  { title }: Site,
  filters: readonly SearchFilter[],
  found: SearchPage['found'] = null,
): SearchPage {
  return {
    view: 'search',
    path: paths.search,
    title: strings.search,
    description: strings.searchDescription(title),
    filters,
    found,
    modifiedGmt: null,
    breadcrumbs: [{ title, path: paths.home }],
  };
}

function describeHome({ site, documents }: Library, relations: Relations): HomePage {
  const posts = documents.filter((document) => document.kind === 'post');
  const sticky = posts.filter((post) => post.sticky);
  const recent = posts.filter((post) => !post.sticky).slice(0, site.postsPerPage);
  return {
    view: 'home',
    path: paths.home,
    title: site.title,
    description: site.description,
    modifiedGmt: newest(documents),
    breadcrumbs: [],
    document: relations.byPath.get(paths.home) ?? null,
    sticky: sticky.map((post) => relations.entry(post)),
    recent: recent.map((post) => relations.entry(post)),
  };
}

function describeDocument(
  document: Document,
  relations: Relations,
  related: readonly RelatedPost[],
  withCard: boolean,
): DocumentPage {
  const { series } = document;
  return {
    view: 'document',
    path: document.path,
    title: document.title,
    description: document.excerpt,
    modifiedGmt: document.modifiedGmt,
    breadcrumbs: relations.breadcrumbs(document),
    document,
    author: relations.author(document.author),
    minutes: readingMinutes(document.wordCount),
    categories: relations.links('category', document.categories),
    tags: relations.links('post_tag', document.tags),
    series:
      series === null
        ? null
        : {
            name: series,
            path: linkToSeries(series).path,
            parts: (relations.series.get(series) ?? []).map(linkTo),
          },
    card: withCard && !document.image ? documentCard(document, relations.library.site) : null,
    related,
    children: (relations.children.get(document.path) ?? []).map(linkTo),
    ...neighboursOf(document, relations),
  };
}

/** Lists run from the newest down, folders from the first page on. */
function neighboursOf(document: Document, relations: Relations): Pick<DocumentPage, 'previous' | 'next'> {
  if (document.kind === 'page') {
    const siblings = document.parent === null ? [] : (relations.children.get(document.parent) ?? []);
    const place = siblings.indexOf(document);
    return place < 0
      ? { previous: null, next: null }
      : { previous: linkOrNull(siblings[place - 1]), next: linkOrNull(siblings[place + 1]) };
  }
  const siblings = relations.ordered.get(document.kind) ?? [];
  const position = relations.positions.get(document) ?? 0;
  return { previous: linkOrNull(siblings[position + 1]), next: linkOrNull(siblings[position - 1]) };
}

const linkOrNull = (document: Document | undefined): PageLink | null => (document ? linkTo(document) : null);

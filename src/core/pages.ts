import type { Document, DocumentKind, Library, Term } from './document.ts';
import { archivePagePath, paths, seriesPath, twinPath } from './urls.ts';

/**
 * Every HTML page of the site as plain data: what a template shows, and nothing that it would have to look up.
 * A page's JSON together with its body's digest decides its bytes, which is how the build knows what to render.
 */
export type Page = HomePage | DocumentPage | ArchivePage | NotFoundPage;

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

/** A document in a list. */
export interface Entry extends PageLink {
  readonly kind: DocumentKind;
  readonly date: string;
  readonly excerpt: string;
  readonly locked: boolean;
  readonly categories: readonly PageLink[];
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
  readonly categories: readonly PageLink[];
  readonly tags: readonly PageLink[];
  readonly series: {
    readonly name: string;
    readonly path: string;
    readonly parts: readonly PageLink[];
  } | null;
  /** Pages below this one, in their order. */
  readonly children: readonly PageLink[];
  readonly previous: PageLink | null;
  readonly next: PageLink | null;
}

export interface ArchivePage extends PageBase {
  readonly view: 'archive';
  /** What the list is about: prose of the term or the author. */
  readonly prose: string;
  /** Archives below this one (child categories). */
  readonly children: readonly PageLink[];
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
  return [...addresses, { path: paths.contact, title: 'Contact', kind: 'contact', modifiedGmt: null }];
}

const described = new WeakMap<Library, readonly (HomePage | DocumentPage | ArchivePage)[]>();

/** All pages that the build renders, the error page apart. Described once a library. */
export function describePages(library: Library): readonly (HomePage | DocumentPage | ArchivePage)[] {
  const known = described.get(library);
  if (known) return known;
  const look = new LookUp(library);
  const home = describeHome(library, look);
  const documents = library.documents.filter((document) => document.path !== paths.home);
  const pages = [
    home,
    ...documents.map((document) => describeDocument(document, look)),
    ...describeArchives(library, look),
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
    title: 'Page not found',
    description: 'There is no page at this address.',
    modifiedGmt: null,
    breadcrumbs: [],
  };
}

/** Relations between documents, each computed once. */
class LookUp {
  readonly library: Library;
  readonly byPath: ReadonlyMap<string, Document>;
  readonly children: ReadonlyMap<string, readonly Document[]>;
  readonly series: ReadonlyMap<string, readonly Document[]>;
  readonly terms: ReadonlyMap<string, Term>;
  readonly authors: ReadonlyMap<string, PageLink>;
  /** Index of each document among those of its kind, in publication order. */
  readonly ordered: ReadonlyMap<DocumentKind, readonly Document[]>;
  readonly positions = new Map<Document, number>();

  constructor(library: Library) {
    this.library = library;
    this.byPath = new Map(library.documents.map((document) => [document.path, document]));
    const pages = library.documents.filter((document) => document.parent !== null);
    this.children = groupBy(pages.toSorted(byOrder), (document) => document.parent ?? '');
    const parts = library.documents.filter((document) => document.series !== null);
    this.series = groupBy(parts.toReversed(), (document) => document.series ?? '');
    this.terms = new Map(
      [...library.categories, ...library.tags].map((term) => [`${term.taxonomy}:${term.slug}`, term]),
    );
    this.authors = new Map(
      library.authors.map((author) => [author.slug, { title: author.name, path: author.path }]),
    );
    this.ordered = groupBy(library.documents, (document) => document.kind);
    for (const list of this.ordered.values()) {
      for (const [index, document] of list.entries()) this.positions.set(document, index);
    }
  }

  links(taxonomy: Term['taxonomy'], slugs: readonly string[]): PageLink[] {
    return slugs.flatMap((slug) => {
      const term = this.terms.get(`${taxonomy}:${slug}`);
      return term ? [{ title: term.name, path: term.path }] : [];
    });
  }

  entry(document: Document): Entry {
    return {
      title: document.title,
      path: document.path,
      kind: document.kind,
      date: document.date,
      excerpt: document.excerpt,
      locked: document.locked !== null,
      categories: this.links('category', document.categories),
    };
  }
}

function byOrder(a: Document, b: Document): number {
  return a.order - b.order || (a.title < b.title ? -1 : 1);
}

function groupBy<K, T>(items: readonly T[], key: (item: T) => K): Map<K, T[]> {
  return Map.groupBy(items, key);
}

function describeHome({ site, documents }: Library, look: LookUp): HomePage {
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
    document: look.byPath.get(paths.home) ?? null,
    sticky: sticky.map((post) => look.entry(post)),
    recent: recent.map((post) => look.entry(post)),
  };
}

function describeDocument(document: Document, look: LookUp): DocumentPage {
  const siblings = look.ordered.get(document.kind) ?? [];
  const position = look.positions.get(document) ?? 0;
  const inOrder = document.kind !== 'page';
  const series = document.series === null ? null : (look.series.get(document.series) ?? []);
  return {
    view: 'document',
    path: document.path,
    title: document.title,
    description: document.excerpt,
    modifiedGmt: document.modifiedGmt,
    breadcrumbs: breadcrumbsOf(document, look),
    document,
    author: look.authors.get(document.author) ?? { title: document.author, path: '/' },
    categories: look.links('category', document.categories),
    tags: look.links('post_tag', document.tags),
    series:
      document.series !== null && series !== null
        ? { name: document.series, path: seriesPath(seriesSlug(document.series)), parts: series.map(linkTo) }
        : null,
    children: (look.children.get(document.path) ?? []).map(linkTo),
    previous: inOrder ? linkOrNull(siblings[position + 1]) : null,
    next: inOrder ? linkOrNull(siblings[position - 1]) : null,
  };
}

const linkTo = ({ title, path }: PageLink): PageLink => ({ title, path });
const linkOrNull = (document: Document | undefined): PageLink | null => (document ? linkTo(document) : null);

const collections: Readonly<Record<Exclude<DocumentKind, 'page'>, PageLink>> = {
  post: { title: 'Writing', path: paths.posts },
  talk: { title: 'Talks', path: paths.talks },
  plugin: { title: 'Plugins', path: paths.plugins },
};

function breadcrumbsOf(document: Document, look: LookUp): PageLink[] {
  const home = { title: look.library.site.title, path: paths.home };
  if (document.kind !== 'page') return [home, collections[document.kind]];
  const above: PageLink[] = [];
  for (let at = document.parent; at !== null; ) {
    const parent: Document | undefined = look.byPath.get(at);
    if (!parent) break;
    above.unshift(linkTo(parent));
    at = parent.parent;
  }
  return [home, ...above];
}

/** Words of a name as an address: `Building Agentsite` gives `building-agentsite`. */
export function seriesSlug(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

interface Archive extends PageLink {
  readonly description: string;
  readonly prose: string;
  readonly breadcrumbs: readonly PageLink[];
  readonly children: readonly PageLink[];
  readonly documents: readonly Document[];
}

function describeArchives(library: Library, look: LookUp): ArchivePage[] {
  const home = { title: library.site.title, path: paths.home };
  const plain = { prose: '', breadcrumbs: [home], children: [] };
  const archives: Archive[] = [
    {
      ...plain,
      ...collections.post,
      description: `All posts of ${library.site.title}.`,
      documents: look.ordered.get('post') ?? [],
    },
    {
      ...plain,
      ...collections.talk,
      description: `All talks of ${library.site.title}.`,
      documents: look.ordered.get('talk') ?? [],
    },
    {
      ...plain,
      ...collections.plugin,
      description: `All plugins of ${library.site.title}.`,
      documents: look.ordered.get('plugin') ?? [],
    },
    ...termArchives(library.categories, 'categories', look, home),
    ...termArchives(library.tags, 'tags', look, home),
    ...library.authors.map((author) => ({
      ...plain,
      title: author.name,
      path: author.path,
      description: author.description || `Posts by ${author.name}.`,
      prose: author.description,
      documents: (look.ordered.get('post') ?? []).filter((post) => post.author === author.slug),
    })),
    ...[...look.series].map(([name, parts]) => ({
      ...plain,
      title: name,
      path: seriesPath(seriesSlug(name)),
      description: `The series “${name}”, ${parts.length} parts.`,
      documents: parts,
    })),
  ];
  return archives.flatMap((archive) => paginate(archive, library.site.postsPerPage, look));
}

function termArchives(
  terms: readonly Term[],
  field: 'categories' | 'tags',
  look: LookUp,
  home: PageLink,
): Archive[] {
  const carriers = new Map<string, Document[]>();
  for (const post of look.ordered.get('post') ?? []) {
    for (const slug of post[field]) carriers.set(slug, [...(carriers.get(slug) ?? []), post]);
  }
  const word = field === 'categories' ? 'Category' : 'Tag';
  return terms.map((term) => {
    const parent = terms.find((other) => other.slug === term.parent);
    return {
      title: term.name,
      path: term.path,
      description: term.description || `${word} “${term.name}” of ${look.library.site.title}.`,
      prose: term.description,
      breadcrumbs: [home, collections.post, ...(parent ? [{ title: parent.name, path: parent.path }] : [])],
      children: terms
        .filter((other) => other.parent === term.slug)
        .map(({ name, path }) => ({ title: name, path })),
      documents: carriers.get(term.slug) ?? [],
    };
  });
}

function paginate(archive: Archive, perPage: number, look: LookUp): ArchivePage[] {
  const pages = Math.max(1, Math.ceil(archive.documents.length / perPage));
  const titleOf = (number: number) => (number === 1 ? archive.title : `${archive.title}, page ${number}`);
  const linkToPage = (number: number): PageLink | null =>
    number < 1 || number > pages
      ? null
      : { title: titleOf(number), path: archivePagePath(archive.path, number) };
  return Array.from({ length: pages }, (_, index): ArchivePage => {
    const number = index + 1;
    const shown = archive.documents.slice(index * perPage, number * perPage);
    return {
      view: 'archive',
      path: archivePagePath(archive.path, number),
      title: titleOf(number),
      description: archive.description,
      modifiedGmt: newest(shown),
      breadcrumbs: archive.breadcrumbs,
      prose: number === 1 ? archive.prose : '',
      children: number === 1 ? archive.children : [],
      entries: shown.map((document) => look.entry(document)),
      total: archive.documents.length,
      number,
      pages,
      previous: linkToPage(number - 1),
      next: linkToPage(number + 1),
    };
  });
}

function newest(documents: readonly Document[]): string | null {
  return documents.reduce<string | null>(
    (latest, { modifiedGmt }) => (latest === null || modifiedGmt > latest ? modifiedGmt : latest),
    null,
  );
}

/** Path of the Markdown twin of a page of the site. */
export function twinOf(page: Page): string {
  return twinPath(page.path);
}

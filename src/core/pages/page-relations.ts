import { wordsOf } from '../languages/words.ts';
import type { Document, DocumentKind, Library, Term } from '../model/document.ts';
import type { Site } from '../model/site.ts';
import { paths, seriesPath } from '../model/urls.ts';
import type { Entry, PageLink } from './page.ts';
import { readingMinutes } from './reading-time.ts';

const collections = {
  post: { word: 'writing', path: paths.posts },
  talk: { word: 'talks', path: paths.talks },
  plugin: { word: 'plugins', path: paths.plugins },
} as const;

/** Where the documents of a kind are listed; pages have no list, they have their folders. */
export function collectionOf(kind: Exclude<DocumentKind, 'page'>, site: Site): PageLink {
  const { word, path } = collections[kind];
  return { title: wordsOf(site).words[word], path };
}

/** Relations between the documents of a library, each computed once. */
export class Relations {
  readonly #entries = new Map<Document, Entry>();
  readonly library: Library;
  readonly home: PageLink;
  readonly byPath: ReadonlyMap<string, Document>;
  /** Pages by their parent's path, in their order. */
  readonly children: ReadonlyMap<string, readonly Document[]>;
  /** Parts of each series, the first part first. */
  readonly series: ReadonlyMap<string, readonly Document[]>;
  /** Documents of each kind, newest first. */
  readonly ordered: ReadonlyMap<DocumentKind, readonly Document[]>;
  /** Index of each document among those of its kind. */
  readonly positions = new Map<Document, number>();
  /** Posts by category and by tag, newest first. */
  readonly carriers: Readonly<Record<'categories' | 'tags', ReadonlyMap<string, readonly Document[]>>>;
  readonly #terms: Readonly<Record<Term['taxonomy'], ReadonlyMap<string, PageLink>>>;
  readonly #authors: ReadonlyMap<string, PageLink>;

  constructor(library: Library) {
    const { site, documents, categories, tags, authors } = library;
    this.library = library;
    this.home = { title: site.title, path: paths.home };
    this.byPath = new Map(documents.map((document) => [document.path, document]));
    const pages = documents.filter((document) => document.parent !== null);
    this.children = Map.groupBy(pages.toSorted(byOrder), (document) => document.parent ?? '');
    const parts = documents.filter((document) => document.series !== null);
    this.series = Map.groupBy(parts.toReversed(), (document) => document.series ?? '');
    this.ordered = Map.groupBy(documents, (document) => document.kind);
    for (const list of this.ordered.values()) {
      for (const [index, document] of list.entries()) this.positions.set(document, index);
    }
    const posts = this.ordered.get('post') ?? [];
    this.carriers = { categories: carriersOf(posts, 'categories'), tags: carriersOf(posts, 'tags') };
    const bySlug = (terms: readonly Term[]) => new Map(terms.map((term) => [term.slug, linkToTerm(term)]));
    this.#terms = { category: bySlug(categories), post_tag: bySlug(tags) };
    this.#authors = new Map(authors.map(({ slug, name, path }) => [slug, { title: name, path }]));
  }

  links(taxonomy: Term['taxonomy'], slugs: readonly string[]): PageLink[] {
    const links: PageLink[] = [];
    for (const slug of slugs) {
      const link = this.#terms[taxonomy].get(slug);
      if (link) links.push(link);
    }
    return links;
  }

  author(slug: string): PageLink {
    return this.#authors.get(slug) ?? { title: slug, path: paths.home };
  }

  /** The same object for a document in every list, so that what is made of it is made once. */
  entry(document: Document): Entry {
    const known = this.#entries.get(document);
    if (known) return known;
    const entry = this.#describeEntry(document);
    this.#entries.set(document, entry);
    return entry;
  }

  #describeEntry(document: Document): Entry {
    const { title, path, kind, date, excerpt, talk, plugin, unpublished } = document;
    return {
      title,
      path,
      kind,
      date,
      excerpt,
      locked: document.locked !== null,
      minutes: readingMinutes(document.wordCount),
      detail: talk ? joined(talk.event, talk.location) : (plugin?.version ?? null),
      categories: this.links('category', document.categories),
      ...(unpublished === undefined ? {} : { unpublished }),
    };
  }

  breadcrumbs(document: Document): PageLink[] {
    if (document.kind !== 'page') return [this.home, collectionOf(document.kind, this.library.site)];
    const above: PageLink[] = [];
    for (let at = document.parent; at !== null; ) {
      const parent = this.byPath.get(at);
      if (!parent) break;
      above.unshift(linkTo(parent));
      at = parent.parent;
    }
    return [this.home, ...above];
  }
}

export function linkTo({ title, path, locked }: PageLink | Document): PageLink {
  return locked ? { title, path, locked: true } : { title, path };
}
export const linkToTerm = ({ name, path }: Term): PageLink => ({ title: name, path });
export const linkToSeries = (name: string): PageLink => ({ title: name, path: seriesPath(seriesSlug(name)) });

/** Words of a name as an address: `Building Agentsite` gives `building-agentsite`. */
export function seriesSlug(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** The newest change among documents, UTC; null when there are none. */
export function newest(documents: readonly Document[]): string | null {
  return documents.reduce<string | null>(
    (latest, { modifiedGmt }) => (latest === null || modifiedGmt > latest ? modifiedGmt : latest),
    null,
  );
}

function byOrder(a: Document, b: Document): number {
  return a.order - b.order || (a.title < b.title ? -1 : 1);
}

function carriersOf(posts: readonly Document[], field: 'categories' | 'tags'): Map<string, Document[]> {
  const carriers = new Map<string, Document[]>();
  for (const post of posts) {
    for (const slug of post[field]) {
      const list = carriers.get(slug);
      if (list) list.push(post);
      else carriers.set(slug, [post]);
    }
  }
  return carriers;
}

function joined(...parts: (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(', ') || null;
}

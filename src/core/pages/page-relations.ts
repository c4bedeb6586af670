import { type Document, type DocumentKind, isNote, type Library, type Term } from '../model/document.ts';
import { kindNamed, taxonomiesOf } from '../model/kinds.ts';
import { pathsOf } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { seriesPath } from '../model/urls.ts';
import { slugOf } from '../text/slug.ts';
import { summarizeFacts } from './facts.ts';
import { collectionOf } from './kind-words.ts';
import type { Entry, EntryMark, PageLink, PageVersion, Profile } from './page.ts';
import { readingMinutes } from './reading-time.ts';

/** Lists that languages have in common, by what they are about. */
export type SharedLists = Map<string, PageVersion[]>;

/** Relations between the documents of a library, each computed once. */
export class Relations {
  readonly #entries = new Map<Document, Entry>();
  readonly #books = new Map<Document, readonly Document[]>();
  readonly library: Library;
  readonly shared: SharedLists;
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
  readonly #carriers: ReadonlyMap<string, ReadonlyMap<string, readonly Document[]>>;
  readonly #terms: ReadonlyMap<string, ReadonlyMap<string, PageLink>>;
  readonly #authors: ReadonlyMap<string, PageLink>;

  /** @param shared what lists the library has in other languages */
  constructor(library: Library, shared: SharedLists = new Map()) {
    const { site, documents, terms, authors } = library;
    this.library = library;
    this.shared = shared;
    this.home = { title: site.title, path: pathsOf(site).home };
    this.byPath = new Map(documents.map((document) => [document.path, document]));
    const pages = documents.filter((document) => document.parent !== null);
    this.children = Map.groupBy(pages.toSorted(byOrder), (document) => document.parent ?? '');
    const parts = documents.filter((document) => document.series !== null);
    this.series = Map.groupBy(parts.toReversed(), (document) => document.series ?? '');
    this.ordered = Map.groupBy(documents, (document) => document.kind);
    for (const list of this.ordered.values()) {
      for (const [index, document] of list.entries()) this.positions.set(document, index);
    }
    const names = taxonomiesOf(site).map(({ name }) => name);
    this.#carriers = new Map(names.map((name) => [name, carriersOf(documents, name)]));
    const ofTaxonomy = Map.groupBy(terms, ({ taxonomy }) => taxonomy);
    const bySlug = (own: readonly Term[]) => new Map(own.map((term) => [term.slug, linkToTerm(term)]));
    this.#terms = new Map(names.map((name) => [name, bySlug(ofTaxonomy.get(name) ?? [])]));
    this.#authors = new Map(authors.map(({ slug, name, path }) => [slug, { title: name, path }]));
  }

  /** Documents by the slugs of a taxonomy's terms, newest first. */
  carriers(taxonomy: string): ReadonlyMap<string, readonly Document[]> {
    return this.#carriers.get(taxonomy) ?? new Map();
  }

  /** A document's terms of one taxonomy, in its author's order. */
  termsOf({ terms }: Document, taxonomy: string): PageLink[] {
    return this.links(taxonomy, terms[taxonomy] ?? []);
  }

  links(taxonomy: string, slugs: readonly string[]): PageLink[] {
    const links: PageLink[] = [];
    for (const slug of slugs) {
      const link = this.#terms.get(taxonomy)?.get(slug);
      if (link) links.push(link);
    }
    return links;
  }

  author(slug: string): PageLink {
    return this.#authors.get(slug) ?? { title: slug, path: this.home.path };
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
    const { title, path, kind, date, summary, unpublished, image, untitled, link } = document;
    return {
      title,
      path,
      kind,
      date,
      excerpt: summary,
      locked: document.locked !== null,
      minutes: readingMinutes(document.wordCount),
      detail: summarizeFacts(kindNamed(this.library.site, kind), document),
      categories: this.termsOf(document, 'category'),
      // One of another host would be requested from there by every reader of the list.
      ...(image?.src.startsWith('/') && this.library.site.show.covers ? { cover: image } : {}),
      ...(untitled ? { untitled } : {}),
      ...(link === undefined ? {} : { link }),
      ...markOf(document),
      ...(unpublished === undefined ? {} : { unpublished }),
    };
  }

  breadcrumbs(document: Document): PageLink[] {
    const { site } = this.library;
    const collection = collectionOf(kindNamed(site, document.kind), site);
    return [this.home, ...(collection ? [collection] : []), ...this.trail(document).map(linkTo)];
  }

  trail(document: Document): Document[] {
    const above: Document[] = [];
    for (let at = document.parent; at !== null; ) {
      const parent = this.byPath.get(at);
      if (!parent) break;
      above.unshift(parent);
      at = parent.parent;
    }
    return above;
  }

  /** All pages of the tree that a document is in, in the order of reading. */
  bookOf(document: Document): readonly Document[] {
    const [top = document] = this.trail(document);
    const known = this.#books.get(top);
    if (known) return known;
    const book: Document[] = [];
    const read = (page: Document) => {
      book.push(page);
      this.children.get(page.path)?.forEach(read);
    };
    read(top);
    this.#books.set(top, book);
    return book;
  }
}

/** A post with an image and fewer words is a photo, whatever its format is. */
const fewWords = 60;

/** What a list says that a post is; nothing of an article. */
export function markOf(document: Document): { mark?: EntryMark } {
  const { kind, audio, link, format, images, wordCount } = document;
  if (kind !== 'post') return {};
  if (audio || format === 'audio') return { mark: 'audio' };
  if (link !== undefined) return { mark: 'link' };
  const isPhoto = format === 'image' || format === 'gallery' || (images.length > 0 && wordCount < fewWords);
  if (isPhoto) return { mark: 'photo' };
  return isNote(document) ? { mark: 'note' } : {};
}

export function linkTo({ title, path, locked }: PageLink | Document): PageLink {
  return locked ? { title, path, locked: true } : { title, path };
}
export const linkToTerm = ({ name, path }: Term): PageLink => ({ title: name, path });
export const linkToSeries = (site: Site, name: string): PageLink => ({
  title: name,
  path: seriesPath(site, slugOf(name)),
});

/** What pages show of an author; absent fields stay absent, so that data of pages is small. */
export const profileOf = ({
  name,
  description,
  image,
  links,
}: { [Field in keyof Profile]: Profile[Field] | undefined } & Pick<
  Profile,
  'name' | 'description'
>): Profile => ({
  name,
  description,
  ...(image ? { image } : {}),
  ...(links ? { links } : {}),
});

/** When a document changed, UTC; null where neither its author nor Git says it. */
export const changeOf = ({ modifiedGmt, undated }: Document): string | null => (undated ? null : modifiedGmt);

/** The newest change among documents, UTC; null when none says one. */
export function newest(documents: readonly Document[]): string | null {
  return documents.map(changeOf).reduce((latest, at) => ((at ?? '') > (latest ?? '') ? at : latest), null);
}

function byOrder(a: Document, b: Document): number {
  return a.order - b.order || (a.title < b.title ? -1 : 1);
}

function carriersOf(documents: readonly Document[], taxonomy: string): Map<string, Document[]> {
  const carriers = new Map<string, Document[]>();
  for (const document of documents) {
    for (const slug of document.terms[taxonomy] ?? []) {
      const list = carriers.get(slug);
      if (list) list.push(document);
      else carriers.set(slug, [document]);
    }
  }
  return carriers;
}

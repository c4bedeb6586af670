import type { Author, Document, Library, Media, Term } from '../model/document.ts';
import { kindNamed } from '../model/kinds.ts';
import { apiBase } from '../model/urls.ts';
import { createNameOrder } from '../text/name-order.ts';
import { pathsOfMedia } from './media-paths.ts';

/** Relations between the objects of a library, for rendering them. */
export interface WpContext {
  /** The site's URL, without a slash at the end. */
  readonly base: string;
  /** The URL that the JSON interface is below. */
  readonly api: string;
  readonly library: Omit<Library, 'body'>;
  /** A document's terms of one taxonomy, in the order of their names, as WordPress lists them. */
  termsOf(document: Document, taxonomy: string): readonly Term[];
  /** A document's terms of all taxonomies, one taxonomy after the other. */
  allTermsOf(document: Document): readonly Term[];
  /** The author of a document; the owner where an unknown one is named. */
  authorOf(document: Document): Author | null;
  authorOfMedia(media: Media): Author | null;
  authorBySlug(slug: string | null): Author | null;
  /** Path of an image's own address, `/hello/plan/`, which redirects to the file; the file's address if that is taken. */
  pathOfMedia(media: Media): string;
  /** The image that stands for a document, where it is a file of this site. */
  pictureOf(document: Document): Media | null;
  /** Id of the parent page, 0 for none. */
  parentOf(document: Document): number;
  /** The term above another one. */
  parentOfTerm(term: Term): Term | null;
  documentById(id: number): Document | null;
}

export function createWpContext(library: Omit<Library, 'body'>): WpContext {
  const compare = createNameOrder();
  const byName = (a: Term, b: Term) => compare(a.name, b.name) || a.id - b.id;
  const ofTaxonomy = Map.groupBy(library.terms.toSorted(byName), ({ taxonomy, language }) =>
    keyOf(taxonomy, language),
  );
  const terms = new Map(
    [...ofTaxonomy].map(([key, own]) => [key, new Map(own.map((term, rank) => [term.slug, { term, rank }]))]),
  );
  const authors = new Map(library.authors.map((author) => [author.slug, author]));
  const media = new Map(library.media.map((file) => [file.src, file]));
  const idByPath = new Map<string, number>();
  const documents = new Map<number, Document>();
  for (const document of library.documents) {
    idByPath.set(document.path, document.id);
    documents.set(document.id, document);
  }
  const owner = authors.get(library.site.owner.slug) ?? library.authors[0] ?? null;
  const mediaPaths = pathsOfMedia(library);
  const termsOf = (document: Document, taxonomy: string) =>
    pick(terms.get(keyOf(taxonomy, document.language)), document.terms[taxonomy] ?? []);
  const authorOf = (document: Document) => authors.get(document.author) ?? owner;

  return {
    base: library.site.url,
    api: apiBase(library.site),
    library,
    termsOf,
    allTermsOf: (document) =>
      kindNamed(library.site, document.kind).taxonomies.flatMap((taxonomy) => termsOf(document, taxonomy)),
    authorOf,
    authorBySlug: (slug) => (slug === null ? null : (authors.get(slug) ?? null)),
    authorOfMedia(file) {
      const named = file.author === undefined ? null : authors.get(file.author);
      const document = documents.get(file.documentId);
      return named ?? (document ? authorOf(document) : owner);
    },
    pathOfMedia: (file) => mediaPaths.get(file.src) ?? file.src,
    pictureOf: (document) => (document.image ? (media.get(document.image.src) ?? null) : null),
    parentOf: (document) =>
      document.parentId ?? (document.parent === null ? 0 : (idByPath.get(document.parent) ?? 0)),
    parentOfTerm: ({ taxonomy, language, parent }) =>
      parent === null ? null : (terms.get(keyOf(taxonomy, language))?.get(parent)?.term ?? null),
    documentById: (id) => documents.get(id) ?? null,
  };
}

/** Languages have terms of their own, with slugs of their own. */
const keyOf = (taxonomy: string, language = '') => `${taxonomy} ${language}`;

interface RankedTerm {
  readonly term: Term;
  readonly rank: number;
}

function pick(terms: ReadonlyMap<string, RankedTerm> | undefined, slugs: readonly string[]): readonly Term[] {
  const found: RankedTerm[] = [];
  for (const slug of slugs) {
    const ranked = terms?.get(slug);
    if (ranked && !found.includes(ranked)) found.push(ranked);
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ term }) => term);
}

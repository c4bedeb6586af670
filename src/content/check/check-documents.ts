import type { Document, Library } from '../../core/model/document.ts';
import { kindsOf, taxonomiesOf, taxonomyNamed } from '../../core/model/kinds.ts';
import { languagesOf, siteIn, withoutLanguage } from '../../core/model/languages.ts';
import type { Site } from '../../core/model/site.ts';
import { maxNameBytes, reservedBy, whyNoRedirect, yearPath } from '../../core/model/urls.ts';
import { collectionOf } from '../../core/pages/kind-words.ts';
import { linkToSeries } from '../../core/pages/page-relations.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import type { CompiledDocument, Mention } from '../compile/compile-document.ts';
import { imageSource } from '../images/images.ts';
import type { Problem } from '../read/problems.ts';
import { defaultId } from '../read/stable-id.ts';

/** Checks across documents: numbers, addresses, redirects, terms, authors; of unpublished ones too. */
export function checkDocuments(
  library: Library,
  documents: readonly Document[],
  compiled: readonly CompiledDocument[],
): Problem[] {
  const problems: Problem[] = [];
  const ids = new Map<number, string>(library.media.map((media) => [media.id, `the image ${media.src}`]));
  const paths = new Map<string, string>();
  const lists = findLists(library.site, documents);
  for (const term of library.terms) paths.set(term.path, `the archive of "${term.slug}"`);
  for (const author of library.authors) paths.set(author.path, `the archive of the author "${author.slug}"`);

  for (const document of documents) {
    const complain = (field: string, message: string) =>
      problems.push({ file: document.source, line: 1, column: 1, field, message });
    const sameId = ids.get(document.id);
    // A default ID changes with the slug.
    const isOfSlug = sameId === paths.get(document.path) && document.id === defaultId(library.site, document);
    if (sameId && !isOfSlug)
      complain('id', `${document.id} is also the number of ${sameId}; give one of the two another "id".`);
    ids.set(document.id, document.source);
    const samePath = paths.get(document.path) ?? reservedBy(withoutLanguage(library.site, document.path));
    const taken = samePath ? `${samePath}; give this one another "slug"` : lists.get(document.path);
    if (taken) complain('slug', `${document.path} is also the address of ${taken}.`);
    paths.set(document.path, document.source);
  }
  for (const document of documents) {
    for (const path of document.redirectFrom) {
      const taken =
        paths.get(path.endsWith('/') ? path : `${path}/`) ??
        whyNoRedirect(withoutLanguage(library.site, path));
      if (!taken) {
        paths.set(path.endsWith('/') ? path : `${path}/`, `a redirect to ${document.path}`);
        continue;
      }
      const message = `${path} is the address of ${taken}, so nothing can be redirected from it.`;
      problems.push({ file: document.source, line: 1, column: 1, field: 'redirectFrom', message });
    }
  }
  return [...problems, ...checkNames(library, documents), ...checkMentions(library, compiled)];
}

/** Lists of documents by address, with what to do about a document there; other lists, a document replaces. */
function findLists(site: Site, documents: readonly Document[]): ReadonlyMap<string, string> {
  const lists = new Map<string, string>();
  for (const view of languagesOf(site))
    for (const kind of kindsOf(view)) {
      const { path, title } = collectionOf(kind, view) ?? {};
      const fixes = 'give this one another "slug", or the list another "archive" in site.ts';
      if (path) lists.set(path, `the list "${title}"; ${fixes}`);
    }
  for (const { kind, date, language } of documents) {
    const year = date.slice(0, 4);
    if (kind === 'post')
      lists.set(
        yearPath(siteIn(site, language), year),
        `the list of posts of ${year}; give this one another "slug"`,
      );
  }
  return lists;
}

/** Addresses become names of folders and files. */
function checkNames(library: Library, documents: readonly Document[]): Problem[] {
  const owned: readonly (readonly [path: string, file: string, field: string])[] = [
    ...documents.map(({ path, source }) => [path, source, 'slug'] as const),
    ...documents.flatMap(({ series, source }) =>
      series === null ? [] : [[linkToSeries(library.site, series).path, source, 'series'] as const],
    ),
    ...library.terms.map(
      ({ path, taxonomy }) =>
        [path, `content/${taxonomyNamed(library.site, taxonomy).restBase}.yaml`, 'slug'] as const,
    ),
    ...library.authors.map(({ path }) => [path, 'content/authors.yaml', 'slug'] as const),
    ...library.media.map(({ src }) => [src, imageSource(src), 'file'] as const),
  ];
  return owned.flatMap(([path, file, field]): Problem[] => {
    const part = path.split('/').find((name) => Buffer.byteLength(name) > maxNameBytes);
    if (part === undefined) return [];
    const message = `"${part.slice(0, 20)}…" is ${Buffer.byteLength(part)} bytes long, and names of files that are published have ${maxNameBytes} at most; choose a shorter one.`;
    return [{ file, line: 1, column: 1, field, message }];
  });
}

function checkMentions(library: Library, compiled: readonly CompiledDocument[]): Problem[] {
  const taxonomies = taxonomiesOf(library.site).map(({ name, restBase }) => {
    const terms = library.terms.filter((term) => term.taxonomy === name);
    return { name, restBase, slugs: new Set(terms.flatMap(({ slug, key }) => [key ?? slug, slug])) };
  });
  const authors = new Set(library.authors.map((author) => author.slug));
  return compiled.flatMap(({ document, mentions }) => {
    const unknown = (
      field: string,
      list: readonly Mention[],
      known: ReadonlySet<string>,
      where: string,
    ): Problem[] =>
      list
        .filter(({ value }) => !known.has(value))
        .map(({ value, line, column }) => ({
          file: document.source,
          line,
          column,
          field,
          message: `"${value}" is not in ${where}${didYouMean(value, known) || '; add it there.'}`,
        }));
    return [
      ...taxonomies.flatMap(({ name, restBase, slugs }) =>
        unknown(restBase, mentions.terms[name] ?? [], slugs, `content/${restBase}.yaml`),
      ),
      ...unknown('author', mentions.author ? [mentions.author] : [], authors, 'content/authors.yaml'),
    ];
  });
}

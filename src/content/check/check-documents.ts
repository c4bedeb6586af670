import type { Document, Library } from '../../core/model/document.ts';
import { kindsOf, taxonomiesOf, taxonomyNamed } from '../../core/model/kinds.ts';
import { languagesOf, siteIn, withoutLanguage } from '../../core/model/languages.ts';
import type { Site } from '../../core/model/site.ts';
import { maxNameBytes, whyNoRedirect, yearPath } from '../../core/model/urls.ts';
import { collectionOf } from '../../core/pages/kind-words.ts';
import { linkToSeries } from '../../core/pages/page-relations.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import type { CompiledDocument, Mention } from '../compile/compile-document.ts';
import { imageSource } from '../images/images.ts';
import type { Problem } from '../read/problems.ts';
import { defaultId } from '../read/stable-id.ts';
import { type Claimants, claimAddresses } from './claim-addresses.ts';

/** Checks across documents: numbers, addresses, redirects, terms, authors; of unpublished ones too. */
export function checkDocuments(claimants: Claimants): { problems: Problem[]; warnings: Problem[] } {
  const { library, documents, compiled } = claimants;
  const claims = claimAddresses(claimants);
  const problems: Problem[] = [...claims.problems];
  const ids = new Map<number, string>(library.media.map((media) => [media.id, `the image ${media.src}`]));
  const oldPaths = new Map<string, string>();
  const lists = findLists(library.site, documents);

  for (const document of documents) {
    const complain = (field: string, message: string) =>
      problems.push({ file: document.source, line: 1, column: 1, field, message });
    const sameId = ids.get(document.id);
    // A default ID changes with the slug.
    const isOfSlug =
      sameId === claims.ownerOf(document.path) && document.id === defaultId(library.site, document);
    if (sameId && !isOfSlug)
      complain('id', `${document.id} is also the number of ${sameId}; give one of the two another "id".`);
    ids.set(document.id, document.source);
    const taken = lists.get(document.path);
    if (taken && claims.ownerOf(document.path) === document.source)
      complain('slug', `${document.path} is also the address of ${taken}.`);
  }
  const claimOld = (
    path: string,
    to: string,
    file: string,
    place: { line?: number; column?: number } = {},
  ) => {
    const asPage = path.endsWith('/') ? path : `${path}/`;
    const taken =
      oldPaths.get(asPage.normalize('NFC')) ??
      claims.ownerOf(asPage) ??
      // Where the authors are, only the former page of one may be.
      (file === 'content/authors.yaml' ? null : whyNoRedirect(withoutLanguage(library.site, path)));
    if (!taken) return oldPaths.set(asPage.normalize('NFC'), `a redirect to ${to} (${file})`);
    const message = `${path} is the address of ${taken}, so nothing can be redirected from it.`;
    return problems.push({ file, line: 1, column: 1, ...place, field: 'redirectFrom', message });
  };
  for (const { path, taxonomy, redirectFrom = [] } of library.terms)
    for (const old of redirectFrom)
      claimOld(old, path, `content/${taxonomyNamed(library.site, taxonomy).restBase}.yaml`);
  for (const { path, redirectFrom = [] } of library.authors)
    for (const old of redirectFrom) claimOld(old, path, 'content/authors.yaml');
  for (const [index, { path, redirectFrom, source }] of documents.entries()) {
    for (const [at, old] of redirectFrom.entries())
      claimOld(old, path, source, compiled[index]?.mentions.redirectFrom?.[at]);
  }
  problems.push(...checkNames(library, documents), ...checkMentions(library, compiled));
  return { problems, warnings: claims.warnings };
}

/** Lists of documents by address, with what to do about a document there; other lists, a document replaces. */
function findLists(site: Site, documents: readonly Document[]): ReadonlyMap<string, string> {
  const lists = new Map<string, string>();
  for (const view of languagesOf(site))
    for (const kind of kindsOf(view)) {
      const { path, title } = collectionOf(kind, view) ?? {};
      const fixes = 'give this one another "slug", or the list another "archive" in site.ts';
      const isShown = kind.own || documents.some((document) => document.kind === kind.name);
      if (path && isShown) lists.set(path, `the list "${title}"; ${fixes}`);
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

const namesOf = (slugs: readonly string[]) => new Set(slugs.map((slug) => slug.normalize('NFC')));

function checkMentions(library: Library, compiled: readonly CompiledDocument[]): Problem[] {
  const taxonomies = taxonomiesOf(library.site).map(({ name, restBase }) => {
    const terms = library.terms.filter((term) => term.taxonomy === name);
    return { name, restBase, slugs: namesOf(terms.flatMap(({ slug, key }) => [key ?? slug, slug])) };
  });
  const authors = namesOf(library.authors.map((author) => author.slug));
  return compiled.flatMap(({ document, mentions }) => {
    const unknown = (
      field: string,
      list: readonly Mention[],
      known: ReadonlySet<string>,
      where: string,
    ): Problem[] =>
      list
        .filter(({ value }) => !known.has(value.normalize('NFC')))
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

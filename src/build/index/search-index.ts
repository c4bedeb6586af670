import type { Document, Library } from '../../core/model/document.ts';
import { coverThumbnail } from '../../core/model/image-variants.ts';
import { isMultilingual, siteAt } from '../../core/model/languages.ts';
import type { Site } from '../../core/model/site.ts';
import { isFilesOnly } from '../../core/model/targets.ts';
import { isDated, type SearchFilterName } from '../../core/pages/search-filters.ts';
import { keyOf, type Manifest, type Output } from '../plan/output.ts';
import { rankedText } from './ranked-text.ts';

/**
 * The index of the search in the browser, made by Pagefind. It is made as a whole, at some milliseconds a
 * document, whatever changed; so a site with more than `searchIndexLimit` documents goes without, and its pages
 * ask the sidecar, which finds the same documents.
 */
const folder = 'pagefind/';

/** Ready-made interfaces that come with an index; the site has its own. */
const unusedFile = /^pagefind-(?:ui|modular-ui|component-ui|highlight)\./;

/** Signs that are parts of words, as in C++, C# and AT&T. */
const includeCharacters = '+#&';

export async function writeSearchIndex(library: Library, previous: Manifest, output: Output): Promise<void> {
  const { site } = library;
  if (!site.show.search) return;
  const documents = library.documents.filter((document) => !document.locked);
  const own = library.ownPages ?? [];
  // Static hosts have no other search.
  const isTooLarge = library.documents.length > site.searchIndexLimit && !isFilesOnly(site);
  if (documents.length + own.length === 0 || isTooLarge) return;
  const key = keyOf(
    site.language,
    includeCharacters,
    documents.map((document) => [
      document.path,
      document.title,
      document.description,
      document.digest,
      coverThumbnail(document, site),
      filtersOf(document, site),
      document.language,
    ]),
    own,
  );
  const known = Object.keys(previous).filter((file) => file.startsWith(folder));
  if (known.length > 0 && known.every((file) => output.reuses(file, key))) return;

  // Loaded when an index is due: it starts a process.
  const pagefind = await import('pagefind');
  const languageAt = (path: string) => primaryTag(siteAt(site, path).language);
  const { index, errors } = await pagefind.createIndex(
    isMultilingual(site)
      ? { includeCharacters }
      : { forceLanguage: primaryTag(site.language), includeCharacters },
  );
  if (!index) throw new Error(`The search index cannot be made: ${errors.join(' ')}`);
  for (const document of documents) {
    const { path, title } = document;
    const content = rankedText(document, library.body(document).text);
    const added = await index.addCustomRecord({
      // Pagefind prepends the path of its own files.
      url: path,
      content,
      language: primaryTag(document.language ?? site.language),
      meta: { title, thumbnail: coverThumbnail(document, site) },
      filters: filtersOf(document, site),
    });
    if (added.errors.length > 0) throw new Error(`${path} cannot be indexed: ${added.errors.join(' ')}`);
  }
  for (const { path, title, text } of own) {
    const added = await index.addCustomRecord({
      url: path,
      content: text,
      language: languageAt(path),
      meta: { title },
      filters: isMultilingual(site) ? { language: [siteAt(site, path).language] } : {},
    });
    if (added.errors.length > 0) throw new Error(`${path} cannot be indexed: ${added.errors.join(' ')}`);
  }
  const { files } = await index.getFiles();
  for (const { path, content } of files) {
    if (!unusedFile.test(path)) output.write(folder + path, key, content);
  }
  await pagefind.close();
}

/** `de-AT` gives `de`: the languages of the index. */
function primaryTag(language: string): string {
  return language.split('-')[0] ?? language;
}

function filtersOf(document: Document, site: Site): Record<SearchFilterName, string[]> {
  return {
    ...(document.language === undefined ? {} : { language: [document.language] }),
    kind: [document.kind],
    category: [...(document.terms.category ?? [])],
    year: isDated(document.kind, site) ? [document.date.slice(0, 4)] : [],
  };
}

import { kindNamed } from '../../core/model/kinds.ts';
import type { Site } from '../../core/model/site.ts';
import { type ImageFile, signFile } from '../images/images.ts';
import { type CategoryOf, factsOfDocument } from '../read/address-facts.ts';
import { type FactsOf, kindOfFile, pathOfFile } from '../read/sources.ts';
import type { CacheEntry, SourceRecord } from './compile-cache.ts';

export function createFactsOf(entries: ReadonlyMap<string, CacheEntry>, categoryOf: CategoryOf): FactsOf {
  return (file) => {
    const entry = entries.get(file);
    return entry ? factsOfDocument(entry.compiled.document, categoryOf) : null;
  };
}

/** A file outside the folders of the kinds has the path that a page of its name would have. */
export function pathIn(site: Site, file: string, factsOf: FactsOf): string {
  return pathOfFile(site, kindOfFile(site, file) ?? kindNamed(site, 'page'), file, factsOf);
}

/** Do the addresses and files that a record was made with still hold? */
export function isCurrent(
  root: string,
  site: Site,
  { compiled: { document, references, files } }: SourceRecord,
  entries: ReadonlyMap<string, CacheEntry>,
  factsOf: FactsOf,
  images: ReadonlyMap<string, ImageFile>,
): boolean {
  const pathOf = (file: string) => pathIn(site, file, factsOf);
  return (
    document.path === pathOf(document.source) &&
    references.every(
      ({ source, path }) => source === null || (entries.has(source) && path === pathOf(source)),
    ) &&
    files.every(({ file, signature }) => signature === signFile(root, file) && images.get(file)?.ok !== false)
  );
}

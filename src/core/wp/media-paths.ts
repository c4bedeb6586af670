import type { Library } from '../model/document.ts';

/** Addresses of images below their documents, `/hello/plan/`, by file; none where something else has that path. */
export function pathsOfMedia({
  documents,
  media,
}: Pick<Library, 'documents' | 'media'>): ReadonlyMap<string, string> {
  const pages = new Map(documents.map(({ id, path }) => [id, path]));
  const taken = new Set(pages.values());
  const paths = new Map<string, string>();
  for (const { src, slug, documentId } of media) {
    const path = `${pages.get(documentId) ?? '/'}${slug}/`;
    if (taken.has(path)) continue;
    taken.add(path);
    paths.set(src, path);
  }
  return paths;
}

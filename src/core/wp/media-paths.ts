import type { Library } from '../model/document.ts';

/**
 * The addresses that pictures have beside those of their files, by the path of the file: `/hello/plan/` for a
 * picture that belongs to `/hello/`, as in WordPress. There is no page; the address leads on to the file. A picture
 * has none where a document, or another picture, is there.
 */
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

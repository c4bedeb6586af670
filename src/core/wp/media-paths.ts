import type { Library } from '../model/document.ts';

/**
 * The addresses that images have in addition to those of their files, by the path of the file: `/hello/plan/` for an
 * image that belongs to `/hello/`, as in WordPress. There is no page; the address redirects to the file. An image
 * has none where a document, or another image, is there.
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

import type { Document, Library, OwnFile } from '../../core/model/document.ts';
import { withoutLanguage } from '../../core/model/languages.ts';
import type { Site } from '../../core/model/site.ts';
import { systemTarget } from '../../core/model/targets.ts';
import { isSystemPath, pagePathOfTwin, paths } from '../../core/model/urls.ts';
import { listPages } from '../../core/pages/pages.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import type { CompiledDocument } from '../compile/compile-document.ts';
import type { Reference } from '../compile/text/text-findings.ts';
import type { Problem } from '../read/problems.ts';

/** Every link inside the site has a target. @param failed addresses of files with problems of their own */
export function checkReferences(
  library: Library,
  all: readonly Document[],
  records: readonly CompiledDocument[],
  failed: ReadonlySet<string>,
  own: readonly OwnFile[],
): Problem[] {
  const documents = new Map(library.documents.map((document) => [document.path, document]));
  const { unlisted = [] } = library;
  // A near miss must not give away what is listed nowhere.
  const listed = new Set([...listPages(library), ...own].map((page) => page.path));
  const pages = new Set([...listed, ...unlisted.map((page) => page.path)]);
  const unpublished = new Set(all.map((document) => document.path).filter((path) => !documents.has(path)));

  const spelled = new Map(
    library.documents
      .filter(({ path }) => path !== path.normalize('NFC'))
      .map((document) => [document.path.normalize('NFC'), document]),
  );

  const findProblem = ({ path, fragment, written }: Reference): string | null => {
    const page = path.endsWith('.md') ? pagePathOfTwin(path) : path;
    if (isSystemPath(withoutLanguage(library.site, path)))
      return findMissingSurface(library.site, path, written);
    if (failed.has(page)) return null;
    const other = spelled.get(page) ?? spelled.get(`${page}/`);
    if (!pages.has(page) && !pages.has(`${page}/`) && other !== undefined)
      return `"${written}" looks like ${other.path}, which has its letters in another Unicode form (NFD); write the slug of ${other.source} again, by hand, and its old address into redirectFrom.`;
    if (!pages.has(page) && !pages.has(`${page}/`)) {
      if (unpublished.has(page))
        return `"${written}" links to a page that is not published yet (a draft, or dated later).`;
      return `"${written}" links to no page of this site${didYouMean(page, listed) || '.'}`;
    }
    const document = documents.get(page);
    if (fragment === '' || !document || document.locked || fragment.startsWith('user-content-')) return null;
    const anchors = document.headings.map((heading) => heading.id);
    // Of any page, in any case (HTML: the indicated part of the document).
    if (fragment.toLowerCase() === 'top') return null;
    if (anchors.includes(fragment) || document.anchors?.includes(fragment)) return null;
    return `"${written}" links to no heading of ${page}${didYouMean(fragment, anchors) || '.'}`;
  };

  return records.flatMap(({ document, references }) =>
    references.flatMap((reference): Problem[] => {
      const message = findProblem(reference);
      const { line, column } = reference;
      return message ? [{ file: document.source, line, column, field: 'link', message }] : [];
    }),
  );
}

/** Problem of a link to a system path that the site's host does not serve; null where it does. */
function findMissingSurface(site: Site, path: string, written: string): string | null {
  if (systemTarget(site, path) !== null) return null;
  const fix =
    path === paths.contact
      ? "; set contact: 'mailto:…' in site.ts, and it opens an email"
      : '; remove the link';
  return `"${written}" links to nothing on a static host (deploy: '${site.deploy}')${fix}.`;
}

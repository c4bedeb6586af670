import type { Library, OwnFile } from '../../core/model/document.ts';
import { languagesOf, withoutLanguage } from '../../core/model/languages.ts';
import { isEmptyList } from '../../core/model/targets.ts';
import { isSystemPath, pagePathOfTwin } from '../../core/model/urls.ts';
import { listPages } from '../../core/pages/pages.ts';
import type { Reference } from '../compile/text/text-findings.ts';
import type { Advice } from './advice.ts';

/** Navigation entries without a page, and, in a draft build, links to what a build would leave out. */
export function adviseOnLinks(
  library: Library,
  references: ReadonlyMap<string, readonly Reference[]>,
  own: readonly OwnFile[] = [],
): Advice[] {
  return [...adviseOnNavigation(library, own), ...adviseOnUnpublished(library, references)];
}

function adviseOnNavigation(library: Library, own: readonly OwnFile[]): Advice[] {
  const { home } = library.site;
  const shown = home.pages.map((path) => ({ label: 'home.pages', path }));
  const all = languagesOf(library.site).flatMap((view) => [...view.navigation, ...view.footerNavigation]);
  const pages = new Set([...listPages(library), ...own].map(({ path }) => path));
  return (
    [...all, ...shown]
      .filter(({ path }) => path.startsWith('/') && !pages.has(path))
      .filter(({ path }) => !isSystemPath(withoutLanguage(library.site, path)))
      // Pages leave out links to empty lists; the owner's own pages, which know no content, don't.
      .filter(({ path }) => own.length > 0 || !isEmptyList(library.site, path))
      .map(({ label, path }) => ({
        file: 'site.ts',
        about: 'navigation',
        message: `navigation: "${label}" links to ${path}, where there is no page; remove the entry, or write the page.`,
      }))
  );
}

function adviseOnUnpublished(
  library: Library,
  references: ReadonlyMap<string, readonly Reference[]>,
): Advice[] {
  const held = new Set(library.documents.filter(isHeld).map(({ path }) => path));
  if (held.size === 0) return [];
  return library.documents
    .filter((document) => !isHeld(document))
    .flatMap(({ source }) =>
      (references.get(source) ?? [])
        .filter(({ path }) => held.has(path.endsWith('.md') ? pagePathOfTwin(path) : path))
        .map(({ written, line, column }) => ({
          file: `${source}:${line}:${column}`,
          about: 'link',
          message: `link: "${written}" links to a page that is not published yet, so a build would refuse it.`,
        })),
    );
}

function isHeld({ unpublished }: Library['documents'][number]): boolean {
  return unpublished !== undefined;
}

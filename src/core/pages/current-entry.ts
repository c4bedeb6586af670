import type { Site } from '../model/site.ts';
import type { PageLink } from './page.ts';

/** The navigation entry of a page, or of the nearest page in `above`; that of the home page only for itself. */
export function findCurrentEntry<Entry extends { readonly path: string }>(
  navigation: readonly Entry[],
  path: string,
  above: readonly string[],
): Entry | undefined {
  const trail = [...above.slice(1), path];
  return navigation
    .toSorted((a, b) => trail.indexOf(b.path) - trail.indexOf(a.path))
    .find((entry) => trail.includes(entry.path));
}

/** The way up as readers see it: without the home page, which the header links to, and in the navigation's words. */
export function listShownBreadcrumbs(
  breadcrumbs: readonly PageLink[],
  { navigation, footerNavigation }: Pick<Site, 'navigation' | 'footerNavigation'>,
): PageLink[] {
  const labels = new Map([...footerNavigation, ...navigation].map(({ path, label }) => [path, label]));
  return breadcrumbs.slice(1).map((link) => ({ ...link, title: labels.get(link.path) ?? link.title }));
}

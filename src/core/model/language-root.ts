import type { Site } from './site.ts';

/** The folder of a view's addresses, without a slash at its end: `/de`; empty for one at the top of the site. */
export function rootOf(site: Pick<Site, 'base' | 'language'> & Partial<Site>): string {
  const isPlural = Object.keys(site.languages ?? {}).length > 0;
  if (site.base === undefined && !(site.prefixDefaultLanguage && isPlural)) return '';
  return `/${site.languageSlug ?? site.language.toLowerCase()}`;
}

export function rootsOf(site: Site): string[] {
  const base = site.base ?? site;
  const slugs = Object.entries(base.languages).map(
    ([language, { slug }]) => `/${slug ?? language.toLowerCase()}`,
  );
  return [rootOf(base), ...slugs];
}

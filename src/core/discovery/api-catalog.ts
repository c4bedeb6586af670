import { pathsOf } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import type { CatalogPlace } from '../model/surface.ts';
import { bareType, surfacesOf } from '../model/surfaces.ts';
import { absoluteUrl, paths } from '../model/urls.ts';

interface Target {
  readonly href: string;
  readonly type: string;
  readonly title: string;
}

/**
 * `/.well-known/api-catalog` (RFC 9727): the interfaces of the site and their descriptions, as a linkset (RFC 9264). Its
 * entries come from the registry of surfaces.
 */
export function renderApiCatalog(site: Site): string {
  const present = new Set([paths.home, ...surfacesOf(site).map(({ path }) => path)]);
  const here = anchors.filter(({ path }) => present.has(path));
  const linkset = here.map(({ name, path }) => ({
    anchor: absoluteUrl(site, path === paths.home ? pathsOf(site).home : path),
    ...linksUnder(name, site),
  }));
  return `${JSON.stringify({ linkset }, null, 2)}\n`;
}

const anchors: readonly { readonly name: CatalogPlace['anchor']; readonly path: string }[] = [
  { name: 'catalog', path: paths.apiCatalog },
  { name: 'site', path: paths.home },
  { name: 'wp', path: paths.wpRoot },
  { name: 'wp', path: paths.wpFiles },
  { name: 'mcp', path: paths.mcp },
  { name: 'contact', path: paths.contactApi },
];

function linksUnder(anchor: CatalogPlace['anchor'], site: Site): Record<string, Target[]> {
  const links: Record<string, Target[]> = {};
  for (const { path, type, title, catalog = [] } of surfacesOf(site)) {
    for (const place of catalog) {
      if (place.anchor !== anchor) continue;
      const target = { href: absoluteUrl(site, path), type: bareType(type), title };
      links[place.relation] = [...(links[place.relation] ?? []), target];
    }
  }
  return links;
}

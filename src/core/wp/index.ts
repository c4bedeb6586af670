import { offsetHours } from '../model/dates.ts';
import type { Site } from '../model/site.ts';
import { apiBase, paths } from '../model/urls.ts';
import { describeRoutes, wpNamespaces } from './routes.ts';
import { renderSiteName } from './text.ts';

/** The answer of `/wp-json/`: the site, and every route with its arguments. */
export function describeIndex(site: Site): Record<string, unknown> {
  return {
    name: renderSiteName(site.title),
    description: renderSiteName(site.description),
    url: site.url,
    home: site.url,
    // Outside of summer time: an answer that does not change with the day.
    gmt_offset: Math.min(
      offsetHours('2026-01-01T00:00:00', site.timezone),
      offsetHours('2026-07-01T00:00:00', site.timezone),
    ),
    timezone_string: site.timezone,
    namespaces: wpNamespaces,
    authentication: [],
    routes: describeRoutes(site),
    site_logo: 0,
    site_icon: 0,
    site_icon_url: '',
    _links: { help: [{ href: 'https://developer.wordpress.org/rest-api/' }] },
  };
}

/** What `/wp-json/wp/v2` answers: the routes of one namespace. */
export function describeNamespace(site: Site, namespace: string): Record<string, unknown> {
  return {
    namespace,
    routes: describeRoutes(site, namespace),
    _links: { up: [{ href: apiBase(site) + paths.wpRoot }] },
  };
}

import { pathsOf, siteAt, withoutLanguage } from './languages.ts';
import type { DeployTarget, Site } from './site.ts';
import { absoluteUrl, isOnSidecar, isOutOfReach, isSystemPath, paths, twinPath } from './urls.ts';

/** What exists on a deploy target. Static hosts have no contact form, MCP and queries, unless a sidecar has its own host. */

/** What a host does with the files that it is given. */
export interface Host {
  /** Does it send a page as Markdown to who asks for that? */
  readonly negotiates: boolean;
  /** Does it send the headers that the build asks for, types among them? */
  readonly setsHeaders: boolean;
  /** Does it lead old addresses on by itself, or do pages have to do so? */
  readonly redirects: boolean;
}

const able: Host = { negotiates: true, setsHeaders: true, redirects: true };
const plain: Host = { negotiates: false, setsHeaders: false, redirects: false };

const hosts: Readonly<Record<DeployTarget, Host>> = {
  server: able,
  netlify: able,
  cloudflare: able,
  static: plain,
  'github-pages': plain,
};

export function hostOf({ deploy }: Site): Host {
  return hosts[deploy];
}

/** Is the site on a static host? Its sidecar, if it has one, is on another host. */
export function isFilesOnly({ deploy }: Site): boolean {
  return deploy !== 'server';
}

/** Does a sidecar answer for the site, on its host or on one of its own? */
export function hasSidecar(site: Site): boolean {
  return !isFilesOnly(site) || site.sidecar !== undefined;
}

/** Where people write to the owner: a URL; null where there is no way. */
export function contactUrl(site: Site): string | null {
  return hasSidecar(site) ? absoluteUrl(site, pathsOf(site).contact) : (site.contact ?? null);
}

/** The Contact of security.txt, which allows mail addresses and `https:`, and no `http:` (RFC 9116, 2.5.3). */
export function securityContact(site: Site): string | null {
  const url = contactUrl(site);
  return url?.startsWith('http:') ? (site.contact ?? url.replace('http:', 'https:')) : url;
}

/** The file that contains a stored answer of the JSON interface: `/wp-json/wp/v2/posts` gives `….json`. */
export function storedPath(path: string): string {
  return path === paths.wpRoot ? paths.wpFiles : `${path.replace(/\/$/, '')}.json`;
}

/** {@link absoluteUrl} of a stored answer: of its file where only files are served. */
export function storedUrl(site: Site, path: string): string {
  return absoluteUrl(site, isFilesOnly(site) ? storedPath(path) : path);
}

const sidecarOnly: readonly string[] = [
  paths.passages,
  paths.mcp,
  paths.mcpEndpointCard,
  paths.contactApi,
  paths.mcpCard,
  paths.mcpServerCard,
  twinPath(paths.contact),
];

/** The feeds of the site and what explains them; a site without posts has none. */
const feeds: readonly string[] = [
  paths.rss,
  paths.atom,
  paths.jsonFeed,
  paths.markdownFeed,
  paths.feedStyle,
  paths.feeds,
];

/** Is there nothing at a path because no document is listed there? */
export function isEmptyList(site: Site, path: string): boolean {
  const { emptyLists = [] } = site;
  if (emptyLists.length === 0) return false;
  if (feeds.includes(withoutLanguage(site, path))) {
    return emptyLists.includes(pathsOf(siteAt(site, path)).posts);
  }
  return emptyLists.includes(path);
}

/** Does the site answer at an address of the system, and with what belongs there? */
export function isOnHost(site: Site, path: string): boolean {
  if (isEmptyList(site, path)) return false;
  // What drafts change is in no list.
  if (path === paths.changes) return site.preview !== true;
  if (site.sidecar !== undefined) return isOnSidecar(site, path) || !isOutOfReach(site, path);
  if (!isFilesOnly(site)) return true;
  if (sidecarOnly.includes(withoutLanguage(site, path))) return false;
  if (isOutOfReach(site, path)) return false;
  // Without an extension, hosts cannot know its type.
  if (path === paths.apiCatalog) return hostOf(site).setsHeaders;
  return path !== paths.securityTxt || site.contact !== undefined;
}

/** Is it a file of what is published, at its own address? */
export function isPublished(site: Site, path: string): boolean {
  return isOnHost(site, path) && !(isFilesOnly(site) && isOnSidecar(site, path));
}

/** Link target for a system address on the site's host: a path, or a URL; null where nothing answers. `path` is decoded. */
export function systemTarget(site: Site, path: string): string | null {
  if (isOnSidecar(site, path)) return absoluteUrl(site, path);
  if (hasSidecar(site)) return isOnHost(site, path) ? path : null;
  if (withoutLanguage(site, path) === paths.contact) return site.contact ?? null;
  if (!isOnHost(site, path)) return null;
  if (path === paths.wpRoot || path.startsWith(`${paths.wpV2}/`)) return storedPath(path);
  return path.startsWith(paths.wpRoot) && !path.endsWith('.json') ? null : path;
}

/** Entries of a navigation without those that link to an empty list, or to what the host doesn't have. */
export function listNavigation(site: Site, entries: Site['navigation']): Site['navigation'] {
  return entries.flatMap((entry) => {
    if (isEmptyList(site, entry.path)) return [];
    const isSystem = isSystemPath(withoutLanguage(site, entry.path));
    const path = isSystem ? systemTarget(site, entry.path) : entry.path;
    if (path === null) return [];
    return [path === entry.path ? entry : { ...entry, path }];
  });
}

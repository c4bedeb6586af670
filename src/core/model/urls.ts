import { type Kind, startOfPattern, type Taxonomy } from './kinds.ts';
import { rootOf, rootsOf } from './language-root.ts';
import type { Site } from './site.ts';

/** Creates every address of the site. Paths are decoded (`/über/`), pages end with a slash, URLs are percent-encoded. */

/** Max bytes of a name of a file or folder: file systems take 255, and endings such as `.1600.avif` are added. */
export const maxNameBytes = 240;

/** Where the parts of the site that are not documents live. */
export const paths = {
  home: '/',
  posts: '/posts/',
  talks: '/talks/',
  plugins: '/plugins/',
  series: '/series/',
  notes: '/notes/',
  feeds: '/feeds/',
  contact: '/contact/',
  search: '/search/',
  llms: '/llms.txt',
  llmsFull: '/llms-full.txt',
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
  markdownSitemap: '/sitemap.md',
  changes: '/changes.json',
  openapi: '/openapi.json',
  openapiWellKnown: '/.well-known/openapi.json',
  auth: '/auth.md',
  apiCatalog: '/.well-known/api-catalog',
  skillsIndex: '/.well-known/agent-skills/index.json',
  securityTxt: '/.well-known/security.txt',
  mcpCard: '/.well-known/mcp.json',
  mcpServerCard: '/.well-known/mcp/server-card.json',
  ard: '/.well-known/ard.json',
  aiCatalog: '/.well-known/ai-catalog.json',
  rss: '/feed.xml',
  atom: '/atom.xml',
  jsonFeed: '/feed.json',
  markdownFeed: '/feed.md',
  feedStyle: '/feed.css',
  wpRoot: '/wp-json/',
  wpFiles: '/wp-json/index.json',
  wpV2: '/wp-json/wp/v2',
  wpSearch: '/wp-json/wp/v2/search',
  passages: '/wp-json/agentsite/v1/passages',
  mcp: '/wp-json/agentsite/v1/mcp',
  mcpEndpointCard: '/wp-json/agentsite/v1/mcp/server-card',
  contactApi: '/wp-json/site/v1/contact',
} as const;

/** What follows {@link paths}`.wpSearch` in examples: the first hits, with what is needed to choose and to read them. */
export const searchExample = '?search=WORDS&per_page=5&_fields=title,url,snippet';

/** Address of one object of the JSON interface: `/wp-json/wp/v2/posts/12`. */
export function restPath(collection: string, id: number): string {
  return `${paths.wpV2}/${collection}/${id}`;
}

/** `https://example.org` and `/über/` give `https://example.org/%C3%BCber/`; what the sidecar answers is on its host. */
export function absoluteUrl(site: Site, path: string): string {
  return (isOnSidecar(site, path) ? apiBase(site) : site.url) + encodePath(path);
}

/** The URL that the JSON interface, MCP and contact are below. */
export function apiBase({ url, sidecar }: Pick<Site, 'url' | 'sidecar'>): string {
  return sidecar ?? url;
}

/** The path that the site lives below: `/repo` for `https://user.github.io/repo`, empty at the top of a host. */
export function basePath(site: Site): string {
  // A sidecar is at the top of its own host, wherever its site lives.
  return site.deploy === 'server' ? '' : pathOfSite(site);
}

function pathOfSite({ url }: Site): string {
  return encodePath(decodeURI(new URL(url).pathname)).replace(/\/$/, '');
}

/** May a document be only at the top of a host (RFC 8615, RFC 9309), and the site is not there? */
export function isOutOfReach(site: Site, path: string): boolean {
  return isRootOnly(path) && pathOfSite(site) !== '';
}

export function isRootOnly(path: string): boolean {
  return path.startsWith('/.well-known/') || path === paths.robots;
}

/** Whether a sidecar on its own host answers a system path: forms, interfaces, and what a static host can't serve. */
export function isOnSidecar(site: Site, path: string): boolean {
  if (site.sidecar === undefined) return false;
  if (path.startsWith(paths.wpRoot)) return !path.endsWith('.json');
  if (path.startsWith('/_plugins/')) return true;
  if (path === paths.apiCatalog || rootsOf(site).some((root) => path === root + paths.contact)) return true;
  return path.startsWith('/.well-known/') && isOutOfReach(site, path);
}

/** An address of the system for a link: from the root of the host that links, or a URL where another host answers. */
export function hrefOf(site: Site, path: string): string {
  const isHere = site.sidecar === undefined || (site.deploy !== 'server' && !isOnSidecar(site, path));
  return isHere ? encodePath(path) : absoluteUrl(site, path);
}

export function absoluteTarget(site: Site, target: string): string {
  return target.startsWith('/') ? absoluteUrl(site, target) : target;
}

/** Paths that need no encoding: nearly all. */
const plainPath = /^[\w./~#-]*$/;

/** Percent-encodes a decoded path, leaving slashes and a `#fragment` in place. */
export function encodePath(path: string): string {
  if (plainPath.test(path)) return path;
  return encodeURI(path).replaceAll('?', '%3F');
}

/** What a document's address is made of, next to its kind. */
export interface AddressParts {
  readonly slug: string;
  readonly id?: number;
  /** `YYYY-MM-DDTHH:MM:SS`, on the site's clock. */
  readonly date?: string;
  /** Slugs of the category that is in addresses and of those above it: `garden/vegetables`. */
  readonly category?: string;
  readonly author?: string;
}

/** The path of a document's page. `parent` is the path of the folder's page, in a hierarchical kind. */
export function documentPath(
  kind: Pick<Kind, 'permalink' | 'hierarchical'>,
  { slug, id, date = '', category = '', author = '' }: AddressParts,
  parent: string | null,
): string {
  if (kind.hierarchical) return `${parent ?? startOfPattern(kind.permalink)}${slug}/`;
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = date.split(/[-T:]/);
  const values = { slug, id: String(id ?? ''), year, month, day, hour, minute, second, category, author };
  return kind.permalink
    .replace(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name])
    .replace(/\/{2,}/g, '/');
}

/** @param slugs the term's ancestry from the top, itself last */
export function termPath({ permalink }: Pick<Taxonomy, 'permalink'>, slugs: readonly string[]): string {
  return permalink.replace('{path}', () => slugs.join('/')).replace('{slug}', () => slugs.at(-1) ?? '');
}

export function authorPath(site: Site, slug: string): string {
  return rootOf(site) + site.permalinks.author.replace('{slug}', () => slug);
}

export function seriesPath(site: Site, slug: string): string {
  return `${rootOf(site)}${paths.series}${slug}/`;
}

/** The list of the posts of a year. */
export function yearPath(site: Site, year: string): string {
  return `${rootOf(site)}/${year}/`;
}

/** Where a draft is that only those read who were sent its address. */
export function sharedPath(key: string): string {
  return `/_shared/${key}/`;
}

/** Page `number` of the archive at `path`; the first page is the archive itself. */
export function archivePagePath(path: string, number: number): string {
  return number === 1 ? path : `${path}page/${number}/`;
}

/** The Markdown twin of a page: `/about/` gives `/about.md`, the home page `/index.md`. */
export function twinPath(path: string): string {
  return path === '/' ? '/index.md' : `${path.slice(0, -1)}.md`;
}

/** The page whose twin `path` is: the inverse of {@link twinPath}. */
export function pagePathOfTwin(path: string): string {
  return path === '/index.md' ? '/' : `${path.slice(0, -'.md'.length)}/`;
}

/** Formats that few browsers show. The address of a JPEG with such a name gets its ending twice, so that none is taken. */
const converted = /\.(?:heic|heif|hif|tiff?)(?:\.jpg)*$/i;

/** Does the build publish a JPEG of this file of `content/`? */
export function isConverted(file: string): boolean {
  return converted.test(file);
}

/** Address of a file of `content/`: `/media/posts/plan.png`; of `posts/weir.heic` `/media/posts/weir.heic.jpg`. */
export function mediaPath(contentPath: string): string {
  return `/media/${contentPath}${isConverted(contentPath) ? '.jpg' : ''}`;
}

/** The file of `content/` that is published at a {@link mediaPath}. */
export function contentPathOfMedia(path: string): string {
  const contentPath = path.slice('/media/'.length);
  return isConverted(contentPath) ? contentPath.slice(0, -'.jpg'.length) : contentPath;
}

/** Where such an image is published as it was taken, when the owner wants that. */
export function originalPath(contentPath: string): string {
  return `/media/_originals/${contentPath}`;
}

/** A page of the list of changes. */
export function changePagePath(name: string): string {
  return `/_changes/${name}.jsonl`;
}

export function skillPath(name: string): string {
  return `/.well-known/agent-skills/${name}/SKILL.md`;
}

/** The file under `dist/client` that a page's path is written to. */
export function pageFile(path: string): string {
  return `${path.slice(1)}index.html`;
}

/** First folders of addresses that belong to the system, and what is there. */
const reservedFolders: Readonly<Record<string, string>> = {
  'wp-json': 'the JSON interface',
  '.well-known': 'the well-known documents',
  _astro: 'styles and scripts',
  _errors: 'the error pages',
  media: 'the images of the content',
  page: 'the pages of the front page',
  author: 'the authors',
  series: 'the series',
  pagefind: 'the search index',
  _shared: 'shared drafts',
  _plugins: 'the routes of plugins',
  _changes: 'the list of changes',
};

/** Single addresses that belong to the system; their twins (`/auth.md`) are why some of them are taken. */
const reservedPages: Readonly<Record<string, string>> = {
  '/posts/': 'the list of posts',
  '/talks/': 'the list of talks',
  '/plugins/': 'the list of plugins',
  '/contact/': 'the contact form',
  '/search/': 'the search page',
  '/auth/': 'the document /auth.md',
  '/index/': 'the twin of the home page',
  '/404/': 'the error page',
  '/feed/': 'the feeds',
};

/** What the system keeps at a path, in words; null where documents may be. */
export function reservedBy(path: string): string | null {
  const folder = path.split('/')[1] ?? '';
  if (Object.hasOwn(reservedFolders, folder)) return reservedFolders[folder] ?? null;
  const page = path.endsWith('/') ? path : `${path}/`;
  if (Object.hasOwn(reservedPages, page)) return reservedPages[page] ?? null;
  return null;
}

/** Folders of the system that have no page of their own: an old page of that name redirects to its new address. */
const emptyFolders: readonly string[] = ['/media/', '/author/', '/page/', '/pagefind/'];

/** {@link reservedBy}, for the old address of a redirect. */
export function whyNoRedirect(from: string): string | null {
  return emptyFolders.includes(from.endsWith('/') ? from : `${from}/`) ? null : reservedBy(from);
}

/** Is this an address of the system that is not an HTML page: a feed, an index, an interface? */
export function isSystemPath(path: string): boolean {
  const fixed: readonly string[] = Object.values(paths);
  return (
    (fixed.includes(path) && !path.endsWith('/')) ||
    /^\/(?:wp-json|\.well-known|feed)\//.test(path) ||
    path === '/contact/' ||
    path === '/search/' ||
    path === '/contact.md' ||
    path === '/search.md'
  );
}

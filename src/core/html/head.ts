import { feedPaths } from '../feeds/feeds.ts';
import { wordsOf } from '../languages/words.ts';
import type { Image } from '../model/document.ts';
import { kindNamed } from '../model/kinds.ts';
import { pathsOf, searchExampleOf } from '../model/languages.ts';
import { memoize } from '../model/memoize.ts';
import type { Site } from '../model/site.ts';
import type { Surface } from '../model/surface.ts';
import { bareType, surfacesOf } from '../model/surfaces.ts';
import { hasSidecar, isOnHost, storedUrl } from '../model/targets.ts';
import { absoluteUrl, encodePath, hrefOf, paths, restPath, twinPath } from '../model/urls.ts';
import { hasFeeds } from '../pages/feeds-page.ts';
import { listVersions } from '../pages/language-links.ts';
import type { Page } from '../pages/page.ts';
import { cardImage, siteCard } from '../pages/social-card.ts';
import { titleWithPlace } from '../pages/title-with-place.ts';
import { escapeHtml } from '../text/plain-text.ts';

/** A page as its head needs it; the contact form has only these fields. */
export type HeadPage = Page | Pick<Page, 'path' | 'title' | 'description' | 'translations'>;

/** Browsers and result lists cut titles after about this many characters. */
const longestTitle = 70;

/** The title of a page, what it is a part of, and the name of the site, where there is room for all of them. */
export function documentTitle(page: HeadPage, site: Site): string {
  if (page.path === pathsOf(site).home) return site.title;
  const title = 'view' in page ? titleWithPlace(page, site) : page.title;
  const both = `${title} · ${site.title}`;
  return both.length <= longestTitle ? both : title;
}

/** Result lists show about this many characters of a description. */
const longestDescription = 200;

/** The description of a page, or of the site where a page has none; cut between words where it is too long to be shown. */
export function metaDescription(page: HeadPage, site: Site): string {
  const { words } = wordsOf(site);
  const locked = 'document' in page && page.document?.locked;
  const description = page.description || (locked ? words.locked.hint : site.description);
  if (description.length <= longestDescription) return description;
  const cut = description.slice(0, longestDescription);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longestDescription / 2)).trimEnd()} …`;
}

/** Attributes of one `link` element. */
interface HeadLink {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
  readonly sizes?: string;
  readonly hreflang?: string;
}

const usualIcons: readonly HeadLink[] = [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
];

/** How software searches, and whatever every site publishes for it but feeds. A page that is read in part has these. */
const linksForPrograms = memoize((site: Site) => {
  const search = {
    rel: 'search',
    href: absoluteUrl(site, paths.wpSearch) + searchExampleOf(site),
    type: 'application/json',
    title: 'Search: replace WORDS',
  };
  return [
    ...(hasSidecar(site) ? [search] : []),
    ...listSurfaces(site, (relation) => relation !== 'alternate'),
  ]
    .map(renderLink)
    .join('');
});

function listSurfaces(site: Site, isWanted: (relation: string) => boolean): readonly HeadLink[] {
  return surfacesOf(site)
    .filter(({ path, relation = '' }) => path !== paths.wpRoot && isWanted(relation))
    .flatMap((surface) => linkTo(surface, hrefOf(site, surface.path)));
}

/** What all pages of a site carry: the common links, its search, its icons, its owner's other homes. */
const linksOfSite = memoize((site: Site) => {
  // Clients of WordPress take the address of the interface as it is, so it is absolute.
  const root = surfacesOf(site).filter(({ path }) => path === paths.wpRoot);
  const search = { rel: 'search', href: pathsOf(site).search, type: 'text/html', title: 'Search' };
  const icons = site.favicon === undefined ? usualIcons : [{ rel: 'icon', href: encodePath(site.favicon) }];
  const homes = site.social.map(({ url }) => ({ rel: 'me', href: url }));
  const { endpoint } = site.connect.webmention ?? {};
  return [
    ...root.flatMap((surface) => linkTo(surface, absoluteUrl(site, surface.path))),
    ...listSurfaces(site, (relation) => relation === 'alternate'),
    // The relation of Agentic Resource Discovery.
    ...(isOnHost(site, paths.ard) ? [{ rel: 'ard', href: hrefOf(site, paths.ard) }] : []),
    ...(site.show.search ? [search] : []),
    ...icons,
    ...homes,
    ...(endpoint === undefined ? [] : [{ rel: 'webmention', href: endpoint }]),
  ]
    .map(renderLink)
    .join('');
});

/** The `link` elements of a page's head: its twin, entry points, neighbours, its object, and the common ones. */
export function renderHeadLinks(page: HeadPage, site: Site): string {
  const twin = listTwin(page, site).map(renderLink).join('');
  const own = listOwnLinks(page, site).map(renderLink).join('');
  return twin + linksForPrograms(site) + renderOtherLocales(page, site) + own + linksOfSite(site);
}

/** The other languages of a page for link previews. */
function renderOtherLocales({ translations = [] }: HeadPage, site: Site): string {
  return translations
    .filter(({ language }) => language !== site.language)
    .map(({ language }) => `<meta property="og:locale:alternate" content="${language.replace('-', '_')}">`)
    .join('');
}

function restPathOf(page: Page, site: Site): string | undefined {
  if (page.view === 'archive') return page.restPath;
  const document = page.view === 'document' || page.view === 'home' ? page.document : null;
  return document && !document.unlisted
    ? restPath(kindNamed(site, document.kind).restBase, document.id)
    : undefined;
}

function linkTo({ relation, type, title }: Surface, href: string): HeadLink[] {
  return relation ? [{ rel: relation, href, type: bareType(type), title }] : [];
}

function renderLink(link: HeadLink): string {
  return `<link${renderAttributes(link)}>`;
}

function renderAttributes(attributes: object): string {
  let written = '';
  for (const [name, value] of Object.entries(attributes)) {
    written += value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
  }
  return written;
}

/** The elements that the owner adds to the head of every page. The content of a script is data and cannot end it. */
export function renderHeadEntries({ head }: Site): string {
  return head
    .map(({ tag, attrs, content = '' }) => {
      const opening = `<${tag}${renderAttributes(attrs)}>`;
      return tag === 'script' ? `${opening}${content.replaceAll('<', '\\u003c')}</script>` : opening;
    })
    .join('');
}

/** The path of a page's twin; null where it has none. */
export function twinOf(page: HeadPage): string | null {
  const hasNone =
    'view' in page && (page.view === 'not-found' || (page.view === 'document' && page.document.locked));
  return hasNone ? null : twinPath(page.path);
}

function listTwin(page: HeadPage, site: Site): readonly HeadLink[] {
  const path = twinOf(page);
  if (path === null) return [];
  return [{ rel: 'alternate', href: absoluteUrl(site, path), type: 'text/markdown', title: 'Markdown' }];
}

function listOwnLinks(page: HeadPage, site: Site): readonly HeadLink[] {
  if ('view' in page && page.view === 'not-found') return [];
  const own: HeadLink[] = listVersions(page, site).map(({ hreflang, path }) => ({
    rel: 'alternate',
    hreflang,
    href: absoluteUrl(site, path),
  }));
  if ('view' in page && (page.view === 'archive' || page.view === 'document')) {
    if (page.previous) own.push({ rel: 'prev', href: encodePath(page.previous.path) });
    if (page.view === 'archive' && page.number === 1 && page.total > 0 && hasFeeds(page.about, site)) {
      const { rss } = feedPaths(page.path);
      own.push({ rel: 'alternate', href: encodePath(rss), type: 'application/rss+xml', title: page.title });
    }
    if (page.next) own.push({ rel: 'next', href: encodePath(page.next.path) });
  }
  if (page.path === pathsOf(site).home) own.push(...editorLinks(site));
  const object = 'view' in page ? restPathOf(page, site) : undefined;
  if (object)
    own.push({ rel: 'alternate', href: storedUrl(site, object), type: 'application/json', title: 'JSON' });
  return own;
}

/** Where clients of IndieAuth and Micropub sign in and write. */
function editorLinks({ editor }: Site): readonly HeadLink[] {
  if (typeof editor !== 'object' || 'host' in editor || !editor.indieAuth) return [];
  const { url } = editor;
  return [
    { rel: 'indieauth-metadata', href: `${url}/.well-known/oauth-authorization-server` },
    { rel: 'authorization_endpoint', href: `${url}/edit/oauth/authorize` },
    { rel: 'token_endpoint', href: `${url}/edit/oauth/token` },
    { rel: 'micropub', href: `${url}/edit/micropub` },
  ];
}

/** The image that stands for a page where a link to it is shown. */
export function socialImage(page: HeadPage, site: Site): Image {
  const full = 'view' in page ? page : null;
  if (full?.view !== 'document') return cardImage(siteCard(site));
  return full.document.image ?? cardImage(full.card ?? siteCard(site));
}

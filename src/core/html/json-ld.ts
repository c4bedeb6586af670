import { formatWithOffset } from '../model/dates.ts';
import type { Fact, Image } from '../model/document.ts';
import { pathsOf } from '../model/languages.ts';
import { memoize } from '../model/memoize.ts';
import type { Site } from '../model/site.ts';
import { absoluteTarget, absoluteUrl, paths } from '../model/urls.ts';
import type { DocumentPage, Page, PageLink } from '../pages/page.ts';

/**
 * The schema.org graph of a page, for a script element of the type `application/ld+json`. A page without content of its
 * own is a `CollectionPage` or a `SearchResultsPage` of the `WebSite`.
 *
 * IDs are made only from addresses, so a thing has one ID on all pages. The home page describes the site and its owner; other
 * pages name what they refer to.
 */
export function renderGraph(page: Page, site: Site, image: Image): string {
  const { ids, homeStart, listStart, documentStart } = siteParts(site);
  const crumbs = page.breadcrumbs.length > 0 ? [breadcrumbs(page, site)] : [];
  const things =
    page.view === 'document' ? mainThing(page, site, ids, image) : [webPage(page, site, ids, image)];
  const nodes = [...crumbs, ...things];
  const start = page.view === 'document' ? documentStart : page.view === 'home' ? homeStart : listStart;
  return `${start},${serialize(nodes).slice(1)}}`;
}

/** What all pages of a site have in common: the makers of ids, and the graph up to the page's own nodes. */
const siteParts = memoize((site: Site) => {
  const ids = createIds(site);
  const begin = (...nodes: readonly object[]) =>
    `{"@context":"https://schema.org","@graph":${serialize(nodes).slice(0, -1)}`;
  return {
    ids,
    homeStart: begin(
      { ...website(site, ids), ...aboutWebsite(site, ids) },
      { ...owner(site, ids), ...aboutOwner(site) },
    ),
    listStart: begin(website(site, ids), owner(site, ids)),
    documentStart: begin(owner(site, ids)),
  };
});

/** JSON as the content of a script element, where `</script>` must not occur. A field that is undefined is left out. */
function serialize(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

type Ids = ReturnType<typeof createIds>;

function createIds(site: Site) {
  const of = (path: string, part: string) => `${absoluteUrl(site, path)}#${part}`;
  return {
    website: of(pathsOf(site).home, 'website'),
    owner: of(paths.home, 'owner'),
    page: (path: string) => of(path, 'page'),
    text: (path: string) => of(path, 'text'),
    series: (path: string) => of(path, 'series'),
    author: (path: string) => of(path, 'person'),
  };
}

const ref = (id: string) => ({ '@id': id });

function website(site: Site, ids: Ids): object {
  return {
    '@type': 'WebSite',
    '@id': ids.website,
    url: absoluteUrl(site, pathsOf(site).home),
    name: site.title,
  };
}

function aboutWebsite(site: Site, ids: Ids): object {
  return {
    description: site.description,
    inLanguage: site.language,
    publisher: ref(ids.owner),
    ...(site.show.search ? { potentialAction: searchAction(site) } : {}),
  };
}

function searchAction(site: Site): object {
  return {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${absoluteUrl(site, pathsOf(site).search)}?q={search_term}`,
    },
    'query-input': 'required name=search_term',
  };
}

function owner(site: Site, ids: Ids): object {
  const { name, url } = site.owner;
  return { '@type': 'Person', '@id': ids.owner, name, url: url ?? absoluteUrl(site, paths.home) };
}

function aboutOwner(site: Site): object {
  const { description } = site.owner;
  return {
    ...(description ? { description } : {}),
    ...(site.social.length > 0 ? { sameAs: site.social.map((home) => home.url) } : {}),
  };
}

function webPage(page: Page, site: Site, ids: Ids, image: Image): object {
  const listed = page.view === 'archive' || page.view === 'home';
  return {
    '@type': listed ? 'CollectionPage' : page.view === 'search' ? 'SearchResultsPage' : 'WebPage',
    '@id': ids.page(page.path),
    url: absoluteUrl(site, page.path),
    name: page.title,
    inLanguage: site.language,
    isPartOf: ref(ids.website),
    dateModified: page.modifiedGmt ? `${page.modifiedGmt}Z` : undefined,
    primaryImageOfPage: { '@type': 'ImageObject', url: absoluteTarget(site, image.src) },
  };
}

function listItem({ title, path }: PageLink, index: number, site: Site): object {
  return { '@type': 'ListItem', position: index + 1, name: title, item: absoluteUrl(site, path) };
}

function breadcrumbs(page: Page, site: Site): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [...page.breadcrumbs, page].map((link, index) => listItem(link, index, site)),
  };
}

/** The text itself, and the series that it is a part of. */
function mainThing(page: DocumentPage, site: Site, ids: Ids, image: Image): object[] {
  const { document } = page;
  const common = {
    '@id': ids.text(page.path),
    headline: document.title,
    mainEntityOfPage: absoluteUrl(site, page.path),
    ...(document.undated
      ? {}
      : {
          datePublished: formatWithOffset({ local: document.date, gmt: document.dateGmt }),
          dateModified: formatWithOffset({ local: document.modified, gmt: document.modifiedGmt }),
        }),
    inLanguage: site.language,
    workTranslation: translationsOf(page, site, ids),
    author: authorOf(page, site, ids),
    publisher: ref(ids.owner),
    image: absoluteTarget(site, image.src),
    wordCount: document.wordCount || undefined,
    isAccessibleForFree: document.locked ? false : undefined,
  };
  if (document.kind === 'post') return posting(page, common, site, ids);
  return [{ ...common, ...(special[document.kind]?.(document.facts, site) ?? { '@type': 'Article' }) }];
}

/** The same text in other languages. */
function translationsOf(
  { path, translations = [] }: DocumentPage,
  site: Site,
  ids: Ids,
): object[] | undefined {
  const others = translations.filter((version) => version.path !== path);
  if (others.length === 0) return undefined;
  return others.map((version) => ({
    ...ref(ids.text(version.path)),
    url: absoluteUrl(site, version.path),
    inLanguage: version.language,
  }));
}

function posting(page: DocumentPage, common: object, site: Site, ids: Ids): object[] {
  const { series, categories, tags, document } = page;
  const names = (links: readonly PageLink[]) => links.map((link) => link.title);
  const text = {
    '@type': 'BlogPosting',
    ...common,
    articleSection: categories.length > 0 ? names(categories) : undefined,
    keywords: tags.length > 0 ? names(tags) : undefined,
    isPartOf: series ? ref(ids.series(series.path)) : undefined,
    position: series ? series.parts.findIndex((part) => part.path === document.path) + 1 : undefined,
  };
  if (!series) return [text];
  const url = absoluteUrl(site, series.path);
  return [text, { '@type': 'CreativeWorkSeries', '@id': ids.series(series.path), name: series.name, url }];
}

type Facts = Readonly<Record<string, Fact>>;

/** What documents of a kind are to schema.org beyond an article, by the kind's name. */
const special: Readonly<Record<string, (facts: Facts, site: Site) => object>> = {
  talk({ event, location, video, slides }, site) {
    const place = location ? { location: { '@type': 'Place', name: location } } : {};
    return {
      '@type': 'PresentationDigitalDocument',
      ...(event ? { releasedEvent: { '@type': 'PublicationEvent', name: event, ...place } } : {}),
      ...(video ? { video: { '@type': 'VideoObject', url: absoluteTarget(site, String(video)) } } : {}),
      ...(slides ? { sameAs: absoluteTarget(site, String(slides)) } : {}),
    };
  },
  plugin({ version, license, repository, homepage }, site) {
    return {
      '@type': 'SoftwareSourceCode',
      ...(version ? { version } : {}),
      ...(license ? { license } : {}),
      ...(repository ? { codeRepository: repository } : {}),
      ...(homepage ? { sameAs: absoluteTarget(site, String(homepage)) } : {}),
    };
  },
};

function authorOf(page: DocumentPage, site: Site, ids: Ids): object {
  if (page.document.author === site.owner.slug) return ref(ids.owner);
  const { title, path } = page.author;
  return { '@type': 'Person', '@id': ids.author(path), name: title, url: absoluteUrl(site, path) };
}

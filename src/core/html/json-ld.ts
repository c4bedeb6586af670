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
  const { name, url = absoluteUrl(site, paths.home), description } = site.owner;
  const owner = { '@type': 'Person', '@id': ids.owner, name, url };
  const home = absoluteUrl(site, pathsOf(site).home);
  const website = { '@type': 'WebSite', '@id': ids.website, url: home, name: site.title };
  const aboutWebsite = {
    description: site.description,
    inLanguage: site.language,
    publisher: ref(ids.owner),
    potentialAction: site.show.search ? searchAction(site) : undefined,
  };
  const sameAs = site.social.length > 0 ? site.social.map((other) => other.url) : undefined;
  const aboutOwner = { description: description || undefined, sameAs };
  return {
    ids,
    homeStart: begin({ ...website, ...aboutWebsite }, { ...owner, ...aboutOwner }),
    listStart: begin(website, owner),
    documentStart: begin(owner),
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
  const [published, changed] = document.undated
    ? []
    : [
        { local: document.date, gmt: document.dateGmt },
        { local: document.modified, gmt: document.modifiedGmt },
      ];
  const common = {
    '@id': ids.text(page.path),
    headline: document.title,
    mainEntityOfPage: absoluteUrl(site, page.path),
    datePublished: published && formatWithOffset(published),
    dateModified: changed && formatWithOffset(changed),
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
    const place = location ? { '@type': 'Place', name: location } : undefined;
    return {
      '@type': 'PresentationDigitalDocument',
      releasedEvent: event ? { '@type': 'PublicationEvent', name: event, location: place } : undefined,
      video: video ? { '@type': 'VideoObject', url: absoluteTarget(site, String(video)) } : undefined,
      sameAs: slides ? absoluteTarget(site, String(slides)) : undefined,
    };
  },
  plugin({ version, license, repository, homepage }, site) {
    return {
      '@type': 'SoftwareSourceCode',
      version: version || undefined,
      license: license || undefined,
      codeRepository: repository || undefined,
      sameAs: homepage ? absoluteTarget(site, String(homepage)) : undefined,
    };
  },
};

function authorOf(page: DocumentPage, site: Site, ids: Ids): object {
  if (page.document.author === site.owner.slug) return ref(ids.owner);
  const { title, path } = page.author;
  return { '@type': 'Person', '@id': ids.author(path), name: title, url: absoluteUrl(site, path) };
}

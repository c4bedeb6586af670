import { wordsOf } from '../languages/words.ts';
import { type Document, isNote, type Library } from '../model/document.ts';
import { kindsOf, taxonomiesOf } from '../model/kinds.ts';
import { pathsOf } from '../model/languages.ts';
import { absoluteTarget, absoluteUrl, paths } from '../model/urls.ts';
import { collectionOf, describeCollection } from '../pages/kind-words.ts';
import { linkToSeries } from '../pages/page-relations.ts';
import { absolutizeHtml } from '../text/html-addresses.ts';
import { escapeHtml } from '../text/plain-text.ts';
import { renderAtom } from './atom-feed.ts';
import type { Feed, FeedEntry, Show } from './feed.ts';
import { renderJsonFeed } from './json-feed.ts';
import { renderRss } from './rss-feed.ts';

/** What a feed is about: a page of the site that lists posts. */
export interface FeedSource {
  readonly title: string;
  /** Path of that page; the feed's files are below it. */
  readonly path: string;
  readonly description: string;
  /** Newest first; a feed shows the first {@link feedLength}. */
  readonly documents: readonly Document[];
  /** Where it is a podcast: a series with settings in `podcasts` and at least one episode. */
  readonly show?: Show;
}

export interface FeedFile {
  readonly path: string;
  /** Its entries, with what is around them: as one text, a dash in a title would double the memory of them all. */
  readonly parts: readonly string[];
}

export const feedLength = 20;

/** All feeds: of posts, terms, series, authors and kinds. Empty lists have none, except of terms and authors. */
export function listFeeds(library: Library): FeedSource[] {
  const { site, documents } = library;
  const { words, say } = wordsOf(site);
  const posts = documents.filter((document) => document.kind === 'post');
  const ofTaxonomy = (taxonomy: string): FeedSource[] => {
    const carriers = firstCarriers(documents, taxonomy);
    const terms = library.terms.filter((term) => term.taxonomy === taxonomy);
    return terms.map(({ name, path, slug }) => ({
      title: `${name} – ${site.title}`,
      path,
      description: say(words.feeds.term, { site: site.title, name }),
      documents: carriers.get(slug) ?? [],
    }));
  };
  const inSeries = posts.filter((post) => post.series !== null);
  const byAuthor = Map.groupBy(posts, (post) => post.author);
  const ofLists = [
    { title: site.title, path: pathsOf(site).home, description: site.description, documents: posts },
    {
      title: `${words.notes} – ${site.title}`,
      path: pathsOf(site).notes,
      description: say(words.listOf.notes, { site: site.title }),
      documents: posts.filter(isNote),
    },
    ...kindFeeds(library),
  ].filter((feed) => feed.documents.length > 0);
  if (ofLists.length === 0) return [];
  return [
    ...ofLists,
    ...taxonomiesOf(site).flatMap(({ name }) => ofTaxonomy(name)),
    ...[...Map.groupBy(inSeries, (post) => post.series ?? '')].map(([name, parts]) => {
      const show = parts.some(({ audio }) => audio) ? site.podcasts[name] : undefined;
      return {
        title: show ? (show.title ?? name) : `${name} – ${site.title}`,
        path: linkToSeries(site, name).path,
        description: show?.description ?? say(words.feeds.series, { name }),
        documents: parts,
        ...(show ? { show: { ...show, title: show.title ?? name } } : {}),
      };
    }),
    ...library.authors.map(({ name, path, slug }) => ({
      title: `${name} – ${site.title}`,
      path,
      description: say(words.listOf.author, { name }),
      documents: byAuthor.get(slug) ?? [],
    })),
  ];
}

/** Of the lists of kinds that have feeds of their own. */
function kindFeeds({ site, documents }: Library): FeedSource[] {
  return kindsOf(site).flatMap((kind) => {
    const collection = kind.hasFeeds ? collectionOf(kind, site) : null;
    if (!collection) return [];
    const title = `${collection.title} – ${site.title}`;
    const own = documents.filter((document) => document.kind === kind.name);
    return [{ title, path: collection.path, description: describeCollection(kind, site), documents: own }];
  });
}

/** The newest documents of each term, up to the length of a feed. */
function firstCarriers(documents: readonly Document[], taxonomy: string): Map<string, Document[]> {
  const carriers = new Map<string, Document[]>();
  for (const document of documents) {
    for (const slug of document.terms[taxonomy] ?? []) {
      const list = carriers.get(slug) ?? [];
      if (list.length < feedLength) carriers.set(slug, [...list, document]);
    }
  }
  return carriers;
}

/** Addresses of the three forms of the feed of a page: `/feed.xml`, `/tag/http/atom.xml`, … */
export function feedPaths(path: string): {
  readonly rss: string;
  readonly atom: string;
  readonly json: string;
} {
  const name = (fixed: string) => `${path}${fixed.slice(1)}`;
  return { rss: name(paths.rss), atom: name(paths.atom), json: name(paths.jsonFeed) };
}

/** A podcast has all its episodes, since apps show no others. */
export function shownIn({ documents, show }: FeedSource): readonly Document[] {
  return documents.slice(0, show ? undefined : feedLength);
}

/** A feed as RSS, Atom and JSON Feed. Titles are plain text. An empty feed is dated to the epoch, for reproducible output. */
export function renderFeeds(
  library: Library,
  source: FeedSource,
  entryOf: EntryOf = createEntries(library),
): FeedFile[] {
  const { site } = library;
  const shown = shownIn(source);
  const forms = feedPaths(source.path);
  const feed = (self: string): Feed => ({
    title: source.title,
    description: source.description,
    language: site.language,
    page: absoluteUrl(site, source.path),
    self: absoluteUrl(site, self),
    updatedGmt: shown.map((document) => document.modifiedGmt).reduce(later, '1970-01-01T00:00:00'),
    owner: site.owner.name,
    hub: site.connect.webSub,
    site,
    ...(source.show ? { show: source.show } : {}),
    entries,
  });
  const entries = shown.map(entryOf);
  return [
    { path: forms.rss, parts: renderRss(feed(forms.rss)) },
    { path: forms.atom, parts: renderAtom(feed(forms.atom)) },
    { path: forms.json, parts: renderJsonFeed(feed(forms.json)) },
  ];
}

export type EntryOf = (document: Document) => FeedEntry;

/** Size of the entry cache, at about ten kilobytes each; a post is in the feeds of all its terms. */
const maxEntries = 600;

export function createEntries(library: Library): EntryOf {
  const { site } = library;
  const names = new Map(library.terms.map((term) => [term.taxonomy + term.slug, term.name]));
  const authors = new Map(library.authors.map((author) => [author.slug, author.name]));
  const known = new Map<Document, FeedEntry>();
  return (document) => {
    const entry = known.get(document) ?? {
      title: document.title,
      ...(document.untitled ? { untitled: true as const } : {}),
      ...(document.link === undefined ? {} : { link: document.link }),
      url: absoluteUrl(site, document.path),
      id: document.guid ?? absoluteUrl(site, document.path),
      html: entryHtml(library, document),
      summary: document.summary,
      publishedGmt: document.dateGmt,
      updatedGmt: document.modifiedGmt,
      author: authors.get(document.author) ?? site.owner.name,
      terms: Object.entries(document.terms).flatMap(([taxonomy, slugs]) =>
        slugs.map((slug) => names.get(taxonomy + slug) ?? slug),
      ),
      image: document.image && absoluteTarget(site, document.image.src),
      audio: document.audio && { ...document.audio, src: absoluteTarget(site, document.audio.src) },
    };
    if (known.size < maxEntries) known.set(document, entry);
    return entry;
  };
}

const later = (a: string, b: string): string => (a > b ? a : b);

/** The text as it can be read outside of the site: links to its own headings point to the page. */
function entryHtml(library: Library, document: Document): string {
  const { words } = wordsOf(library.site);
  const url = absoluteUrl(library.site, document.path);
  if (document.locked)
    return `<p>${escapeHtml(words.locked.mark)} <a href="${url}">${escapeHtml(document.title)}</a></p>`;
  return absolutizeHtml(library.body(document).html, library.site.url, url);
}

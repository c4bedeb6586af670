import { feedPaths } from '../feeds/feeds.ts';
import type { Library } from '../model/document.ts';
import { rootOf } from '../model/language-root.ts';
import { languagesOf, pathsOf, siteIn } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { isEmptyList } from '../model/targets.ts';
import { encodePath, paths, twinPath } from '../model/urls.ts';
import { linkToSeries } from '../pages/page-relations.ts';
import { pathsOfMedia } from '../wp/media-paths.ts';
import { describeOldAddresses, isPlain, type OldAddresses } from './old-addresses.ts';
import { encodeTarget } from './redirect-target.ts';

/**
 * What a front needs in addition to the files: `dist/server/front.json`, written by the build for the embedded front. The
 * nginx maps have the same values.
 */
export interface FrontTable {
  /** Decoded path to the encoded path or URL that replaces it for good (301). */
  readonly redirects: Readonly<Record<string, string>>;
  /** Old addresses that a table of paths cannot name. */
  readonly old: OldAddresses;
  /** Twins that answer 403; the text is at {@link lockedTwinFile}. */
  readonly lockedTwins: readonly string[];
}

/** Addresses that WordPress and other systems made customary, and what answers for them here. */
const customary: Readonly<Record<string, string>> = {
  '/feed/': paths.rss,
  '/feed/rss/': paths.rss,
  '/feed/rss2/': paths.rss,
  '/feed/atom/': paths.atom,
  '/feed/rdf/': paths.rss,
  '/feed': paths.rss,
  '/rss/': paths.rss,
  '/rss': paths.rss,
  '/wp-rss.php': paths.rss,
  '/wp-rss2.php': paths.rss,
  '/wp-rdf.php': paths.rss,
  '/wp-atom.php': paths.atom,
  '/comments/feed/': paths.rss,
  '/rss.xml': paths.rss,
  '/index.html': paths.home,
  '/security.txt': paths.securityTxt,
  '/wp-sitemap.xml': paths.sitemap,
  '/sitemap_index.xml': paths.sitemap,
  '/sitemap-index.xml': paths.sitemap,
};

export function describeFront(library: Omit<Library, 'body' | 'skills'>): FrontTable {
  const { documents } = library;
  const redirects = describeCustomary(library.site);
  for (const [file, path] of pathsOfMedia(library)) redirects[path] = encodePath(file);
  for (const { src, redirectFrom = [] } of library.media) {
    for (const old of redirectFrom) {
      const bare = old.replace(/\/$/, '');
      redirects[bare] = encodePath(src);
      redirects[`${bare}/`] = encodePath(src);
    }
  }
  for (const document of documents) {
    for (const old of document.redirectFrom) {
      redirects[old] = encodePath(document.path);
      const withSlash = old.endsWith('/') ? old : `${old}/`;
      redirects[withSlash] = encodePath(document.path);
      redirects[withSlash.slice(0, -1)] ??= encodePath(document.path);
      redirects[twinPath(withSlash)] ??= encodePath(twinPath(document.path));
    }
  }
  for (const { path, redirectFrom = [] } of [...library.terms, ...library.authors]) {
    for (const old of redirectFrom) Object.assign(redirects, redirectsOfList(old, path));
  }
  const published = new Set(documents.map(({ path }) => path));
  // The dates of file names were no part of the addresses of notes; the oldest note had the address.
  for (const { untitled, slug, path } of documents.toReversed()) {
    const time = untitled ? slug.replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, '') : slug;
    const old = path.replace(`/${slug}/`, `/${time}/`);
    if (time !== slug && !published.has(old)) redirects[old] ??= encodePath(path);
  }
  const series = seriesOf(library);
  for (const { from, to } of (library.redirects ?? []).filter(isPlain)) {
    if (to === null || published.has(from)) continue;
    Object.assign(redirects, series.has(to) ? redirectsOfList(from, to) : {}, { [from]: encodeTarget(to) });
    if (from.endsWith('/')) redirects[from.slice(0, -1)] ??= encodeTarget(to);
  }
  const lockedTwins = [...documents, ...(library.unlisted ?? [])]
    .filter((document) => document.locked)
    .map((document) => twinPath(document.path));
  return {
    redirects: Object.fromEntries(Object.entries(redirects).sort()),
    old: describeOldAddresses(library),
    lockedTwins: lockedTwins.toSorted(),
  };
}

/** Of a list that moved: its page, its twin and its feeds. */
function redirectsOfList(old: string, path: string): Record<string, string> {
  const from = old.endsWith('/') ? old : `${old}/`;
  const [before, after] = [feedPaths(from), feedPaths(path)];
  const moved = [
    [from, path],
    [from.slice(0, -1), path],
    [twinPath(from), twinPath(path)],
    ...(['rss', 'atom', 'json'] as const).map((form) => [before[form], after[form]] as const),
  ] as const;
  return Object.fromEntries(moved.map(([one, other]) => [one, encodePath(other)]));
}

/** Paths of the pages of series. */
function seriesOf({ site, documents }: Pick<Library, 'site' | 'documents'>): ReadonlySet<string> {
  return new Set(
    documents.flatMap(({ series, language }) =>
      series === null ? [] : linkToSeries(siteIn(site, language), series).path,
    ),
  );
}

/** Customary addresses in each language; and those that a folder of the default language moves. */
function describeCustomary(site: Site): Record<string, string> {
  const own = pathsOf(site);
  const home = { [paths.home]: own.home, [twinPath(paths.home)]: twinPath(own.home) };
  const moved: Record<string, string> = {
    ...home,
    [paths.rss]: own.rss,
    [paths.atom]: own.atom,
    [paths.jsonFeed]: own.jsonFeed,
  };
  const isFeed = ([from]: readonly [string, string]) => /^\/(?:comments\/)?(?:feed|rss)\b/.test(from);
  const others = languagesOf(site).slice(1).map(rootOf);
  const all: (readonly [string, string])[] = [
    ...Object.entries(customary).map(([from, to]) => [from, moved[to] ?? to] as const),
    ...Object.entries(moved).filter(([from, to]) => from !== to),
    ...others.flatMap((root) =>
      Object.entries(customary)
        .filter(isFeed)
        .map(([from, to]) => [root + from, root + to] as const),
    ),
  ];
  return Object.fromEntries(all.filter(([, to]) => !isEmptyList(site, to)));
}

/** Where the 403 text of a locked twin lies: a place that no address links to. */
export function lockedTwinFile(twin: string): string {
  return `_errors/locked${twin}`;
}

/** Files of the output that are never served under their own address. */
export function isInternal(path: string): boolean {
  return path.startsWith('/_errors/') || path === '/_headers' || path === '/_redirects';
}

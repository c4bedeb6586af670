import type { Library, Redirect } from '../model/document.ts';
import { kindsOf, startOfPattern } from '../model/kinds.ts';
import { pathsOf } from '../model/languages.ts';
import { isEmptyList } from '../model/targets.ts';
import { encodePath, paths, reservedBy } from '../model/urls.ts';
import { firstSlugs, guessAddress, type Slugged, sortBySlug } from './guessed-addresses.ts';
import { findByQuery, type QueryTable } from './old-queries.ts';
import { matchPattern, maxPathLength, type PatternPiece, parsePattern } from './redirect-pattern.ts';
import { encodeTarget, fillTarget } from './redirect-target.ts';

/** Old addresses that are not paths in a table: IDs in a query, patterns, and WordPress's addresses below every page. */
export interface OldAddresses extends QueryTable {
  /** In the order of the owner's list; the first match applies. */
  readonly rules: readonly RedirectRule[];
  /** Where WordPress has archives of days and months: the fixed start of the addresses of posts, `/` or `/blog/`. */
  readonly archives: string;
  /** The feed of all posts; null on a site without posts. */
  readonly feed: string | null;
  /** Documents by slug, where the site guesses what an address meant; else empty. */
  readonly slugs: readonly Slugged[];
}

export interface RedirectRule {
  readonly pattern: readonly PatternPiece[];
  /** With `{name}` for what a part matched; null for what is gone. */
  readonly to: string | null;
  readonly status: Redirect['status'];
}

export type OldAddress =
  | { readonly kind: 'moved'; readonly location: string; readonly status: number }
  | { readonly kind: 'gone' };

/** Is it a redirect of one path, for good? Such a one is in the table of paths. */
export function isPlain({ from, status }: Redirect): boolean {
  return status === 301 && from.startsWith('/') && !from.startsWith('/?') && !from.includes('{');
}

/** Names that WordPress's own taxonomies have in queries. */
const queryNames: ReadonlyMap<string, string> = new Map([
  ['category', 'category_name'],
  ['post_tag', 'tag'],
]);

export function describeOldAddresses(
  library: Pick<Library, 'site' | 'documents' | 'terms' | 'authors' | 'media' | 'redirects'>,
): OldAddresses {
  const queries: Record<string, string> = {};
  for (const { id, src, listed } of library.media) if (listed) queries[`p=${id}`] = encodePath(src);
  for (const { kind, id, slug, path } of library.documents) {
    queries[`p=${id}`] = encodePath(path);
    if (kind !== 'post' && kind !== 'page') queries[`${kind}=${slug}`] = encodePath(path);
  }
  for (const { name, archive } of kindsOf(library.site)) {
    if (archive !== null) queries[`post_type=${name}`] = encodePath(archive);
  }
  for (const { taxonomy, id, slug, path, redirectFrom = [] } of library.terms) {
    if (taxonomy === 'category') queries[`cat=${id}`] = encodePath(path);
    const name = queryNames.get(taxonomy) ?? taxonomy;
    queries[`${name}=${slug}`] = encodePath(path);
    for (const old of redirectFrom) queries[`${name}=${slugOfPath(old)}`] ??= encodePath(path);
  }
  for (const { id, path } of library.authors) queries[`author=${id}`] = encodePath(path);
  const redirects = library.redirects ?? [];
  for (const { from, to } of redirects) {
    if (from.startsWith('/?') && to !== null) queries[from.slice(2)] ??= encodeTarget(to);
  }
  const rules = redirects
    .filter((redirect) => !isPlain(redirect) && !redirect.from.startsWith('/?'))
    .map(({ from, to, status }) => ({ pattern: parsePattern(from), to, status }));
  const { guessAddresses, permalinks } = library.site;
  const guessed = guessAddresses ? library.documents : [];
  return {
    queries,
    rules,
    archives: startOfPattern(permalinks.post),
    posts: pathsOf(library.site).posts,
    feed: isEmptyList(library.site, paths.rss) ? null : pathsOf(library.site).rss,
    search: library.site.show.search ? pathsOf(library.site).search : null,
    slugs: sortBySlug(guessed.map(({ slug, path }) => ({ slug, path: encodePath(path) }))),
  };
}

const slugOfPath = (path: string) => /([^/]*)\/?$/.exec(path)?.[1] ?? '';

/**
 * @param path decoded, of an address where nothing is
 * @param exists is there a page (`/about/`) or a file (`/tag/http/feed.xml`) at a path?
 */
export function findOldAddress(
  path: string,
  old: OldAddresses,
  exists: (path: string) => boolean,
): OldAddress | null {
  if (path.length > maxPathLength) return null;
  for (const { pattern, to, status } of old.rules) {
    const values = matchPattern(pattern, path);
    if (values === null) continue;
    if (to === null || status === 410) return { kind: 'gone' };
    const filled = fillTarget(to, values);
    if (filled === null) return null;
    const named = filled.startsWith('/?') ? findByQuery('/', filled.slice(2), true, old) : null;
    if (named === 'missing') return null;
    return { kind: 'moved', location: named?.at(-1) ?? filled, status };
  }
  const customary = findCustomary(path.endsWith('/') ? path : `${path}/`, old, exists);
  if (customary !== null) return { kind: 'moved', location: encodePath(customary), status: 301 };
  // The contact form and the search are answered on demand: nothing is published there, and nothing is missing.
  const guessed =
    reservedBy(path) === null ? guessAddress(path, (name) => firstSlugs(name, old.slugs)) : null;
  return guessed === null ? null : { kind: 'moved', location: guessed, status: 301 };
}

/** Feeds of every page; embeds and further pages; archives of years, months and formats. */
function findCustomary(path: string, old: OldAddresses, exists: (path: string) => boolean): string | null {
  const feed = /^(\/.*?)(?:comments\/)?(?:feed|rss)\/(?:(rss2?|rdf|atom)\/)?$/.exec(path);
  if (!feed) return findCustomaryPage(path, old, exists);
  const [, base = '/', form] = feed;
  const own = `${base}${form === 'atom' ? paths.atom.slice(1) : paths.rss.slice(1)}`;
  if (exists(own)) return own;
  return base === '/' || exists(base) || findCustomaryPage(base, old, exists) !== null ? old.feed : null;
}

function findCustomaryPage(
  path: string,
  { archives, posts }: OldAddresses,
  exists: (path: string) => boolean,
): string | null {
  const below = /^(\/.+?\/)(?:embed|trackback|amp|comment-page-\d+|page\/\d+|\d+)\/$/.exec(path);
  if (below?.[1] && exists(below[1])) return below[1];
  const date = path.startsWith(archives) ? path.slice(archives.length) : '';
  const [, year] = /^(\d{4})\/(?:\d\d?\/){0,2}(?:page\/\d+\/)?$/.exec(date) ?? [];
  if (year !== undefined && exists(`/${year}/`)) return `/${year}/`;
  if (/^\/type\/(?:aside|audio|chat|gallery|image|link|quote|status|video)\/(?:page\/\d+\/)?$/.test(path))
    return posts;
  if (path === '/index.php/') return paths.home;
  if (/^\/wp-sitemap-[\w-]+\.xml\/$/.test(path)) return paths.sitemap;
  if (!/^\/page\/\d+\/$/.test(path)) return null;
  const part = posts + path.slice(1);
  return exists(part) ? part : posts;
}

import type { Library, Redirect } from '../model/document.ts';
import { encodePath, paths, reservedBy } from '../model/urls.ts';
import { firstSlugs, guessAddress, type Slugged, sortBySlug } from './guessed-addresses.ts';

/**
 * Old addresses that no table of paths can name: numbers in a query, patterns, and the addresses that WordPress
 * makes below every page. They are looked for when nothing is published at an address.
 */
export interface OldAddresses {
  /** `p=137` and the like to the encoded path or URL that replaces it. */
  readonly queries: Readonly<Record<string, string>>;
  /** In the order of the owner's list; the first that matches holds. */
  readonly rules: readonly RedirectRule[];
  /** Are there years in the addresses of posts? Then archives of years and months lead to the list of posts. */
  readonly dated: boolean;
  /** Documents by slug, where the site guesses what an address meant; else empty. */
  readonly slugs: readonly Slugged[];
}

export interface RedirectRule {
  /** Source of a regular expression for a decoded path, with a name for each of its parts. */
  readonly pattern: string;
  /** With `{name}` for what a part matched; null for what is gone. */
  readonly to: string | null;
  readonly status: Redirect['status'];
}

export type OldAddress =
  | { readonly kind: 'moved'; readonly location: string; readonly status: number }
  | { readonly kind: 'gone' };

/** Queries with which WordPress names a thing, by the name under which {@link OldAddresses.queries} has it. */
const queryNames: Readonly<Record<string, string>> = {
  p: 'p',
  page_id: 'p',
  attachment_id: 'p',
  cat: 'cat',
  tag: 'tag',
  author: 'author',
};

/** Is it a redirect of one path, for good? Such a one is in the table of paths. */
export function isPlain({ from, status }: Redirect): boolean {
  return status === 301 && from.startsWith('/') && !from.startsWith('/?') && !from.includes('{');
}

export function describeOldAddresses(
  library: Pick<Library, 'site' | 'documents' | 'terms' | 'authors' | 'media' | 'redirects'>,
): OldAddresses {
  const queries: Record<string, string> = {};
  for (const { id, src, listed } of library.media) if (listed) queries[`p=${id}`] = encodePath(src);
  for (const { id, path } of library.documents) queries[`p=${id}`] = encodePath(path);
  for (const { taxonomy, id, slug, path } of library.terms) {
    if (taxonomy === 'category') queries[`cat=${id}`] = encodePath(path);
    if (taxonomy === 'post_tag') queries[`tag=${slug}`] = encodePath(path);
  }
  for (const { id, path } of library.authors) queries[`author=${id}`] = encodePath(path);
  const redirects = library.redirects ?? [];
  for (const { from, to } of redirects) {
    if (from.startsWith('/?') && to !== null) queries[from.slice(2)] ??= encodeTarget(to);
  }
  const rules = redirects
    .filter((redirect) => !isPlain(redirect) && !redirect.from.startsWith('/?'))
    .map(({ from, to, status }) => ({ pattern: patternOf(from), to, status }));
  const { guessAddresses, permalinks } = library.site;
  const guessed = guessAddresses ? library.documents : [];
  return {
    queries,
    rules,
    dated: permalinks.post.includes('{year}'),
    slugs: sortBySlug(guessed.map(({ slug, path }) => ({ slug, path: encodePath(path) }))),
  };
}

/** A path of this site or a URL, as a Location. */
export function encodeTarget(to: string): string {
  return to.startsWith('/') && !to.includes('?') ? encodePath(to) : to;
}

const parts: Readonly<Record<string, string>> = { '': '[^/]+', ':number': '[0-9]+', '*': '.*' };

/** `/archives/{id:number}` as a regular expression, with or without a slash at its end. */
function patternOf(from: string): string {
  const source = from
    .replace(/\/$/, '')
    .split(/(\{\w+(?::number|\*)?\})/)
    .map((piece) => {
      const [, name, kind = ''] = /^\{(\w+)(:number|\*)?\}$/.exec(piece) ?? [];
      return name === undefined ? piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${name}>${parts[kind]})`;
    })
    .join('');
  return `^${source}/?$`;
}

/**
 * @returns what a query of the home page names, as a Location; null where it names nothing, and `missing` where it
 * names by number what is not there
 */
export function findByQuery(
  path: string,
  query: string,
  { queries, dated }: OldAddresses,
): { readonly location: string } | 'missing' | null {
  if (query === '' || (path !== '/' && path !== '/index.php')) return null;
  for (const [name, value] of new URLSearchParams(query)) {
    const known = Object.hasOwn(queryNames, name) ? queryNames[name] : undefined;
    const key = `${known}=${value}`;
    if (known !== undefined && Object.hasOwn(queries, key)) return { location: queries[key] ?? paths.home };
    if (known !== undefined && known !== 'tag' && /^[0-9]+$/.test(value)) return 'missing';
    if (name === 'm' && dated && /^\d{4}(?:\d\d){0,2}$/.test(value)) return { location: paths.posts };
  }
  return null;
}

/**
 * @param path decoded, of an address where nothing is
 * @param exists is there a page (`/about/`) or a file (`/tag/http/feed.xml`) at a path?
 */
export function findOldAddress(
  path: string,
  old: OldAddresses,
  exists: (path: string) => boolean,
): OldAddress | null {
  for (const { pattern, to, status } of old.rules) {
    const found = new RegExp(pattern, 'u').exec(path);
    if (!found) continue;
    if (to === null || status === 410) return { kind: 'gone' };
    const filled = to.replace(/\{(\w+)\}/g, (_, name: string) => found.groups?.[name] ?? '');
    const byNumber = filled.startsWith('/?') ? findByQuery('/', filled.slice(2), old) : null;
    if (byNumber === 'missing') return null;
    return { kind: 'moved', location: byNumber?.location ?? encodeTarget(filled), status };
  }
  const customary = findCustomary(path.endsWith('/') ? path : `${path}/`, old, exists);
  if (customary !== null) return { kind: 'moved', location: encodePath(customary), status: 301 };
  // The contact form and the search are answered on demand: nothing is published there, and nothing is missing.
  const guessed =
    reservedBy(path) === null ? guessAddress(path, (name) => firstSlugs(name, old.slugs)) : null;
  return guessed === null ? null : { kind: 'moved', location: guessed, status: 301 };
}

/** Feeds, embeds and further pages that WordPress has below every page; archives of years, months and formats. */
function findCustomary(
  path: string,
  { dated }: OldAddresses,
  exists: (path: string) => boolean,
): string | null {
  const feed = /^(\/.*?)(?:comments\/)?feed\/(?:(rss2?|rdf|atom)\/)?$/.exec(path);
  if (feed) {
    const [, base = '/', form] = feed;
    const own = `${base}${form === 'atom' ? paths.atom.slice(1) : paths.rss.slice(1)}`;
    if (exists(own)) return own;
    return base === '/' ||
      exists(base) ||
      findCustomary(base, { queries: {}, rules: [], dated, slugs: [] }, exists)
      ? paths.rss
      : null;
  }
  const below = /^(\/.+?\/)(?:embed|trackback|amp|comment-page-\d+|page\/\d+|\d+)\/$/.exec(path);
  if (below?.[1] && exists(below[1])) return below[1];
  if (dated && /^\/\d{4}\/(?:\d\d\/){0,2}(?:page\/\d+\/)?$/.test(path)) return paths.posts;
  if (/^\/type\/(?:aside|audio|chat|gallery|image|link|quote|status|video)\/(?:page\/\d+\/)?$/.test(path))
    return paths.posts;
  if (path === '/index.php/') return paths.home;
  if (/^\/wp-sitemap-[\w-]+\.xml\/$/.test(path)) return paths.sitemap;
  if (/^\/page\/\d+\/$/.test(path)) return exists(`/posts${path}`) ? `/posts${path}` : paths.posts;
  return null;
}

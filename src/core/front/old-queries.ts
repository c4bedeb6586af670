import { kindsOf, taxonomiesOf } from '../model/kinds.ts';
import type { Site } from '../model/site.ts';
import { paths } from '../model/urls.ts';

/** Queries that WordPress has instead of paths, `/?p=137`, `/?s=soup`, `/?feed=atom`; used by server and edge functions. */
export interface QueryTable {
  /** `p=137`, `recipe=soup` and the like to the encoded path or URL that replaces it. */
  readonly queries: Readonly<Record<string, string>>;
  /** Path of the list of posts, decoded. */
  readonly posts: string;
  /** Path of the search page; null without one. */
  readonly search: string | null;
}

/** Parameters that mean the same as another one. */
const sameAs: Readonly<Record<string, string>> = { page_id: 'p', attachment_id: 'p' };
/** Parameters that take IDs: an unknown ID is missing, and not the home page. */
const numbered: readonly string[] = ['p', 'cat', 'author'];
const feeds: Readonly<Record<string, string>> = {
  feed: paths.rss,
  rss: paths.rss,
  rss2: paths.rss,
  rdf: paths.rss,
  atom: paths.atom,
  json: paths.jsonFeed,
};

/**
 * Addresses that a WordPress query names, encoded: the first that exists is meant, or the last. Null where it names
 * nothing, `missing` where its ID does not exist.
 * @param path encoded
 * @param query without its question mark
 * @param isPublished whether there is a page at a path; elsewhere only a first folder may be WordPress's own
 */
export function findByQuery(
  path: string,
  query: string,
  isPublished: boolean,
  { queries, posts, search }: QueryTable,
): readonly string[] | 'missing' | null {
  const isHome = path === '/' || path === '/index.php';
  const isFolder = !isPublished && /^\/[^/]+\/(?:index\.php)?$/.test(path);
  if (query === '' || !/\/(?:index\.php)?$/.test(path) || !(isHome || isFolder || isPublished)) return null;
  const parameters = [...new URLSearchParams(query)];
  const feed = findFeed(parameters);
  const words = parameters.find(([name]) => name === 's')?.[1].trim();
  if (words && feed === null && search !== null && (isHome || isFolder))
    return [`${search}?q=${encodeURIComponent(words)}`];
  const named = isHome || isFolder ? findNamed(query, parameters, queries) : null;
  if (named === 'missing') return isHome ? named : null;
  if (feed === null)
    return named === null ? null : /^\/\d{4}\/$/.test(named) ? [named, encodeURI(posts)] : [named];
  if (named !== null && !named.startsWith('/')) return [named];
  const page = named ?? (isHome || isFolder ? '/' : path);
  return [page.replace(/[^/]*$/, '') + feed.slice(1), feed];
}

function findNamed(
  query: string,
  parameters: readonly (readonly [name: string, value: string])[],
  queries: QueryTable['queries'],
): string | null {
  if (Object.hasOwn(queries, query)) return queries[query] ?? null;
  let archive: string | null = null;
  for (const [written, value] of parameters) {
    const name = Object.hasOwn(sameAs, written) ? sameAs[written] : written;
    const location = Object.hasOwn(queries, `${name}=${value}`) ? queries[`${name}=${value}`] : undefined;
    if (location !== undefined && name !== 'post_type') return location;
    archive ??= location ?? null;
    if (location === undefined && numbered.includes(name ?? '') && /^\d+$/.test(value)) return 'missing';
    const isDate =
      name === 'm' ? /^\d{4}(?:\d\d){0,2}$/.test(value) : name === 'year' && /^\d{4}$/.test(value);
    if (isDate) return `/${value.slice(0, 4)}/`;
  }
  return archive;
}

/** Comments are read with their documents: their feeds are those of the documents. */
function findFeed(parameters: readonly (readonly [name: string, value: string])[]): string | null {
  const form = parameters.find(([name]) => name === 'feed')?.[1].replace(/^comments-/, '') ?? '';
  return Object.hasOwn(feeds, form) ? (feeds[form] ?? null) : null;
}

/** Names of parameters that {@link findByQuery} looks up on a site, apart from `feed`, which every page has. */
export function listQueryNames(site: Site): string[] {
  const own = [...kindsOf(site), ...taxonomiesOf(site)].map(({ name }) => name);
  const fixed = [...Object.keys(sameAs), ...numbered, 'category_name', 'tag', 'm', 'year', 'post_type', 's'];
  return [...new Set([...own, ...fixed])].sort();
}

/** `/?p=137&preview=true` gives `p`. */
export function queryNameOf(address: string): string {
  return /^\/\?([^=&#]*)/.exec(address)?.[1] ?? '';
}

/** {@link findByQuery} as JavaScript that stands alone. */
export function printFindByQuery(): string {
  return [
    ...Object.entries({ sameAs, numbered, feeds }).map(
      ([name, value]) => `const ${name} = ${JSON.stringify(value)};`,
    ),
    ...[findByQuery, findNamed, findFeed].map((code) => code.toString()),
  ].join('\n\n');
}

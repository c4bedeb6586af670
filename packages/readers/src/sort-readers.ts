import { type Kind, knownNames } from './known-names.ts';
import type { LoggedRequest } from './read-line.ts';

export interface Reader {
  readonly kind: Kind;
  /** As its operator calls it; null of browsers and of software that only its requests show. */
  readonly name: string | null;
}

const kindsOfNames = Object.entries(knownNames) as [Exclude<Kind, 'person'>, readonly string[]][];
const names = kindsOfNames.flatMap(([kind, list]) => list.map((name) => ({ kind, name })));
const namePattern = new RegExp(
  `(?<![a-z])(${names.map(({ name }) => name.replace('.', '\\.')).join('|')})`,
  'i',
);
const byName = new Map(names.map((reader) => [reader.name.toLowerCase(), reader]));

/** What only a program wants: twins, indexes, descriptions, the interfaces. */
const forSoftware =
  /\.md$|^\/llms(-full)?\.txt$|^\/openapi\.json$|^\/wp-json\/|^\/\.well-known\/(?!acme|security)/;
const feed = /(^|\/)(feed|rss|atom)(\.xml|\.json|\.md|\/)?$/;
/** What only a browser loads for a page. */
const partOfPage = /\.(css|m?js|woff2?)$/;
const image = /\.(png|jpe?g|gif|svg|webp|avif|ico|mp[34]|vtt|webmanifest|map|json\.gz|fragment|meta)$/;
const page = /(\/|\.html|\/[^./]+)$/;

interface Client {
  readonly agent: string;
  readonly requests: LoggedRequest[];
}

/**
 * Who sent each request, in the order of the requests. Who has a published name, or an address that the owner knows,
 * is that reader; of the others the requests of one address and `User-Agent` decide together. Without addresses in the
 * log, requests with the same `User-Agent` and of the same sort do.
 * @param nameOf the name of an address that the owner knows
 */
export function sortReaders(
  requests: readonly LoggedRequest[],
  nameOf: (address: string) => string | null,
): readonly Reader[] {
  const clients = new Map<string, Client>();
  const clientOf = requests.map((request) => {
    const { address, agent, path, mode, status } = request;
    const key = `${address ?? [mode, forSoftware.test(path), feed.test(path), status > 400]} ${agent}`;
    const client = clients.get(key) ?? { agent, requests: [] };
    clients.set(key, client);
    client.requests.push(request);
    return client;
  });
  const readers = new Map<Client, Reader>();
  const tellsModes = requests.some(({ mode }) => mode);
  for (const client of clients.values()) {
    const address = client.requests[0]?.address ?? null;
    const owned = address === null ? null : nameOf(address);
    const name = owned ?? namePattern.exec(client.agent)?.[1] ?? null;
    const known = name === null ? undefined : byName.get(name.toLowerCase());
    readers.set(client, known ?? { kind: name === null ? kindOf(client, tellsModes) : 'agent', name });
  }
  return clientOf.map((client) => readers.get(client) as Reader);
}

/** The kind of a reader without a name, from what it requested. */
function kindOf({ agent, requests }: Client, tellsModes: boolean): Kind {
  const share = (test: (request: LoggedRequest) => boolean) => requests.filter(test).length / requests.length;
  const wants = (pattern: RegExp) => share(({ path }) => pattern.test(path));
  const isBrowser =
    /^Mozilla\/5\.0 \((?!compatible)/.test(agent) && !/bot|crawl|spider|\+?https?:/i.test(agent);
  // Scripts outside of browsers say `cors` or nothing.
  if (isBrowser && requests.some(({ mode }) => mode === 'navigate' || mode === 'no-cors')) return 'person';
  if (share(({ status }) => status === 404 || status === 403 || status === 405) > 0.5) return 'other';
  const isSilent = tellsModes && requests[0]?.mode !== null;
  if (isBrowser && !isSilent && isPerson(requests)) return 'person';
  if (wants(feed) >= 0.5) return 'feed';
  if (wants(forSoftware) >= (isBrowser ? Number.EPSILON : 0.5)) return 'agent';
  const pages = new Set(requests.map(({ path }) => path).filter((path) => page.test(path)));
  const isMonitor = requests.length >= 20 && pages.size <= 2;
  return isBrowser && pages.size > 0 && !isMonitor ? 'agent' : 'other';
}

/** Parts of pages, pages that come from a cache, and links that were followed show a browser that a person uses. */
function isPerson(requests: readonly LoggedRequest[]): boolean {
  return requests.some(
    ({ path, status, referrer }) =>
      partOfPage.test(path) || (page.test(path) && !feed.test(path) && (status === 304 || referrer !== '')),
  );
}

export function isFeed(path: string): boolean {
  return feed.test(path);
}

/** Is it a style sheet, script or font, which only the site's own pages load? */
export function isOwnPart(path: string): boolean {
  return partOfPage.test(path);
}

export function isPartOfPage(path: string): boolean {
  return partOfPage.test(path) || image.test(path);
}

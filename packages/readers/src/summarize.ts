import { type Kind, kinds } from './known-names.ts';
import type { LoggedRequest } from './read-line.ts';
import { isOwnPart, isPartOfPage, type Reader } from './sort-readers.ts';
import { countSubscribers, type FeedReaders } from './subscribers.ts';

/** Requests by kind of reader. */
export type Counts = Readonly<Record<Kind, number>>;

export interface Summary {
  readonly requests: Counts;
  /** Requests for documents, without parts of pages. */
  readonly read: Counts;
  /** Documents by day (UTC), oldest first. */
  readonly days: readonly (readonly [string, Counts])[];
  /** Documents that were sent, most read first; a twin counts as its page. */
  readonly documents: readonly (readonly [string, Counts])[];
  /** Addresses that do not exist, without what only other software tried. */
  readonly missing: readonly (readonly [string, Counts])[];
  /** Words, how often they were searched for, and how often the same reader then opened nothing. */
  readonly searches: readonly (readonly [words: string, count: number, inVain: number])[];
  /** Hosts of other sites whose links were followed to documents. */
  readonly referrers: readonly (readonly [string, Counts])[];
  readonly feeds: readonly FeedReaders[];
  /** Software by its published name. */
  readonly names: readonly (readonly [string, Counts])[];
}

/** Milliseconds after a search within which its reader opens a result. */
const patience = 10 * 60_000;

/** @param readers who sent each of the requests */
export function summarize(requests: readonly LoggedRequest[], readers: readonly Reader[]): Summary {
  const [days, documents, missing, names] = [new Tally(), new Tally(), new Tally(), new Tally()];
  const referrers = new Tally();
  const own = new Set(
    requests.flatMap(({ path, referrer }) => (isOwnPart(path) ? (hostOf(referrer) ?? []) : [])),
  );
  const totals = new Tally();
  const searches = new Map<string, { count: number; inVain: number }>();
  const waiting = new Map<string, { time: number; search: { inVain: number } }>();
  requests.forEach((request, index) => {
    const { kind, name } = readers[index] as Reader;
    const { time, path, status, address, agent } = request;
    totals.add('requests', kind);
    if (name !== null) names.add(name, kind);
    if (status === 404 || status === 410) missing.add(path, kind);
    const words = searchedFor(request);
    const reader = `${address} ${agent}`;
    const last = waiting.get(reader);
    if (words) {
      const search = searches.get(words) ?? { count: 0, inVain: 0 };
      searches.set(words, search);
      search.count++;
      search.inVain++;
      waiting.set(reader, { time, search });
    } else if (isDocument(request)) {
      totals.add('read', kind);
      const host = hostOf(request.referrer);
      if (host !== null && !own.has(host)) referrers.add(host, kind);
      days.add(new Date(time).toISOString().slice(0, 10), kind);
      documents.add(path.replace(/(\/index)?\.md$/, '/'), kind);
      if (last && time - last.time <= patience) last.search.inVain--;
      waiting.delete(reader);
    }
  });
  return {
    requests: totals.get('requests'),
    read: totals.get('read'),
    days: days.entries().sort(([a], [b]) => (a < b ? -1 : 1)),
    documents: byUse(documents.entries()),
    missing: byUse(missing.entries().filter(([, counts]) => sum(counts) > counts.other)),
    searches: [...searches]
      .map(([words, { count, inVain }]) => [words, count, inVain] as const)
      .sort((a, b) => b[2] - a[2] || b[1] - a[1]),
    referrers: byUse(referrers.entries()),
    feeds: countSubscribers(requests),
    names: byUse(names.entries()),
  };
}

/** The host alone: the rest of an address may be private. */
function hostOf(referrer: string): string | null {
  const url = URL.parse(referrer);
  return url && /^https?:$/.test(url.protocol) ? url.host.replace(/^www\./, '') : null;
}

export function sum(counts: Counts): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

/** Searches of pages and of the JSON interface; what is sent to MCP is in no access log. */
function searchedFor({ path, query, status }: LoggedRequest): string | null {
  if (status >= 400) return null;
  const words = path.endsWith('/search/') ? query.get('q') : (query.get('search') ?? query.get('s'));
  return words?.trim().toLowerCase().slice(0, 100) || null;
}

function isDocument({ path, status, method }: LoggedRequest): boolean {
  if (status !== 200 && status !== 206 && status !== 304) return false;
  return method !== 'HEAD' && method !== 'OPTIONS' && !isPartOfPage(path);
}

function byUse<Row extends readonly [string, Counts]>(rows: Row[]): Row[] {
  const use = ({ person, agent }: Counts) => person + agent;
  return rows.sort(([, a], [, b]) => use(b) - use(a) || sum(b) - sum(a));
}

class Tally {
  readonly #rows = new Map<string, Record<Kind, number>>();

  add(key: string, kind: Kind): void {
    const row = this.#rows.get(key) ?? this.#none();
    this.#rows.set(key, row);
    row[kind]++;
  }

  get(key: string): Counts {
    return this.#rows.get(key) ?? this.#none();
  }

  entries(): [string, Counts][] {
    return [...this.#rows];
  }

  #none(): Record<Kind, number> {
    return Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0])) as Record<Kind, number>;
  }
}

import type { Document, Library } from '../model/document.ts';
import { languagesOf, pathsOf, siteAt } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { absoluteUrl, changePagePath, paths, twinPath } from '../model/urls.ts';

/** Digest as in `Repr-Digest` (RFC 9530), and bytes. */
export interface Measure {
  readonly digest: string;
  readonly size: number;
}

/** A twin as it is published. */
export interface PublishedTwin extends Measure {
  readonly url: string;
  readonly markdown_url: string;
  /** Of a document; `home` and `own` for the home page and for pages made with Astro. */
  readonly kind: string;
  readonly language: string;
  /** What the document says, or Git: RFC 3339, UTC. */
  readonly modified?: string;
}

export interface Change extends PublishedTwin {
  /** Place among all changes of an epoch, from 1. */
  readonly seq: number;
  /** When the build began that published it: RFC 3339, UTC. */
  readonly time: string;
  readonly change: 'added' | 'changed' | 'moved' | 'removed';
  /** Where it was before. */
  readonly from?: string;
}

/** What the last build published. */
interface ChangeRecord {
  readonly epoch: string;
  readonly seq: number;
  readonly twins: readonly PublishedTwin[];
  /** The newest changes as lines, oldest first. */
  readonly lines: readonly string[];
  /** Names of the files of older ones, oldest first. */
  readonly months: readonly string[];
}

export interface ChangeInput {
  readonly site: Site;
  readonly twins: readonly PublishedTwin[];
  /** Old URLs by new ones. */
  readonly moved: ReadonlyMap<string, readonly string[]>;
  /** Of the build, RFC 3339. */
  readonly time: string;
  readonly digestOf: (text: string) => string;
  /** Reads a file that the last build published; throws where there is none. */
  readonly read: (path: string) => string;
}

const perPage = 500;
const maxRecent = 5_000;

/** All twins but those of lists, which follow from the others. @param measures by file; protected documents have none */
export function listTwins(
  { documents, ownPages = [], site }: Library,
  measures: Readonly<Record<string, Measure>>,
): PublishedTwin[] {
  const homes = new Set(languagesOf(site).map((view) => pathsOf(view).home));
  const listed = documents.filter(({ path, locked }) => !locked && !homes.has(path));
  const pages: readonly Listed[] = [
    ...[...homes].map((path) => ({ path, kind: 'home' })),
    ...ownPages.map(({ path }) => ({ path, kind: 'own' })),
    ...listed,
  ];
  return pages
    .flatMap(({ path, kind, language = siteAt(site, path).language, modifiedGmt, undated }) => {
      const measure = measures[twinPath(path).slice(1)];
      if (!measure) return [];
      const modified = modifiedGmt && !undated ? { modified: `${modifiedGmt}Z` } : {};
      const [url, markdown_url] = [absoluteUrl(site, path), absoluteUrl(site, twinPath(path))];
      return [{ url, markdown_url, kind, language, ...modified, ...measure }];
    })
    .sort((a, b) => (a.url < b.url ? -1 : 1));
}

type Listed = Pick<Document, 'path' | 'kind'> &
  Partial<Pick<Document, 'language' | 'modifiedGmt' | 'undated'>>;

/**
 * `/changes.json` and the files that it names, in JSON lines: pages of 500 changes, older ones by month, and pages of
 * everything that is published. They are the record from which the next build continues; without it an epoch begins.
 * The digest is that of a line with URL and digest for each twin, in the order of the URLs, as a mirror can compute it.
 *
 *     {"site":"…","epoch":"…","seq":2,"full":false,"documents":2,"digest":"…","changes":["…/_changes/1.jsonl"],"months":[],"all":["…/_changes/all-1.jsonl"]}
 *
 * @returns strings by path; null where that of the last build stays
 */
export function renderChanges(input: ChangeInput): ReadonlyMap<string, string | null> {
  const { site, twins, digestOf } = input;
  const { read, known } = remember(input.read);
  const digest = digestOf(stateOf(twins));
  const last = readRecord({ ...input, read });
  const { epoch, seq, lines, months } = last ?? { epoch: digest.slice(9, 25), seq: 0, lines: [], months: [] };
  const added = last ? compare(last, input).map((change) => JSON.stringify(change)) : [];
  const all = [...lines, ...added];
  // Whole pages leave, so that those that stay are as they were.
  const excess = Math.max(0, Math.ceil((all.length - maxRecent) / perPage) * perPage);
  const older = appendMonths(months, all.slice(0, excess), read);
  const recent = all.slice(excess);
  const first = (seq + added.length - recent.length) / perPage;
  const files = new Map<string, string | null>(older);
  const list = (name: string, page: readonly string[]): string => {
    const text = page.map((line) => `${line}\n`).join('');
    files.set(changePagePath(name), text);
    return absoluteUrl(site, changePagePath(name));
  };
  const head = {
    ...{ site: site.url, epoch, seq: seq + added.length, full: seq + added.length === 0 },
    ...{ documents: twins.length, digest },
    changes: pagesOf(recent).map((page, at) => list(String(first + at + 1), page)),
    months: [...older.keys()].map((path) => absoluteUrl(site, path)),
    ...(site.connect.webSub === undefined ? {} : { hub: site.connect.webSub }),
    all: pagesOf(twins.map((twin) => JSON.stringify(twin))).map((page, at) => list(`all-${at + 1}`, page)),
  };
  files.set(paths.changes, `${JSON.stringify(head)}\n`);
  for (const [path, text] of files) if (known.get(path) === text) files.set(path, null);
  return files;
}

const stateOf = (twins: readonly PublishedTwin[]) =>
  twins.map(({ url, digest }) => `${url} ${digest}\n`).join('');

function compare(last: ChangeRecord, { twins, moved, time }: ChangeInput): Change[] {
  const before = new Map(last.twins.map((twin) => [twin.url, twin]));
  const now = new Set(twins.map(({ url }) => url));
  const left = new Set([...before.keys()].filter((url) => !now.has(url)));
  const changes = twins.flatMap((twin): Omit<Change, 'seq' | 'time'>[] => {
    const old = before.get(twin.url);
    if (old) return JSON.stringify(old) === JSON.stringify(twin) ? [] : [{ change: 'changed', ...twin }];
    const from = moved.get(twin.url)?.find((url) => left.delete(url));
    return [from === undefined ? { change: 'added', ...twin } : { change: 'moved', from, ...twin }];
  });
  const removed = last.twins
    .filter(({ url }) => left.has(url))
    .map((twin) => ({ change: 'removed' as const, ...twin }));
  return [...removed, ...changes].map((change, at) => ({ seq: last.seq + at + 1, time, ...change }));
}

/** A clock that was set back begins no earlier file, so that they stay in order. */
function appendMonths(names: readonly string[], lines: readonly string[], read: ChangeInput['read']) {
  const files = new Map<string, string | null>(names.map((name) => [changePagePath(name), null]));
  let newest = names.at(-1) ?? '';
  for (const line of lines) {
    const month = (JSON.parse(line) as Change).time.slice(0, 7);
    if (month > newest) newest = month;
    const path = changePagePath(newest);
    const before = files.get(path) ?? (files.has(path) ? read(path) : '');
    files.set(path, `${before}${line}\n`);
  }
  return files;
}

function pagesOf(lines: readonly string[]): (readonly string[])[] {
  return Array.from({ length: Math.ceil(lines.length / perPage) }, (_, at) =>
    lines.slice(at * perPage, (at + 1) * perPage),
  );
}

function remember(read: ChangeInput['read']) {
  const known = new Map<string, string | null>();
  const remembered = (path: string) => {
    const text = known.get(path) ?? read(path);
    known.set(path, text);
    return text;
  };
  return { read: remembered, known };
}

/** The record out of the files that a build published; null if one is missing or torn, or it is of another address. */
function readRecord({ site, read, digestOf }: ChangeInput): ChangeRecord | null {
  try {
    const { site: url, epoch, seq, digest, changes, months, all } = JSON.parse(read(paths.changes));
    const linesIn = (urls: readonly string[]) =>
      urls.flatMap((page) =>
        read(changePagePath(nameOf(page)))
          .split('\n')
          .slice(0, -1),
      );
    const twins = linesIn(all).map((line) => JSON.parse(line) as PublishedTwin);
    const lines = linesIn(changes);
    const newest = lines.length === 0 ? 0 : (JSON.parse(lines.at(-1) ?? '') as Change).seq;
    if (url !== site.url || digest !== digestOf(stateOf(twins)) || newest !== seq) return null;
    return { epoch, seq, twins, lines, months: months.map(nameOf) };
  } catch {
    return null;
  }
}

const nameOf = (url: string) => /([^/]*)\.jsonl$/.exec(url)?.[1] ?? '';

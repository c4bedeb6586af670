import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  absoluteUrl,
  type Document,
  feedPaths,
  type Library,
  listFeeds,
  paths,
  shownIn,
  viewsOf,
} from 'agentsite/model';
import { eachTag, namedAttributes } from 'agentsite/text';
import { z } from 'zod';
import type { Sent } from './ask.ts';
import { pingHub, pingIndexNow, sendWebmention } from './send.ts';

/** What was announced last, by path: a digest of the document, and the pages that were notified. */
const recordSchema = z.record(z.string(), z.object({ digest: z.string(), targets: z.array(z.string()) }));
export type AnnouncedRecord = z.output<typeof recordSchema>;

/** A document that is new or has changed, and the pages that it links to or did. */
export interface Change {
  readonly document: Document;
  readonly source: string;
  readonly targets: readonly string[];
}

export interface Announcement {
  readonly changes: readonly Change[];
  /** URLs of documents that are no longer there. */
  readonly removed: readonly string[];
  /** URLs of the feeds that show what changed. */
  readonly feeds: readonly string[];
  readonly record: AnnouncedRecord;
}

/** Without a record, a document is new for this long. */
const newFor = 2 * 86_400_000;

/** @param before null where nothing is known: then only what is new within two days is announced */
export function planAnnouncement(library: Library, before: AnnouncedRecord | null, now: Date): Announcement {
  const { site } = library;
  const newest = new Date(now.getTime() - newFor).toISOString().slice(0, 19);
  const open = library.documents.filter(({ locked }) => !locked);
  const record: AnnouncedRecord = {};
  const changes = open.flatMap((document): Change[] => {
    const { html } = library.body(document);
    const digest = hash('sha256', `${document.title}\n${html}`, 'hex');
    const targets = listTargets(html, document.link, site.url);
    const known = before?.[document.path];
    record[document.path] = { digest, targets };
    const isNew = before
      ? known?.digest !== digest
      : document.modifiedGmt >= newest || document.dateGmt >= newest;
    if (!isNew) return [];
    const all = [...new Set([...targets, ...(known?.targets ?? [])])];
    return [{ document, source: absoluteUrl(site, document.path), targets: all }];
  });
  const removed = Object.keys(before ?? {}).filter((path) => !(path in record));
  const changed = new Set(changes.map(({ document }) => document.path));
  const feeds = viewsOf(library)
    .flatMap(listFeeds)
    .filter((feed) => shownIn(feed).some(({ path }) => changed.has(path)))
    .flatMap(({ path }) => Object.values(feedPaths(path)));
  const toUrl = (path: string) => absoluteUrl(site, path);
  if (changes.length + removed.length > 0) feeds.push(paths.changes);
  return { changes, removed: removed.map(toUrl), feeds: feeds.map(toUrl), record };
}

/** The pages of other sites that a text links to, each once. */
function listTargets(html: string, link: string | undefined, site: string): string[] {
  const addresses = [link ?? ''];
  eachTag(html, (tag) => {
    if (tag.kind === 'open' && tag.name === 'a') addresses.push(namedAttributes(html, tag).href ?? '');
  });
  const urls = addresses.flatMap((address) => URL.parse(address) ?? []);
  const isElsewhere = ({ protocol, origin }: URL) =>
    /^https?:$/.test(protocol) && origin !== new URL(site).origin;
  return [...new Set(urls.filter(isElsewhere).map(({ href }) => href))];
}

const indexNow = 'https://api.indexnow.org/indexnow';

/** Hosts that are notified at the same time, each with one request after the other. */
const atATime = 8;

/**
 * Sends webmentions and pings, as far as `connect` asks for them. A host that left one request without an answer is not
 * asked for its other pages.
 * @param say is given one line for each message
 * @param isOwners may pages on private hosts be notified?
 * @returns the record for the next time; documents whose messages failed are not in it, and are announced again
 */
export async function announce(
  { site }: Library,
  { changes, removed, feeds, record }: Announcement,
  say: (line: string) => void,
  isOwners = false,
): Promise<AnnouncedRecord> {
  const { webmention, webSub, indexNow: key } = site.connect;
  const done = { ...record };
  const report = (what: string, outcome: Sent) => {
    if (outcome.kind === 'sent') say(what);
    if ('reason' in outcome) say(`${what}: ${outcome.kind} (${outcome.reason})`);
    return outcome.kind !== 'failed';
  };
  const links = (webmention?.send ? changes : []).flatMap(({ document, source, targets }) =>
    targets.map((target) => ({ path: document.path, source, target })),
  );
  const hosts = [...Map.groupBy(links, ({ target }) => new URL(target).host).values()].values();
  const notifyHosts = async () => {
    for (const pages of hosts) {
      let silent: Sent | null = null;
      for (const { path, source, target } of pages) {
        const outcome: Sent = silent ?? (await sendWebmention(source, target, isOwners));
        if (outcome.kind === 'unreachable' && !/^status/.test(outcome.reason)) silent = outcome;
        if (!report(`webmention ${path} → ${target}`, outcome)) delete done[path];
      }
    }
  };
  await Promise.all(Array.from({ length: atATime }, notifyHosts));
  if (webSub && feeds.length > 0) report(`WebSub ${webSub}`, await pingHub(webSub, feeds));
  const urls = [...changes.map(({ source }) => source), ...removed];
  if (key && urls.length > 0) report('IndexNow', await pingIndexNow(indexNow, key, site.url, urls));
  return done;
}

export function readRecord(file: string): AnnouncedRecord | null {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // A record that is missing or damaged says nothing about what was announced.
    return null;
  }
}

export function writeRecord(file: string, record: AnnouncedRecord): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(record));
}

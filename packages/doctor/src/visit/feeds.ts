import { asList, asObject, asText, readJson } from '../documents/json-value.ts';
import { childrenOf, readXml, textOf, type XmlElement } from '../documents/xml-document.ts';
import { type Answer, wasSkipped } from '../http/answer.ts';
import type { Visit } from './visit.ts';

/** A feed of any of the three formats, in one shape. */
export interface Feed {
  readonly url: string;
  readonly answer: Answer;
  readonly format: 'rss' | 'atom' | 'json' | null;
  /** Why it cannot be read; null when it can. */
  readonly problem: string | null;
  /** What a reader needs and does not find. */
  readonly missing: readonly string[];
  readonly items: readonly FeedItem[];
}

interface FeedItem {
  readonly id: string;
  readonly link: string;
  readonly date: string;
  readonly html: string;
}

const feedTypes = /^application\/(?:rss\+xml|atom\+xml|feed\+json)/i;

/** Addresses of feeds that the first page names; those that are not there are among them. */
export async function listFeedUrls(visit: Visit): Promise<string[]> {
  const home = await visit.home();
  const named = visit
    .linksOf(home)
    .filter(({ relations, type }) => relations.includes('alternate') && feedTypes.test(type))
    .flatMap(({ target }) => visit.local(target, home.finalUrl) ?? []);
  return [...new Set(named)].slice(0, 4);
}

/** The feeds that are there. */
export function findFeeds(visit: Visit): Promise<readonly Feed[]> {
  return visit.once('feeds', async () => {
    const feeds: Feed[] = [];
    for (const url of await listFeedUrls(visit)) {
      const answer = await visit.ask(url);
      if (!wasSkipped(answer) && answer.status === 200) feeds.push(readFeed(url, answer));
    }
    return feeds;
  });
}

function readFeed(url: string, answer: Answer): Feed {
  const isJson = /^\s*\{/.test(answer.text.slice(0, 200));
  return { url, answer, ...(isJson ? readJsonFeed(answer.text) : readXmlFeed(answer.text)) };
}

type FeedText = Pick<Feed, 'format' | 'problem' | 'missing' | 'items'>;
const broken = (problem: string): FeedText => ({ format: null, problem, missing: [], items: [] });

function readJsonFeed(text: string): FeedText {
  const value = readJson(text);
  if (value === null) return broken('it is not JSON');
  const feed = asObject(value);
  const items = asList(feed.items).map(asObject);
  return {
    format: 'json',
    problem: null,
    missing: [
      ...(/^https:\/\/jsonfeed\.org\/version\//.test(asText(feed.version)) ? [] : ['version']),
      ...(asText(feed.title) ? [] : ['title']),
      ...(Array.isArray(feed.items) ? [] : ['items']),
      ...(items.every(({ id }) => id !== undefined) ? [] : ['id of an item']),
    ],
    items: items.map((item) => ({
      id: String(item.id),
      link: asText(item.url),
      date: asText(item.date_published),
      html: asText(item.content_html),
    })),
  };
}

function readXmlFeed(text: string): FeedText {
  const document = readXml(text);
  if (document.kind === 'broken') return broken(document.message);
  const { root } = document;
  if (root.name === 'feed') return readAtom(root);
  const [channel] = childrenOf(root, 'channel');
  return root.name === 'rss' && channel ? readRss(channel) : broken(`its root is <${root.name}>`);
}

function readRss(channel: XmlElement): FeedText {
  const items = childrenOf(channel, 'item');
  return {
    format: 'rss',
    problem: null,
    missing: [
      ...['title', 'link', 'description'].filter((name) => childrenOf(channel, name).length === 0),
      ...(items.every((item) => textOf(item, 'title') || textOf(item, 'description'))
        ? []
        : ['title of an item']),
    ],
    items: items.map((item) => ({
      id: textOf(item, 'guid') || textOf(item, 'link'),
      link: textOf(item, 'link'),
      date: textOf(item, 'pubdate'),
      html: textOf(item, 'encoded') || textOf(item, 'description'),
    })),
  };
}

function readAtom(feed: XmlElement): FeedText {
  const entries = childrenOf(feed, 'entry');
  const lacks = (element: XmlElement) =>
    ['id', 'title', 'updated'].filter((name) => childrenOf(element, name).length === 0);
  return {
    format: 'atom',
    problem: null,
    missing: [...lacks(feed), ...new Set(entries.flatMap(lacks).map((name) => `${name} of an entry`))],
    items: entries.map((entry) => ({
      id: textOf(entry, 'id'),
      link: linkOf(entry),
      date: textOf(entry, 'updated'),
      html: childrenOf(entry, 'content')[0]?.attributes.type === 'html' ? textOf(entry, 'content') : '',
    })),
  };
}

function linkOf(entry: XmlElement): string {
  const links = childrenOf(entry, 'link');
  const page = links.find(({ attributes }) => (attributes.rel ?? 'alternate') === 'alternate');
  return page?.attributes.href ?? '';
}

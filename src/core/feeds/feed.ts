import type { Episode } from '../model/settings/podcasts.ts';
import type { Site } from '../model/site.ts';
import { escapeXml } from '../text/plain-text.ts';

/** The settings of a podcast. */
export type Show = Site['podcasts'][string];

/** A feed in the words that its three forms share. All addresses are absolute, all moments UTC. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly page: string;
  /** Address of this form of the feed. */
  readonly self: string;
  /** Newest change of an entry, `YYYY-MM-DDTHH:MM:SS`. */
  readonly updatedGmt: string;
  readonly owner: string;
  /** WebSub hub that is notified of new entries. */
  readonly hub?: string | undefined;
  /** Where the feed is that of a podcast. */
  readonly show?: Show;
  readonly site: Site;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  readonly title: string;
  /** Is the title only the beginning of the text? */
  readonly untitled?: true;
  /** Of a link post: the page that it is about. */
  readonly link?: string;
  readonly url: string;
  /** A URL that readers know the entry by, for good; the address unless the document says another. */
  readonly id: string;
  readonly html: string;
  /** Plain text, may be empty. */
  readonly summary: string;
  readonly publishedGmt: string;
  readonly updatedGmt: string;
  readonly author: string;
  readonly terms: readonly string[];
  readonly image: string | null;
  readonly audio?: Episode | undefined;
}

/** Renders an entry once for all feeds that it is in. */
export function onceForAll(render: (entry: FeedEntry) => string): (entry: FeedEntry) => string {
  const rendered = new WeakMap<FeedEntry, string>();
  return (entry) => {
    const text = rendered.get(entry) ?? render(entry);
    rendered.set(entry, text);
    return text;
  };
}

/** The text of an entry as RSS and Atom hold it. */
export const escapedHtml = onceForAll(({ html }) => escapeXml(html));

export const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

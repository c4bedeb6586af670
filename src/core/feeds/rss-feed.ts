import { formatHttpDate } from '../model/dates.ts';
import { pathsOf } from '../model/languages.ts';
import type { Episode } from '../model/settings/podcasts.ts';
import { absoluteUrl } from '../model/urls.ts';
import { escapeXml } from '../text/plain-text.ts';
import { element, escapedHtml, type Feed, type FeedEntry, onceForAll } from './feed.ts';
import { podcastNamespaces, renderEpisode, renderShow } from './podcast-feed.ts';

/**
 * RSS 2.0 (https://www.rssboard.org/rss-specification) with the whole content in `content:encoded`. The author is in
 * `dc:creator`, since RSS's own element is for e-mail addresses. HTML is escaped, since content may end CDATA early.
 */
export function renderRss(feed: Feed): string[] {
  const head = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<?xml-stylesheet type="text/css" href="${absoluteUrl(feed.site, pathsOf(feed.site).feedStyle)}"?>`,
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"${feed.show ? podcastNamespaces : ''}>`,
    '<channel>',
    element('title', feed.title),
    element('link', feed.page),
    element('description', feed.description),
    element('language', feed.language),
    element('lastBuildDate', formatHttpDate(feed.updatedGmt)),
    `<atom:link href="${escapeXml(feed.self)}" rel="self" type="application/rss+xml"/>`,
    ...(feed.hub ? [`<atom:link href="${escapeXml(feed.hub)}" rel="hub"/>`] : []),
    ...(feed.show ? renderShow(feed.show, feed.site, feed.page) : []),
    '',
  ];
  return [head.join('\n'), ...feed.entries.map((entry) => renderEntry(entry, feed)), '</channel>\n</rss>\n'];
}

/** An item of a podcast has more elements than the same in another feed. */
function renderEntry(entry: FeedEntry, { show, site }: Feed): string {
  return [renderItem(entry), ...(show ? renderEpisode(entry, site) : []), '</item>\n'].join('\n');
}

const renderItem = onceForAll((entry) =>
  [
    '<item>',
    ...(entry.untitled && entry.summary ? [] : [element('title', entry.title)]),
    element('link', entry.url),
    `<guid isPermaLink="${entry.id === entry.url}">${escapeXml(entry.id)}</guid>`,
    element('pubDate', formatHttpDate(entry.publishedGmt)),
    element('dc:creator', entry.author),
    ...entry.terms.map((term) => element('category', term)),
    ...(entry.summary ? [element('description', entry.summary)] : []),
    `<content:encoded>${escapedHtml(entry)}</content:encoded>`,
    ...(entry.audio ? [enclosure(entry.audio)] : []),
  ].join('\n'),
);

function enclosure({ src, bytes, type }: Episode): string {
  return `<enclosure url="${escapeXml(src)}" length="${bytes}" type="${type}"/>`;
}

import { formatRfc3339 } from '../model/dates.ts';
import { pathsOf } from '../model/languages.ts';
import type { Episode } from '../model/settings/podcasts.ts';
import { absoluteUrl } from '../model/urls.ts';
import { escapeXml } from '../text/plain-text.ts';
import { element, escapedHtml, type Feed, onceForAll } from './feed.ts';

/** Atom (RFC 4287) with the whole content of each entry. */
export function renderAtom(feed: Feed): string[] {
  const head = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<?xml-stylesheet type="text/css" href="${absoluteUrl(feed.site, pathsOf(feed.site).feedStyle)}"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(feed.language)}">`,
    element('id', feed.page),
    element('title', feed.title),
    element('subtitle', feed.description),
    element('updated', formatRfc3339(feed.updatedGmt)),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(feed.self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(feed.page)}"/>`,
    ...(feed.hub ? [`<link rel="hub" href="${escapeXml(feed.hub)}"/>`] : []),
    author(feed.owner),
    '',
  ];
  return [head.join('\n'), ...feed.entries.map(renderEntry), '</feed>\n'];
}

const renderEntry = onceForAll((entry) =>
  [
    '<entry>',
    element('id', entry.id),
    element('title', entry.title),
    `<link rel="alternate" type="text/html" href="${escapeXml(entry.url)}"/>`,
    ...(entry.link === undefined ? [] : [`<link rel="related" href="${escapeXml(entry.link)}"/>`]),
    element('published', formatRfc3339(entry.publishedGmt)),
    element('updated', formatRfc3339(entry.updatedGmt)),
    author(entry.author),
    ...entry.terms.map((term) => `<category term="${escapeXml(term)}"/>`),
    ...(entry.summary ? [element('summary', entry.summary)] : []),
    `<content type="html">${escapedHtml(entry)}</content>`,
    ...(entry.audio ? [enclosure(entry.audio)] : []),
    '</entry>',
    '',
  ].join('\n'),
);

function author(name: string): string {
  return `<author>${element('name', name)}</author>`;
}

function enclosure({ src, bytes, type }: Episode): string {
  return `<link rel="enclosure" type="${type}" length="${bytes}" href="${escapeXml(src)}"/>`;
}

import type { Site } from '../model/site.ts';
import { absoluteTarget, absoluteUrl } from '../model/urls.ts';
import { escapeXml } from '../text/plain-text.ts';
import { element, type FeedEntry, type Show } from './feed.ts';

/** Elements for podcast apps in the RSS feed of a series: iTunes and Podcasting 2.0. */
export const podcastNamespaces =
  ' xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"';

/** Elements of the channel. */
export function renderShow(show: Show, site: Site, page: string): string[] {
  const author = show.author ?? site.owner.name;
  const image = absoluteUrl(site, show.image);
  const [category = '', below] = show.category.split(/\s*>\s*/);
  const inner = below ? `><itunes:category text="${escapeXml(below)}"/></itunes:category>` : '/>';
  return [
    element('itunes:author', author),
    ...(show.email
      ? [
          `<itunes:owner>${element('itunes:name', author)}${element('itunes:email', show.email)}</itunes:owner>`,
          `<podcast:locked owner="${escapeXml(show.email)}">no</podcast:locked>`,
        ]
      : []),
    `<itunes:image href="${escapeXml(image)}"/>`,
    `<image>${element('url', image)}${element('title', show.title ?? '')}${element('link', page)}</image>`,
    `<itunes:category text="${escapeXml(category)}"${inner}`,
    element('itunes:explicit', String(show.explicit)),
    element('itunes:type', show.type),
    '<podcast:medium>podcast</podcast:medium>',
    ...(show.guid ? [element('podcast:guid', show.guid)] : []),
  ];
}

/** Elements of an item, next to its enclosure. */
export function renderEpisode({ audio, image, title }: FeedEntry, site: Site): string[] {
  if (!audio) return [];
  const { seconds, episode, season, explicit, kind, chapters, transcript } = audio;
  const number = (name: string, value: number | undefined) =>
    value === undefined
      ? []
      : [element(`itunes:${name}`, String(value)), element(`podcast:${name}`, String(value))];
  const link = (name: string, address: string | undefined, type: string) =>
    address === undefined
      ? []
      : [`<podcast:${name} url="${escapeXml(absoluteTarget(site, address))}" type="${type}"/>`];
  return [
    element('itunes:title', title),
    ...(seconds === null ? [] : [element('itunes:duration', String(Math.round(seconds)))]),
    ...number('season', season),
    ...number('episode', episode),
    element('itunes:episodeType', kind ?? 'full'),
    ...(explicit === undefined ? [] : [element('itunes:explicit', String(explicit))]),
    ...(image && /\.(?:jpe?g|png)$/i.test(image) ? [`<itunes:image href="${escapeXml(image)}"/>`] : []),
    ...link('chapters', chapters, 'application/json+chapters'),
    ...link('transcript', transcript, transcript?.endsWith('.srt') ? 'application/x-subrip' : 'text/vtt'),
  ];
}

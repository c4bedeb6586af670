import { formatRfc3339 } from '../model/dates.ts';
import type { Episode } from '../model/settings/podcasts.ts';
import { type Feed, onceForAll } from './feed.ts';

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/) with the whole content of each item. */
export function renderJsonFeed(feed: Feed): string[] {
  const head = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.page,
    feed_url: feed.self,
    description: feed.description,
    language: feed.language,
    authors: [{ name: feed.owner }],
    ...(feed.hub ? { hubs: [{ type: 'WebSub', url: feed.hub }] } : {}),
  });
  return [
    `${head.slice(0, -1)},"items":[`,
    ...feed.entries.map(renderItem).flatMap((item, at) => (at > 0 ? [',', item] : [item])),
    ']}\n',
  ];
}

const renderItem = onceForAll((entry) =>
  JSON.stringify({
    id: entry.id,
    url: entry.url,
    ...(entry.link === undefined ? {} : { external_url: entry.link }),
    ...(entry.untitled ? {} : { title: entry.title }),
    content_html: entry.html,
    ...(entry.summary ? { summary: entry.summary } : {}),
    ...(entry.image ? { image: entry.image } : {}),
    date_published: formatRfc3339(entry.publishedGmt),
    date_modified: formatRfc3339(entry.updatedGmt),
    authors: [{ name: entry.author }],
    ...(entry.terms.length > 0 ? { tags: entry.terms } : {}),
    ...(entry.audio ? { attachments: [attachment(entry.audio)] } : {}),
  }),
);

function attachment({ src, bytes, type, seconds }: Episode): object {
  return {
    url: src,
    mime_type: type,
    ...(bytes > 0 ? { size_in_bytes: bytes } : {}),
    ...(seconds === null ? {} : { duration_in_seconds: seconds }),
  };
}

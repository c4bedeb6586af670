import { formatRfc3339 } from '../model/dates.ts';
import { type Feed, onceForAll } from './feed.ts';

/**
 * JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/) with the whole text of each item:
 *
 * ```json
 * { "version": "https://jsonfeed.org/version/1.1", "title": "Field notes",
 *   "home_page_url": "https://example.org/", "feed_url": "https://example.org/feed.json",
 *   "description": "…", "language": "en", "authors": [{ "name": "The owner" }],
 *   "items": [{ "id": "https://example.org/one-address-two-forms/", "url": "…", "title": "…",
 *     "content_html": "<p>…", "summary": "…", "date_published": "2026-08-10T07:40:00Z",
 *     "date_modified": "…", "authors": [{ "name": "…" }], "tags": ["HTTP"] }] }
 * ```
 */
export function renderJsonFeed(feed: Feed): string {
  const head = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.page,
    feed_url: feed.self,
    description: feed.description,
    language: feed.language,
    authors: [{ name: feed.owner }],
  });
  return `${head.slice(0, -1)},"items":[${feed.entries.map(renderItem).join(',')}]}\n`;
}

const renderItem = onceForAll((entry) =>
  JSON.stringify({
    id: entry.id,
    url: entry.url,
    title: entry.title,
    content_html: entry.html,
    ...(entry.summary ? { summary: entry.summary } : {}),
    ...(entry.image ? { image: entry.image } : {}),
    date_published: formatRfc3339(entry.publishedGmt),
    date_modified: formatRfc3339(entry.updatedGmt),
    authors: [{ name: entry.author }],
    ...(entry.terms.length > 0 ? { tags: entry.terms } : {}),
  }),
);

import { describeStatus, wasSkipped } from '../../http/answer.ts';
import { findFeeds, listFeedUrls } from '../../visit/feeds.ts';
import { type Check, checksOf, type Problem } from '../check.ts';

/** Feeds that the first page names. */
const named: readonly Check[] = checksOf(
  'sitemap',
  'Feeds',
  async (visit) => {
    const urls = await listFeedUrls(visit);
    return urls.length > 0 ? urls : null;
  },
  [
    {
      id: 'feed-there',
      severity: 'error',
      title: 'Feeds that a page names are there',
      source: 'RSS autodiscovery',
      fix: 'Publish the feed, or take its <link rel="alternate"> out of the head.',
      find: async (urls, visit) => {
        const problems: Problem[] = [];
        for (const url of urls) {
          const answer = await visit.ask(url);
          if (!wasSkipped(answer) && answer.status !== 200) problems.push([url, describeStatus(answer)]);
        }
        return problems;
      },
    },
  ],
);

const types = {
  rss: /^(?:application\/(?:rss\+xml|xml)|text\/xml)/i,
  atom: /^(?:application\/(?:atom\+xml|xml)|text\/xml)/i,
  json: /^application\/(?:feed\+json|json)/i,
} as const;

const text: readonly Check[] = checksOf(
  'sitemap',
  'Feeds',
  async (visit) => {
    const feeds = await findFeeds(visit);
    return feeds.length > 0 ? feeds : null;
  },
  [
    {
      id: 'feed-format',
      severity: 'error',
      title: 'A feed is RSS, Atom or JSON Feed that can be read',
      source: 'RSS 2.0; RFC 4287; JSON Feed 1.1',
      fix: 'Let a library write the feed; escape &, < and > in documents.',
      wrong: ({ problem }) => problem !== null && problem,
    },
    {
      id: 'feed-type',
      severity: 'warning',
      title: 'A feed is sent with its type',
      source: 'RFC 4287, 7',
      fix: 'application/rss+xml, application/atom+xml or application/feed+json',
      wrong: ({ format, answer }) => {
        const sent = answer.headers['content-type'] ?? '';
        return format !== null && !types[format].test(sent) && `Content-Type: ${sent || 'none'}`;
      },
    },
    {
      id: 'feed-required',
      severity: 'error',
      title: 'A feed has what its format requires',
      source: 'RSS 2.0; RFC 4287, 4.1; JSON Feed 1.1',
      fix: 'Add the elements that are missing.',
      wrong: ({ missing }) => missing.length > 0 && `without ${missing.join(', ')}`,
    },
    {
      id: 'feed-links',
      severity: 'error',
      title: 'Links of a feed are absolute addresses',
      source: 'readers show a feed apart from its site',
      fix: 'Write whole addresses in <link>, and in the HTML of the documents.',
      wrong: ({ items }) => {
        const relative = items.find(
          ({ link, html }) =>
            (link !== '' && !URL.canParse(link)) ||
            /<[a-z][^<>]*\s(?:href|src)="(?!#|[a-z][a-z0-9+.-]*:)/i.test(html),
        );
        return relative !== undefined && `in the item ${relative?.link || relative?.id}`;
      },
    },
    {
      id: 'feed-ids',
      severity: 'error',
      title: 'Each item of a feed has an id of its own',
      source: 'RFC 4287, 4.2.6; RSS 2.0, guid',
      fix: 'Give each item an id that stays the same, such as its first address.',
      wrong: ({ items }) => {
        const seen = new Set<string>();
        const twice = items.find(({ id }) => seen.size === seen.add(id).size);
        return twice !== undefined && `${twice?.id || 'no id'} twice`;
      },
    },
    {
      id: 'feed-dates',
      severity: 'warning',
      title: 'Dates of a feed have the form of its format, and are not in the future',
      source: 'RFC 822; RFC 3339',
      fix: 'RSS: Fri, 02 Jan 2026 10:00:00 GMT. Atom and JSON Feed: 2026-01-02T10:00:00Z. A date in the future may be a text that was not to be published yet.',
      wrong: ({ items, format }, { options }) => {
        const form =
          format === 'rss'
            ? /^(?:\w{3}, )?\d{1,2} \w{3} \d{4} \d{2}:\d{2}(?::\d{2})? [\w+-]+$/
            : /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
        const wrong = items.find(
          ({ date }) =>
            date !== '' && (!form.test(date) || Date.parse(date) > options.now.getTime() + 86_400_000),
        );
        return wrong !== undefined && `${wrong?.date} of ${wrong?.link}`;
      },
    },
    {
      id: 'feed-items',
      severity: 'error',
      title: 'Items of a feed link to pages',
      source: 'RSS 2.0',
      fix: 'Write the address at which the page answers.',
      wrong: async ({ items, url }, visit) => {
        const links = [...new Set(items.map(({ link }) => link))].filter((link) => URL.canParse(link));
        for (const link of visit.choose(`items of ${new URL(url).pathname}`, links, 4)) {
          const answer = await visit.follow(link);
          if (answer !== null && answer.status !== 200) return `${link}: ${describeStatus(answer)}`;
        }
        return false;
      },
    },
  ],
);

export const feedChecks: readonly Check[] = [...named, ...text];

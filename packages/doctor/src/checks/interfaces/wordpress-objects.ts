import { asList, asObject, asText, readJson } from '../../documents/json-value.ts';
import { describeStatus, wasSkipped } from '../../http/answer.ts';
import { type Check, checksOf, problemIf } from '../check.ts';
import { eachList, findWordPress, join } from './wordpress-lists.ts';

/** Objects of the WordPress interface: their fields, and data that must not be public. */
const source = 'WordPress REST API handbook';

export const wordpressObjectChecks: readonly Check[] = checksOf(
  'wordpress',
  'The WordPress interface (/wp-json/)',
  findWordPress,
  [
    {
      id: 'wp-drafts',
      severity: 'error',
      title: 'Drafts are not listed to those who ask for them',
      source: `${source}, authentication`,
      fix: 'Refuse ?status=draft to anonymous readers (400 rest_invalid_param); look for plugins that open the interface.',
      find: async ({ root }, visit) => {
        const answer = await visit.ask(join(root, 'wp/v2/posts?status=draft'));
        const drafts = asList(readJson(answer.text))
          .map(asObject)
          .filter(({ status }) => status !== 'publish');
        return problemIf(
          answer.status === 200 && drafts.length > 0,
          answer.url,
          `${drafts.length} items that are not published`,
        );
      },
    },
    {
      id: 'wp-unpublished',
      severity: 'error',
      title: 'Lists hold published items only',
      source,
      fix: 'Filter by status and date before the list is made.',
      find: (wp, visit) =>
        eachList(wp, visit, (items, url) => {
          const tomorrow = visit.options.now.getTime() + 86_400_000;
          const open = items.filter(
            ({ status, date_gmt: date }) =>
              (status !== undefined && !['publish', 'inherit'].includes(asText(status))) ||
              Date.parse(`${asText(date)}Z`) > tomorrow,
          );
          return problemIf(
            open.length > 0,
            url,
            `${asText(open[0]?.slug)}: ${asText(open[0]?.status)}, ${asText(open[0]?.date_gmt)}`,
          );
        }),
    },
    {
      id: 'wp-protected',
      severity: 'error',
      title: 'Items behind a password come without their text',
      source: `${source}, password`,
      fix: 'Leave content.rendered and excerpt.rendered empty where protected is true.',
      find: (wp, visit) =>
        eachList(wp, visit, (items, url) => {
          const open = items.filter(
            ({ content }) =>
              asObject(content).protected === true && asText(asObject(content).rendered).trim() !== '',
          );
          return problemIf(open.length > 0, url, asText(open[0]?.slug));
        }),
    },
    {
      id: 'wp-context',
      severity: 'error',
      title: 'Raw documents and settings are refused to anonymous readers',
      source: `${source}, context`,
      fix: 'Answer ?context=edit with 401 rest_forbidden_context.',
      find: async ({ root }, visit) => {
        const answer = await visit.ask(join(root, 'wp/v2/posts?context=edit'));
        const isOpen = answer.status === 200 && /"raw":/.test(answer.text);
        return problemIf(
          isOpen || (answer.status === 200 && answer.headers['x-wp-total'] !== '0'),
          answer.url,
          `${answer.status} for context=edit`,
        );
      },
    },
    {
      id: 'wp-users',
      severity: 'error',
      title: 'Authors are listed without e-mail address, login and roles',
      source: 'OWASP WSTG-IDNT-04',
      fix: 'Leave these fields out for anonymous readers; look for plugins that add them.',
      find: async ({ root }, visit) => {
        const answer = await visit.ask(join(root, 'wp/v2/users'));
        const names = [
          'email',
          'username',
          'roles',
          'capabilities',
          'registered_date',
          'user_email',
          'user_login',
        ];
        const leaked = asList(readJson(answer.text))
          .map(asObject)
          .flatMap((user) => names.filter((name) => name in user));
        return problemIf(
          answer.status === 200 && leaked.length > 0,
          answer.url,
          [...new Set(leaked)].join(', '),
        );
      },
    },
    {
      id: 'wp-gravatar',
      severity: 'note',
      title: "Addresses of portraits do not hold a digest of the author's e-mail address",
      source: 'digests of e-mail addresses can be looked up',
      fix: 'Store portraits on the site (in WordPress: Settings → Discussion → Show Avatars off, or a plugin for local avatars).',
      find: async ({ root }, visit) => {
        const answer = await visit.ask(join(root, 'wp/v2/users'));
        const found = asList(readJson(answer.text))
          .map((user) => JSON.stringify(asObject(user).avatar_urls ?? {}))
          .find((text) => /gravatar\.com\/avatar\/[0-9a-f]{32}/.test(text));
        return problemIf(answer.status === 200 && found !== undefined, answer.url, found ?? '');
      },
    },
    {
      id: 'wp-links',
      severity: 'error',
      title: 'Items link to their page',
      source,
      fix: 'Set the address of the site (in WordPress: Settings → General) so that "link" is where the page answers.',
      find: async ({ posts, list }, visit) => {
        const link = asText(list[0]?.link);
        if (list.length === 0) return [];
        const url = URL.canParse(link) ? visit.local(link) : null;
        if (url === null) return [[posts.url, `link is “${link}”`]];
        const answer = await visit.ask(url);
        return problemIf(!wasSkipped(answer) && answer.status !== 200, url, describeStatus(answer));
      },
    },
    {
      id: 'wp-order',
      severity: 'warning',
      title: 'Posts are listed newest first',
      source: `${source}, posts: orderby date, order desc`,
      fix: 'Order by date, descending, where a request does not say otherwise.',
      find: ({ posts, list }) => {
        const dates = list.filter(({ sticky }) => sticky !== true).map(({ date }) => asText(date));
        const wrong = dates.findIndex((date, at) => at > 0 && date > (dates[at - 1] ?? ''));
        return problemIf(wrong > 0, posts.url, `${dates[wrong]} comes after ${dates[wrong - 1]}`);
      },
    },
  ],
);

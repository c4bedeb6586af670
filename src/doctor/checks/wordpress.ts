import { readContentType, readLinkHeader } from '../documents/headers.ts';
import { asList, asObject, asText, type JsonObject, readJson } from '../documents/json-value.ts';
import { type Answer, describeStatus, wasSkipped } from '../http/answer.ts';
import type { Visit } from '../visit/visit.ts';
import { type Check, checksOf, type Fault, faultIf, type Rule } from './check.ts';

/** The WordPress interface: whether clients find it and can page through it, and what it tells too much. */
interface WordPress {
  readonly root: string;
  readonly posts: Answer;
  readonly list: readonly JsonObject[];
}

function findWordPress(visit: Visit): Promise<WordPress | null> {
  return visit.once('wordpress', async () => {
    const home = await visit.home();
    const named = visit.linksOf(home).find(({ relations }) => relations.includes('https://api.w.org/'));
    const root = (named && visit.local(named.target, home.finalUrl)) ?? visit.below('wp-json/');
    const index = await visit.find(root);
    if (!index || !asList(asObject(readJson(index.answer.text)).namespaces).includes('wp/v2')) return null;
    const posts = await visit.ask(join(root, 'wp/v2/posts'));
    return { root, posts, list: asList(readJson(posts.text)).map(asObject) };
  });
}

const join = (root: string, path: string) => root.replace(/\/?$/, '/') + path;
const codeOf = (answer: Answer) => asText(asObject(readJson(answer.text)).code);

/** A request that must be refused with a status and a code. */
function refusal(
  rule: Omit<Rule<never>, 'find'>,
  path: string,
  statuses: readonly number[],
  code: RegExp,
): Rule<WordPress> {
  return {
    ...rule,
    find: async ({ root }, visit) => {
      const answer = await visit.ask(join(root, path));
      const isRight = statuses.includes(answer.status) && code.test(codeOf(answer));
      return faultIf(
        !wasSkipped(answer) && !isRight,
        answer.url,
        `${describeStatus(answer)} ${codeOf(answer)}`,
      );
    },
  };
}

const lists = ['posts', 'pages'] as const;

async function eachList(
  wp: WordPress,
  visit: Visit,
  judge: (items: readonly JsonObject[], url: string) => readonly Fault[],
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const name of lists) {
    const answer = await visit.ask(join(wp.root, `wp/v2/${name}`));
    if (answer.status === 200) faults.push(...judge(asList(readJson(answer.text)).map(asObject), answer.url));
  }
  return faults;
}

const source = 'WordPress REST API handbook';

export const wordpressChecks: readonly Check[] = checksOf(
  'wordpress',
  'The WordPress interface (/wp-json/)',
  findWordPress,
  [
    {
      id: 'wp-discovery',
      severity: 'warning',
      title: 'Pages say where the interface is',
      source: `${source}, discovery`,
      fix: 'Link: <https://example.org/wp-json/>; rel="https://api.w.org/", or the same as <link> in the head',
      find: async (_, visit) => {
        const home = await visit.home();
        const isNamed = visit.linksOf(home).some(({ relations }) => relations.includes('https://api.w.org/'));
        return faultIf(!isNamed, home.finalUrl, 'no link with the relation https://api.w.org/');
      },
    },
    {
      id: 'wp-type',
      severity: 'error',
      title: 'Lists are JSON arrays',
      source,
      fix: 'Content-Type: application/json; nothing may print warnings into the answer.',
      find: ({ posts }) => {
        const isRight =
          posts.status === 200 &&
          Array.isArray(readJson(posts.text)) &&
          readContentType(posts.headers['content-type']).type === 'application/json';
        return faultIf(
          !wasSkipped(posts) && !isRight,
          posts.url,
          `${describeStatus(posts)} ${posts.headers['content-type'] ?? ''}: ${posts.text.slice(0, 60)}`,
        );
      },
    },
    {
      id: 'wp-totals',
      severity: 'error',
      title: 'Lists say how many items and pages there are',
      source: `${source}, pagination`,
      fix: 'X-WP-Total and X-WP-TotalPages, exposed by Access-Control-Expose-Headers',
      find: ({ posts, list }) => {
        const total = Number(posts.headers['x-wp-total'] ?? Number.NaN);
        const pages = Number(posts.headers['x-wp-totalpages'] ?? Number.NaN);
        const isRight = total >= list.length && pages === Math.ceil(total / 10);
        return faultIf(
          posts.status === 200 && !isRight,
          posts.url,
          `X-WP-Total ${posts.headers['x-wp-total'] ?? 'missing'}, X-WP-TotalPages ${posts.headers['x-wp-totalpages'] ?? 'missing'}, ${list.length} items`,
        );
      },
    },
    {
      id: 'wp-paging',
      severity: 'error',
      title: 'per_page is kept to, and a page that is not the last links to the next one',
      source: `${source}, pagination`,
      fix: 'Link: <…?per_page=1&page=2>; rel="next"',
      find: async ({ root, posts }, visit) => {
        if (Number(posts.headers['x-wp-total'] ?? 0) < 2) return [];
        const answer = await visit.ask(join(root, 'wp/v2/posts?per_page=1'));
        const count = asList(readJson(answer.text)).length;
        const hasNext = readLinkHeader(answer.headers.link).links.some(({ relations }) =>
          relations.includes('next'),
        );
        return faultIf(
          answer.status === 200 && (count !== 1 || !hasNext),
          answer.url,
          `${count} items, Link: ${answer.headers.link ?? 'none'}`,
        );
      },
    },
    refusal(
      {
        id: 'wp-page-past-end',
        severity: 'warning',
        title: 'A page after the last one is refused',
        source: `${source}, pagination`,
        fix: 'Status 400 with the code rest_post_invalid_page_number: clients stop there.',
      },
      'wp/v2/posts?page=99999',
      [400],
      /^rest_post_invalid_page_number$/,
    ),
    refusal(
      {
        id: 'wp-per-page',
        severity: 'warning',
        title: 'More than a hundred items at once are refused',
        source: `${source}, pagination`,
        fix: 'Status 400 with the code rest_invalid_param.',
      },
      'wp/v2/posts?per_page=101',
      [400],
      /^rest_invalid_param$/,
    ),
    refusal(
      {
        id: 'wp-unknown-id',
        severity: 'error',
        title: 'An id that does not exist is answered 404 with rest_post_invalid_id',
        source,
        fix: 'Status 404 with the code rest_post_invalid_id.',
      },
      'wp/v2/posts/2147483646',
      [404],
      /^rest_post_invalid_id$/,
    ),
    refusal(
      {
        id: 'wp-unknown-route',
        severity: 'error',
        title: 'A route that does not exist is answered 404 with rest_no_route',
        source,
        fix: 'Status 404 and JSON with the code rest_no_route, not a page.',
      },
      'wp/v2/agentsite-doctor',
      [404],
      /^rest_no_route$/,
    ),
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
        return faultIf(
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
          return faultIf(
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
          return faultIf(open.length > 0, url, asText(open[0]?.slug));
        }),
    },
    {
      id: 'wp-context',
      severity: 'error',
      title: 'Raw texts and settings are refused to anonymous readers',
      source: `${source}, context`,
      fix: 'Answer ?context=edit with 401 rest_forbidden_context.',
      find: async ({ root }, visit) => {
        const answer = await visit.ask(join(root, 'wp/v2/posts?context=edit'));
        const isOpen = answer.status === 200 && /"raw":/.test(answer.text);
        return faultIf(
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
        const told = asList(readJson(answer.text))
          .map(asObject)
          .flatMap((user) => names.filter((name) => name in user));
        return faultIf(answer.status === 200 && told.length > 0, answer.url, [...new Set(told)].join(', '));
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
        return faultIf(answer.status === 200 && found !== undefined, answer.url, found ?? '');
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
        return faultIf(!wasSkipped(answer) && answer.status !== 200, url, describeStatus(answer));
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
        return faultIf(wrong > 0, posts.url, `${dates[wrong]} comes after ${dates[wrong - 1]}`);
      },
    },
  ],
);

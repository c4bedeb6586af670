import { readLinkHeader } from 'agentsite/text';
import { readContentType } from '../../documents/headers.ts';
import { asList, readJson } from '../../documents/json-value.ts';
import { describeStatus, wasSkipped } from '../../http/answer.ts';
import { type Check, checksOf, problemIf, type Rule } from '../check.ts';
import { codeOf, findWordPress, join, type WordPress } from './wordpress-lists.ts';
import { wordpressObjectChecks } from './wordpress-objects.ts';

/** The WordPress interface: discovery, pagination and leaks. */
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
      return problemIf(
        !wasSkipped(answer) && !isRight,
        answer.url,
        `${describeStatus(answer)} ${codeOf(answer)}`,
      );
    },
  };
}

const source = 'WordPress REST API handbook';

const routes: readonly Check[] = checksOf('wordpress', 'The WordPress interface (/wp-json/)', findWordPress, [
  {
    id: 'wp-discovery',
    severity: 'warning',
    title: 'Pages say where the interface is',
    source: `${source}, discovery`,
    fix: 'Link: <https://example.org/wp-json/>; rel="https://api.w.org/", or the same as <link> in the head',
    find: async (_, visit) => {
      const home = await visit.home();
      const isNamed = visit.linksOf(home).some(({ relations }) => relations.includes('https://api.w.org/'));
      return problemIf(!isNamed, home.finalUrl, 'no link with the relation https://api.w.org/');
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
      return problemIf(
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
      return problemIf(
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
      return problemIf(
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
]);

export const wordpressChecks: readonly Check[] = [...routes, ...wordpressObjectChecks];

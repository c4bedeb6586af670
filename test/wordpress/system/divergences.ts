import { isDeepStrictEqual } from 'node:util';
import { errorLinks } from '../../../src/core/front/headers.ts';
import { notFoundLinks } from '../../../src/core/model/surfaces.ts';
import type { Corpus, Exchange } from './corpus.ts';
import { siteOf } from './corpus-site.ts';
import type { Difference } from './differences.ts';
import { findDocument, isIndex, isRoute, namedDocument, queryOf, recordedAt } from './recorded-request.ts';
import { replayBase } from './replay-base.ts';
import { leavesOutWords, sameWords } from './same-words.ts';

/**
 * Where this site answers otherwise than WordPress on purpose. Nothing else is excused; each entry says why, and
 * `covers` names the fields and requests that it is about. `where` is as if `_envelope` and `_jsonp` were not asked
 * for.
 */
export interface Divergence {
  readonly name: string;
  readonly reason: string;
  covers(difference: Difference, exchange: Exchange, corpus: Corpus): boolean;
}

export const divergences: readonly Divergence[] = [
  {
    name: 'rendering',
    reason:
      'Bodies are Markdown: they are not rendered as WordPress renders its own. The words must be the same.',
    covers: ({ where, expected, actual }, exchange) =>
      (/\.(?:title|content|excerpt|caption|description)\.rendered$/.test(where) ||
        (/^body\[\d+\]\.title$/.test(where) && isRoute(exchange, 'search'))) &&
      sameWords(expected, actual),
  },
  {
    name: 'automatic excerpts',
    reason:
      'WordPress leaves lists and shortcodes out of an excerpt that it cuts itself; here nothing is left out.',
    covers({ where, expected, actual }, exchange, corpus) {
      const owner = /^(.*)\.excerpt\.rendered$/.exec(where)?.[1];
      if (owner === undefined) return false;
      const document = findDocument(corpus, Number(recordedAt(exchange, owner).id));
      return document?.excerpt === '' && leavesOutWords(expected, actual);
    },
  },
  {
    name: 'unpublished',
    reason:
      'Drafts, private, pending, scheduled and deleted documents are answered like ids that never were; WordPress reveals that they exist.',
    covers: (difference, exchange, corpus) =>
      coversUnpublished(difference, exchange, corpus) ||
      coversUnpublishedParent(difference, exchange, corpus),
  },
  {
    name: 'ways on',
    reason:
      'The contract asks every 404 to say where to look instead: in `links`, and in the Link header behind the one that WordPress sends.',
    covers: ({ where, expected, actual }, { status }, corpus) =>
      status === 404 && isWaysOn(where, expected, actual, corpus),
  },
  {
    name: 'newer filters',
    reason:
      'format, search_semantics (WordPress 6.7) and ignore_sticky (6.8) are followed; the recorded release ignores them.',
    covers: ({ where, expected }, exchange) =>
      (expected === undefined && /\.args\.(?:format|ignore_sticky|search_semantics)$/.test(where)) ||
      (isRoute(exchange, '(?:posts|pages)') &&
        ['format', 'ignore_sticky', 'search_semantics'].some((name) => queryOf(exchange).has(name))),
  },
  {
    name: 'caching',
    reason: 'Answers carry Cache-Control and ETag, also those that WordPress forbids to keep.',
    covers: ({ where, actual }) =>
      (where === 'header cache-control' && actual !== undefined) ||
      where === 'header etag' ||
      (where === 'header expires' && actual === undefined),
  },
  {
    name: 'closed to comments',
    reason: 'Comments are an archive: every document is closed to new ones.',
    covers: ({ where, expected, actual }) =>
      /\.(?:comment|ping)_status$/.test(where) && expected === 'open' && actual === 'closed',
  },
  {
    name: 'no revisions',
    reason: 'Documents have no stored revisions: their history is that of the repository.',
    covers({ where, actual }, exchange, { revisions_on: changed }) {
      const owner = /^(.*)\._links\.(?:version-history\[0\]\.count|predecessor-version)$/.exec(where)?.[1];
      if (owner === undefined || recordedAt(exchange, owner).id !== changed?.post) return false;
      return where.endsWith('count') ? actual === 0 : actual === undefined;
    },
  },
  {
    name: 'passwords',
    reason:
      '`?password=` unlocks nothing: a protected text is decrypted in the browser, never here, so that every password is wrong. One that is a list breaks WordPress (500), not this site.',
    covers({ where }, exchange, corpus) {
      const query = queryOf(exchange);
      const subject = namedDocument(exchange, corpus) ?? findDocument(corpus, Number(query.get('post')));
      const isRight = subject && subject.password !== '' && query.get('password') === subject.password;
      const breaks = query.has('password[]') && exchange.status === 500;
      return (
        (isRight && /^(?:status|body\b.*|header (?:link|allow|x-wp-total(?:pages)?))$/.test(where)) ||
        (breaks && /^(?:status|body\b.*|header (?:allow|content-type|vary))$/.test(where))
      );
    },
  },
  {
    name: 'images',
    reason:
      'An image has smaller forms in the widths that the build makes, not those that WordPress would cut; its size in bytes is that of the file that the replay draws.',
    covers: ({ where, expected }) =>
      /\.media_details\.filesize$/.test(where) ||
      /\.media_details\.sizes\.(?:thumbnail|medium|medium_large|large|\d+x\d+)(?:\.|$)/.test(where) ||
      (/\.media_details\.sizes\.full$/.test(where) && expected === undefined),
  },
  {
    name: 'portraits',
    reason:
      'Authors have no address that a third party could turn into an image; one neutral drawing stands for all.',
    covers: ({ where, expected, actual }) =>
      /\.(?:author_)?avatar_urls\.(?:24|48|96)$/.test(where) &&
      /^https?:\/\/\w+\.gravatar\.com\/avatar\//.test(String(expected)) &&
      actual === `${replayBase}/author.svg`,
  },
  {
    name: 'own types',
    reason: 'Talks and plugin entries are types of their own, in every list of types and in the index.',
    covers({ where, expected, actual }, exchange) {
      if (isRoute(exchange, 'types')) return /^body\.(?:talk|plugin)$/.test(where) && expected === undefined;
      if (/\.subtype(?:\.message)?$/.test(where))
        return String(actual).replace('talk, plugin, ', '') === String(expected);
      if (!/\.items\.enum(?:\.length)?$/.test(where) || !Array.isArray(actual)) return false;
      const others = actual.filter((name) => name !== 'talk' && name !== 'plugin');
      return isDeepStrictEqual(others, Object.values(expected as object));
    },
  },
  {
    name: 'reading only',
    reason:
      'The index and OPTIONS describe what readers can use here: how to read, without the ways to write and the schema of what would be written, and without the routes of an editor.',
    covers({ where, expected, actual }, exchange) {
      if (exchange.request.method === 'OPTIONS')
        return describesWriting.test(where) && isLess(expected, actual);
      if (!isIndex(exchange)) return false;
      if (/^body\.namespaces(?:\.length|\[\d\])$/.test(where)) return true;
      if (!where.startsWith('body.routes')) return false;
      const isOwn = /^body\.routes\.\/(?:wp\/v2\/(?:talks|plugin-entries)|agentsite|site)\b/.test(where);
      return (
        (actual === undefined && Object.hasOwn(Object(expected), 'endpoints')) ||
        (expected === undefined && isOwn) ||
        (describesWriting.test(where) && isLess(expected, actual))
      );
    },
  },
];

const describesWriting = /\.(?:methods\.length|endpoints\.length|endpoints\[\d\]\.allow_batch|schema)$/;

/** A list with fewer items, or a member that is left out. */
function isLess(expected: unknown, actual: unknown): boolean {
  if (actual === undefined) return true;
  return Array.isArray(expected) && Array.isArray(actual) && actual.length < expected.length;
}

/** The links that a 404 has beyond WordPress's answer, where they belong. */
function isWaysOn(where: string, expected: unknown, actual: unknown, corpus: Corpus): boolean {
  const links = notFoundLinks(siteOf(corpus, replayBase));
  const all = [{ href: `${replayBase}/wp-json/`, rel: 'https://api.w.org/' }, ...links];
  if (where === 'body.links') return expected === undefined && isDeepStrictEqual(actual, all);
  return where === 'header link' && actual === `${expected}, ${errorLinks(links)}`;
}

/** What a missing id is answered instead of 401: as an item, as the post of terms, as the post of comments. */
const missing = [
  { route: '(?:posts|pages)/\\d+(?:/.*)?', status: 404, code: /^rest_post_invalid_(?:id|parent)$/ },
  { route: '(?:categories|tags)', status: 400, code: /^rest_post_invalid_id$/ },
  { route: 'comments', status: 200, code: null },
] as const;

function coversUnpublished(
  { where, expected, actual }: Difference,
  exchange: Exchange,
  corpus: Corpus,
): boolean {
  const instead = missing.find(({ route }) => isRoute(exchange, route));
  const asked = Number(queryOf(exchange).get('post'));
  const document = namedDocument(exchange, corpus) ?? findDocument(corpus, asked);
  if (!instead || !document || document.status === 'publish') return false;
  switch (where) {
    case 'status':
    case 'body.data.status':
      return expected === 401 && actual === instead.status;
    case 'body.code':
      return instead.code?.test(String(actual)) ?? false;
    case 'body.message':
      return /^Invalid post (?:parent )?ID\.$/.test(String(actual));
    case 'body':
      return instead.code === null && isDeepStrictEqual(actual, []);
    case 'header x-wp-total':
    case 'header x-wp-totalpages':
      return instead.code === null && actual === '0';
    case 'header allow':
      return instead.code === null && actual === 'GET';
    default:
      return instead.status === 404 && isWaysOn(where, expected, actual, corpus);
  }
}

/** The same where the unpublished parent of a page would be embedded. */
function coversUnpublishedParent(difference: Difference, exchange: Exchange, corpus: Corpus): boolean {
  const [, owner = '', member = ''] = /^(.*)\._embedded\.up\[0\]\.(.+)$/.exec(difference.where) ?? [];
  const parent = findDocument(corpus, Number(recordedAt(exchange, owner).parent));
  if (!parent || parent.status === 'publish') return false;
  const { expected, actual } = difference;
  if (member === 'data.status') return expected === 401 && actual === 404;
  if (member === 'code') return expected === 'rest_forbidden' && actual === 'rest_post_invalid_id';
  return member === 'message' || (member === 'links' && isWaysOn('body.links', expected, actual, corpus));
}

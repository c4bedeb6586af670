import { describe, expect, test } from 'vitest';
import { errorLinks } from '../../../src/core/front/headers.ts';
import { notFoundLinks } from '../../../src/core/model/surfaces.ts';
import type { Corpus, Exchange } from './corpus.ts';
import { siteOf } from './corpus-site.ts';
import { type Difference, findDifferences } from './differences.ts';
import { divergences } from './divergences.ts';
import { unwrap } from './recorded-request.ts';
import { replayBase } from './replay-base.ts';
import { leavesOutWords, sameWords } from './same-words.ts';

const corpus: Corpus = {
  site: { name: 'A', description: 'B', timezone_string: 'UTC' },
  users: [],
  categories: [],
  tags: [],
  pages: [],
  media: [],
  comments: [],
  posts: [
    { id: 1, status: 'publish', date: '2026-01-01T00:00:00', excerpt: '', password: '' },
    { id: 2, status: 'publish', date: '2026-01-01T00:00:00', excerpt: 'a c', password: '' },
    { id: 4, status: 'publish', date: '2026-01-01T00:00:00', excerpt: '', password: 'open' },
    { id: 3, status: 'publish', date: '2025-01-01T00:00:00' },
    { id: 9, status: 'draft', date: '2025-01-01T00:00:00' },
  ] as unknown as Corpus['posts'],
};
const list: Exchange = {
  request: { method: 'GET', path: '/wp-json/wp/v2/posts' },
  status: 200,
  headers: { 'x-wp-total': '3', link: '<a>; rel="next"' },
  body: [
    { id: 1, slug: 'a' },
    { id: 2, slug: 'b' },
    { id: 3, slug: 'c' },
  ],
};
const answer = (body: unknown, changes: { status?: number; headers?: Record<string, string> } = {}) => ({
  status: changes.status ?? 200,
  headers: changes.headers ?? { 'x-wp-total': '3', link: '<a>; rel="next"' },
  text: JSON.stringify(body),
});
const unexcused = (exchange: Exchange, differences: readonly Difference[]) =>
  differences.filter((difference) => !divergences.some((one) => one.covers(difference, exchange, corpus)));

describe('what is compared', () => {
  test('an equal answer has no differences, also where only equal dates are in another order', () => {
    const swapped = [
      { id: 2, slug: 'b' },
      { id: 1, slug: 'a' },
      { id: 3, slug: 'c' },
    ];
    expect(findDifferences(list, answer(list.body), corpus)).toEqual([]);
    expect(findDifferences(list, answer(swapped), corpus)).toEqual([]);
  });

  test.each([
    [
      'another order',
      answer([
        { id: 3, slug: 'c' },
        { id: 1, slug: 'a' },
        { id: 2, slug: 'b' },
      ]),
    ],
    [
      'another field',
      answer([
        { id: 1, slug: 'x' },
        { id: 2, slug: 'b' },
        { id: 3, slug: 'c' },
      ]),
    ],
    [
      'members in another order',
      answer([
        { slug: 'a', id: 1 },
        { id: 2, slug: 'b' },
        { id: 3, slug: 'c' },
      ]),
    ],
    [
      'one object less',
      answer([
        { id: 1, slug: 'a' },
        { id: 2, slug: 'b' },
      ]),
    ],
    ['another status', answer(list.body, { status: 404 })],
    ['another total', answer(list.body, { headers: { 'x-wp-total': '4', link: '<a>; rel="next"' } })],
    ['another link', answer(list.body, { headers: { 'x-wp-total': '3', link: '<b>; rel="next"' } })],
  ])('%s is a difference that no divergence excuses', (_name, given) => {
    const differences = findDifferences(list, given, corpus);
    expect(unexcused(list, differences).length).toBeGreaterThan(0);
  });
});

/** A recorded GET and one difference to it, with the name of the divergence that covers it; null for none. */
const excuse = (
  path: string,
  status: number,
  where: string,
  expected: unknown,
  actual: unknown,
  body?: unknown,
): string | null => {
  const exchange: Exchange = { request: { method: 'GET', path }, status, headers: {}, body };
  const difference = { where: unwrap(where, exchange), expected, actual };
  return divergences.find((one) => one.covers(difference, exchange, corpus))?.name ?? null;
};
const api = '/wp-json/wp/v2';
const root = '<http://corpus.example.org/wp-json/>; rel="https://api.w.org/"';
const ways = errorLinks(notFoundLinks(siteOf(corpus, replayBase)));

describe('what is excused', () => {
  test.each([
    ['unpublished', `${api}/posts/9`, 401, 'status', 401, 404],
    ['unpublished', `${api}/posts/9?_envelope`, 200, 'body.status', 401, 404],
    [
      'unpublished',
      `${api}/posts/9/revisions`,
      401,
      'body.code',
      'rest_cannot_read',
      'rest_post_invalid_parent',
    ],
    ['unpublished', `${api}/tags?post=9`, 401, 'status', 401, 400],
    ['unpublished', `${api}/comments?post=9`, 401, 'status', 401, 200],
    ['unpublished', `${api}/posts/9`, 401, 'header link', root, `${root}, ${ways}`],
    ['ways on', `${api}/posts/99`, 404, 'header link', root, `${root}, ${ways}`],
    ['closed to comments', `${api}/posts`, 200, 'body[0].comment_status', 'open', 'closed'],
    ['passwords', `${api}/posts/4?password=open`, 200, 'status', 200, 403],
    ['passwords', `${api}/posts/4?password[]=x`, 500, 'status', 500, 400],
    ['own types', `${api}/types`, 200, 'body.talk', undefined, {}],
    ['own types', `${api}/search?subtype=x`, 400, 'body.data.params.subtype', 'a and b', 'a and b'],
    ['reading only', '/wp-json/', 200, 'body.routes./wp/v2/blocks', { endpoints: [] }, undefined],
    ['reading only', '/wp-json/', 200, 'body.routes./wp/v2/posts.methods.length', ['GET', 'POST'], ['GET']],
    ['caching', `${api}/posts`, 200, 'header etag', undefined, '"x"'],
    ['images', `${api}/media`, 200, 'body[0].media_details.filesize', 5, 6],
  ])('%s: %s', (name, path, status, where, expected, actual) => {
    expect(excuse(path, status, where, expected, actual)).toBe(name);
  });

  test.each([
    ['a published post that is not there', `${api}/posts/1`, 200, 'status', 200, 404],
    ['a draft that is refused otherwise', `${api}/posts/9`, 401, 'status', 401, 403],
    [
      'a draft whose other parameters are judged otherwise',
      `${api}/posts/9?context=z`,
      400,
      'status',
      400,
      404,
    ],
    ['an unknown id that is found', `${api}/posts/99`, 404, 'status', 404, 200],
    ['the code of a missing id', `${api}/posts/99`, 404, 'body.code', 'rest_post_invalid_id', 'x'],
    ['terms of an unknown post', `${api}/tags?post=99`, 400, 'status', 400, 401],
    ['a 404 without the link of WordPress', `${api}/posts/99`, 404, 'header link', root, ways],
    ['a 404 with other ways on', `${api}/posts/99`, 404, 'header link', root, `${root}, <x>; rel="y"`],
    ['ways on where something is found', `${api}/posts`, 200, 'header link', root, `${root}, ${ways}`],
    ['not modified', `${api}/posts`, 200, 'status', 200, 304],
    ['totals of posts', `${api}/posts`, 200, 'header x-wp-total', '2', '0'],
    ['comments that are refused', `${api}/comments`, 401, 'status', 401, 200],
    ['totals of comments', `${api}/comments`, 200, 'header x-wp-total', '2', '0'],
    ['a comment that is not there', `${api}/comments/5`, 200, 'status', 200, 404],
    ['a comment that no one wrote', `${api}/comments/77`, 404, 'status', 404, 200],
    ['a wrong password', `${api}/posts/4?password=shut`, 403, 'status', 403, 200],
    ['a password of another post', `${api}/posts/1?password=open`, 403, 'status', 403, 200],
    ['the link of an image', `${api}/media/3`, 200, 'body.link', 'a', 'b'],
    ['the Link header of an image', `${api}/media/3`, 200, 'header link', 'a', 'b'],
    ['the address of a document', `${api}/posts`, 200, 'body[0].link', '/about/', '/135/'],
    [
      'a size that WordPress does not have',
      `${api}/media`,
      200,
      'body[0].media_details.sizes.tiny',
      undefined,
      {},
    ],
    [
      'an argument of a route',
      '/wp-json/',
      200,
      'body.routes./wp/v2/posts.endpoints[0].args.page',
      {},
      undefined,
    ],
    ['a route that no one announced', '/wp-json/', 200, 'body.routes./wp/v2/other', undefined, {}],
    ['an argument in OPTIONS', `${api}/posts`, 200, 'body.endpoints[0].args.page.default', 1, 2],
    ['another type', `${api}/types`, 200, 'body.other', undefined, {}],
    [
      'a portrait from elsewhere',
      `${api}/users/1`,
      200,
      'body.avatar_urls.24',
      'http://0.gravatar.com/avatar/a',
      'x',
    ],
    [
      'revisions of a post that has none',
      `${api}/posts`,
      200,
      'body[0]._links.version-history[0].count',
      2,
      0,
    ],
  ])('not %s', (_, path, status, where, expected, actual) => {
    expect(excuse(path, status, where, expected, actual, [{ id: 1 }])).toBeNull();
  });

  test('bodies may be rendered otherwise, with the same words', () => {
    const text = (actual: string) => ({
      where: 'body[0].title.rendered',
      expected: 'It&#8217;s <em>R&amp;D</em>',
      actual,
    });
    expect(unexcused(list, [text("It's R&#038;D")])).toEqual([]);
    expect(unexcused(list, [text("It's R and D")])).toHaveLength(1);
    expect(sameWords('<p>a<br />\nb &#8230;</p>', 'a b ...')).toBe(true);
    expect(sameWords('a b', 'a c')).toBe(false);
    expect(leavesOutWords('a c', 'a b c')).toBe(true);
    expect(leavesOutWords('c a', 'a b c')).toBe(false);
  });

  test('only an excerpt that WordPress cut itself may leave words out', () => {
    const where = 'body[0].excerpt.rendered';
    expect(excuse(`${api}/posts`, 200, where, 'a c', 'a b c', [{ id: 1 }])).toBe('automatic excerpts');
    expect(excuse(`${api}/posts`, 200, where, 'a c', 'a b c', [{ id: 2 }])).toBeNull();
  });

  test('each divergence says why', () => {
    for (const { name, reason } of divergences) expect(`${name}: ${reason}`).toMatch(/^[\w ,]+: .{40,}\.$/);
  });
});

import { describe, expect, it } from 'vitest';
import { goneError, renderGoneMarkdown } from '../../../src/core/front/gone.ts';
import {
  findLifecycle,
  isGone,
  lifecycleHeaders,
  listDeprecated,
} from '../../../src/core/front/lifecycle.ts';
import { isRelation } from '../../discovery/unit/registered-relations.ts';
import { createSite } from '../../helpers/library.ts';

const site = createSite({
  lifecycle: [
    {
      target: '/old-feed.xml',
      announced: '2026-08-10',
      sunset: '2027-08-10',
      replacement: '/feed.xml',
      documentation: '/goodbye/',
    },
    {
      target: 'GET /wp-json/wp/v2/posts/{id}',
      announced: '2026-01-01',
      sunset: '2026-06-30',
      documentation: 'https://elsewhere.example/why',
    },
    { target: '/alt/', announced: '2026-01-01', sunset: '2026-06-30', documentation: '/goodbye/' },
  ],
});
const [feed, operation, page] = site.lifecycle;
const find = (method: string, path: string) => findLifecycle(site, method, path);

it('the two headers have the two different dates, and two relations link to the explanation', () => {
  expect(lifecycleHeaders(site, feed!)).toEqual({
    Deprecation: '@1786320000',
    Sunset: 'Tue, 10 Aug 2027 00:00:00 GMT',
    Link: '<https://notes.example.org/goodbye/>; rel="deprecation"; type="text/html", <https://notes.example.org/goodbye/>; rel="sunset"; type="text/html"',
  });
  expect(lifecycleHeaders(site, operation!).Link).toContain('<https://elsewhere.example/why>; rel="sunset"');
});

describe('which entry a request is about', () => {
  it.each([
    ['GET', '/old-feed.xml', feed],
    ['POST', '/old-feed.xml', feed],
    ['GET', '/wp-json/wp/v2/posts/12', operation],
    ['HEAD', '/wp-json/wp/v2/posts/12', operation],
    ['GET', '/alt/', page],
    ['GET', '/alt.md', page],
    ['OPTIONS', '/wp-json/wp/v2/posts/12', undefined],
    ['GET', '/wp-json/wp/v2/posts/', undefined],
    ['GET', '/wp-json/wp/v2/posts/12/revisions', undefined],
    ['GET', '/wp-json/wp/v2/posts', undefined],
    ['GET', '/old-feed.xml/', undefined],
    ['GET', '/', undefined],
  ])('%s %s', (method, path, expected) => {
    expect(find(method, path)).toBe(expected);
  });
});

it('the address works until the day of the sunset begins, in UTC', () => {
  expect(isGone(feed!, '2027-08-09T23:59:59')).toBe(false);
  expect(isGone(feed!, '2027-08-10T00:00:00')).toBe(true);
});

it('the deprecated list has RFC 3339 dates and absolute addresses', () => {
  expect(listDeprecated(site).slice(0, 2)).toEqual([
    {
      target: '/old-feed.xml',
      deprecation: '2026-08-10T00:00:00Z',
      sunset: '2027-08-10T00:00:00Z',
      replacement: 'https://notes.example.org/feed.xml',
      documentation: 'https://notes.example.org/goodbye/',
    },
    {
      target: 'GET /wp-json/wp/v2/posts/{id}',
      deprecation: '2026-01-01T00:00:00Z',
      sunset: '2026-06-30T00:00:00Z',
      documentation: 'https://elsewhere.example/why',
    },
  ]);
  expect(listDeprecated(createSite())).toEqual([]);
});

it('the 410 says since when, what to use instead and why', () => {
  expect(renderGoneMarkdown(site, feed!)).toBe(`# Gone

\`/old-feed.xml\` stopped working on 2027-08-10 and will not come back.

- Use instead: [https://notes.example.org/feed.xml](https://notes.example.org/feed.xml)
- Why: [https://notes.example.org/goodbye/](https://notes.example.org/goodbye/)
`);
  const error = goneError(site, feed!);
  expect(error).toMatchObject({ code: 'rest_gone', data: { status: 410 } });
  expect(error.links?.slice(0, 2)).toEqual([
    { href: 'https://notes.example.org/feed.xml', rel: 'successor-version' },
    { href: 'https://notes.example.org/goodbye/', rel: 'sunset', type: 'text/html' },
  ]);
  expect(error.links?.filter((link) => !isRelation(link.rel))).toEqual([]);
});

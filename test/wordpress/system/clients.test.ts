import apiFetch from '@wordpress/api-fetch';
import { beforeAll, expect, inject, test } from 'vitest';
import WPAPI from 'wpapi';

/** The libraries that programs for WordPress are written with, against the site as `npm start` serves it. */
const url = inject('siteUrl');

interface Listed {
  readonly id: number;
  readonly slug: string;
  readonly title: { readonly rendered: string };
  readonly _embedded?: Readonly<Record<string, readonly unknown[]>>;
}
type Paged = Listed[] & {
  _paging: {
    total: string;
    totalPages: string;
    links: Record<string, string>;
    next?: { get(): Promise<Paged> };
  };
};

test('wpapi discovers the interface from the home page and pages through posts', async () => {
  const site = await WPAPI.discover(`${url}/`);
  const first = (await site.posts().perPage(2).get()) as Paged;
  expect(first).toHaveLength(2);
  expect(Number(first._paging.total)).toBeGreaterThan(2);
  const second = await first._paging.next!.get();
  expect(second.map(({ id }) => id)).not.toContain(first[0]!.id);
});

test('wpapi gets one post by id and by slug, embeds its author and searches', async () => {
  const site = await WPAPI.discover(`${url}/`);
  const [newest] = (await site.posts().perPage(1).get()) as Listed[];
  const post = (await site.posts().id(newest!.id).embed().get()) as Listed;
  expect(post._embedded?.author).toMatchObject([{ avatar_urls: { 24: expect.stringMatching(/^http/) } }]);
  const bySlug = (await site.posts().slug(newest!.slug).get()) as Listed[];
  expect(bySlug.map(({ id }) => id)).toEqual([newest!.id]);
  const word = newest!.title.rendered.split(/[^a-z]+/i).find((part) => part.length > 4) ?? '';
  const found = (await site.posts().search(word).perPage(100).get()) as Listed[];
  expect(found.map(({ id }) => id)).toContain(newest!.id);
});

test('wpapi finds the routes of talks and plugin entries in the index', async () => {
  const site = await WPAPI.discover(`${url}/`);
  expect(((await site.talks().get()) as Listed[]).length).toBeGreaterThan(0);
});

test('wpapi rejects with the Error object', async () => {
  const site = await WPAPI.discover(`${url}/`);
  await expect(
    site
      .posts()
      .id(2 ** 31 - 1)
      .get(),
  ).rejects.toMatchObject({
    code: 'rest_post_invalid_id',
    data: { status: 404 },
  });
});

beforeAll(() => {
  apiFetch.use(apiFetch.createRootURLMiddleware(`${url}/wp-json/`));
  // What the library's browser build takes for granted.
  Object.assign(globalThis, { window: globalThis });
});

test('api-fetch reads everything with per_page=-1, which follows the paging links', async () => {
  const all = await apiFetch<Listed[]>({ path: '/wp/v2/posts?per_page=-1&_fields=id' });
  const response = await apiFetch<Response, false>({ path: '/wp/v2/posts?per_page=1', parse: false });
  expect(all).toHaveLength(Number(response.headers.get('X-WP-Total')));
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

test('api-fetch embeds terms, and rejects with the Error object', async () => {
  const [post] = await apiFetch<Listed[]>({ path: '/wp/v2/posts?per_page=1&_embed=wp:term' });
  expect(post?._embedded?.['wp:term']).toHaveLength(2);
  await expect(apiFetch({ path: '/wp/v2/posts?per_page=0' })).rejects.toMatchObject({
    code: 'rest_invalid_param',
    data: { status: 400, params: { per_page: expect.stringContaining('between 1') } },
  });
  await expect(
    apiFetch({ path: '/wp/v2/posts', method: 'POST', data: { title: 'x' } }),
  ).rejects.toMatchObject({
    code: 'rest_cannot_create',
    data: { status: 401 },
  });
});

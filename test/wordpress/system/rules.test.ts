import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLibrary } from '../../helpers/library.ts';
import { fieldNotes } from './field-notes.ts';
import { type ServedLibrary, serveLibrary } from './served.ts';

/**
 * Rules of WordPress's source that recorded exchanges hardly show: which of two filters is heard, what counts as
 * nothing, from what pages are counted.
 */
let served: ServedLibrary;
beforeAll(async () => {
  served = await serveLibrary(fieldNotes());
});
afterAll(() => served.close());

const api = '/wp-json/wp/v2';
interface Failure {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly status: number; readonly params: Record<string, string> };
}
async function idsOf(path: string): Promise<(number | string)[]> {
  const body = await served.json(api + path);
  return (body as { id: number | string }[]).map(({ id }) => id);
}
const failure = async (path: string, init?: RequestInit) =>
  (await (await served.get(api + path, init)).json()) as Failure;
const link = async (path: string) =>
  (await served.get(api + path)).headers.get('Link')?.replaceAll(`https://notes.example.org${api}`, '');

describe('which of two filters is heard', () => {
  test.each([
    ['/posts?author=1&author_exclude=1', []],
    ['/posts?author=2&author_exclude=2&per_page=2', [12, 11]],
    ['/pages?parent=21&parent_exclude=21', [23, 22]],
    ['/posts?sticky=true&exclude=9', [9]],
    ['/posts?sticky=true&include=12', []],
    ['/posts?sticky=false&include=9', [9]],
    ['/categories?include=101,102&exclude=102', [102, 101]],
    ['/users?include=1&exclude=1', [1]],
    ['/media?include=301&exclude=301', [301]],
    ['/media?mime_type=image/png&media_type=video', [301]],
    ['/media?mime_type=image/gif', []],
    ['/media?mime_type=chemical/x-pdb', [301]],
    ['/posts?categories=102&tags_exclude=999&tax_relation=OR', [12]],
    ['/posts?format=aside', [9]],
    ['/posts?format=aside,quote', [9]],
    ['/posts?format=standard&include=9,10', [10]],
    ['/posts?ignore_sticky=false&per_page=1', [9, 12]],
    ['/posts?ignore_sticky=false&per_page=1&page=2', [11]],
    ['/posts?ignore_sticky=false&per_page=1&exclude=9', [12]],
    ['/posts?ignore_sticky=false&per_page=1&search=kettle&search_columns=post_title', [12]],
    ['/posts?search=tea+time&search_semantics=exact', [10]],
    ['/posts?search=tea&search_semantics=exact', []],
    ['/pages?search=WHEELS&search_semantics=exact', [22]],
  ])('%s answers %j', async (path, ids) => {
    expect(await idsOf(path)).toEqual(ids);
  });
});

describe('what counts as nothing', () => {
  test.each([
    ['/search?search=0&per_page=1', [31]],
    ['/tags?search=0', [201, 202]],
    ['/posts?slug[]=', []],
    ['/posts?slug=,&per_page=1', [12]],
    ['/comments?author=', []],
    ['/users?roles=', [1]],
  ])('%s answers %j', async (path, ids) => {
    expect(await idsOf(path)).toEqual(ids);
  });

  test('a search for 0 is none to order by, and a callback of 0 none to call', async () => {
    expect((await failure('/posts?search=0&orderby=relevance')).code).toBe('rest_no_search_term_defined');
    const response = await served.get(`${api}/posts/12?_jsonp=0&_fields=id`);
    expect(await response.text()).toBe('{"id":12}');
  });

  test('a method of nothing is a method that no route has', async () => {
    expect((await failure('/posts?_method=')).code).toBe('rest_no_route');
  });
});

describe('orders of the request', () => {
  test.each([
    ['/categories?include=103,101&orderby=include', [103, 101]],
    ['/categories?include=103,101&orderby=include&order=desc', [101, 103]],
    ['/tags?slug=steam,brass&orderby=include_slugs', [202, 201]],
    ['/tags?slug=steam,brass&orderby=include_slugs&order=desc', [201, 202]],
    ['/posts?include=10,12&orderby=include&order=asc', [10, 12]],
    ['/posts?include=10,12&orderby=include&order=desc', [10, 12]],
  ])('%s answers %j', async (path, ids) => {
    expect(await idsOf(path)).toEqual(ids);
  });
});

describe('from what pages are counted', () => {
  test('an offset of terms counts pages, one of 0 is none', async () => {
    expect(await idsOf('/tags?offset=0&page=2&per_page=1')).toEqual([202]);
    expect(await link('/tags?offset=1&per_page=1')).toBe('</tags?offset=1&per_page=1&page=1>; rel="prev"');
    expect(await link('/tags?offset=50')).toBe('</tags?offset=50&page=1>; rel="prev"');
  });

  test('an offset of posts leaves the pages of the request', async () => {
    expect(await link('/posts?offset=3&per_page=4&page=2')).toBe(
      '</posts?offset=3&per_page=4&page=1>; rel="prev", </posts?offset=3&per_page=4&page=3>; rel="next"',
    );
  });

  test('links repeat values as they were understood, subtypes under the keys that they had', async () => {
    expect(await link('/posts?status=publish,publish&per_page=%2B5')).toBe(
      '</posts?status%5B0%5D=publish&per_page=5&page=2>; rel="next"',
    );
    expect(await link('/search?subtype=category,page&per_page=2')).toBe(
      '</search?subtype%5B1%5D=page&per_page=2&page=2>; rel="next"',
    );
  });

  test('an empty collection of editors is paged like every other', async () => {
    expect(await link('/blocks?page=2')).toBe('</blocks?page=0>; rel="prev"');
  });
});

describe('authors', () => {
  test.each([
    ['/users?search=1', [1]],
    ['/users?search=keep', [1]],
    ['/users?search=tells', []],
    ['/users?slug=KEEPER', [1]],
    ['/users?has_published_posts=plugin', [1]],
    ['/users?has_published_posts=attachment', []],
    ['/users?has_published_posts=false', [1]],
  ])('%s answers %j', async (path, ids) => {
    expect(await idsOf(path)).toEqual(ids);
  });

  test('has_published_posts names types', async () => {
    expect((await failure('/users?has_published_posts=zz')).data.params.has_published_posts).toMatch(
      /^has_published_posts\[0\] is not one of post, page, /,
    );
  });
});

describe('images', () => {
  test.each([
    ['search=PLAN', [301]],
    ['search=plan+png', [301]],
    ['search=plan+-png', []],
    ['search=media', [301]],
    ['search=zzz', []],
    ['parent=4', [301]],
    ['parent=12', []],
  ])('media?%s', async (query, ids) => {
    expect(await idsOf(`/media?${query}`)).toEqual(ids);
  });

  test('an image has an address below the document that shows it', async () => {
    const { link: address } = (await served.json(`${api}/media/301`)) as { link: string };
    expect(address).toBe('https://notes.example.org/rocket-/plan/');
    expect((await served.get(`${api}/media/301`)).headers.get('Link')).toBe(
      `<${address}>; rel="alternate"; type=text/html`,
    );
  });
});

describe('errors', () => {
  test('those of the first round come as declared, those of the second as they were sent', async () => {
    expect((await failure('/posts?search[]=x&per_page=0&page=0&context=zz')).message).toBe(
      'Invalid parameter(s): context, page, per_page, search',
    );
    expect((await failure('/posts?orderby=zz&order=zz&after=x')).message).toBe(
      'Invalid parameter(s): orderby, order, after',
    );
  });

  test.each([
    ['2026-03-17T09:00:60', 200],
    ['2026-03-17T24:00:00', 200],
    ['1970-01-01T00:00:00Z', 200],
    ['2026-03-17T09:00:00z', 400],
    ['2026-03-17T09:00:00-25:00', 400],
    ['2026-03-17T09:00:00+02:75', 400],
    ['2026-03-17T09:60:00', 400],
    ['2026-13-17T09:00:00', 400],
  ])('after=%s is %i', async (date, status) => {
    const response = await served.get(`${api}/posts?after=${encodeURIComponent(date)}`);
    expect(response.status).toBe(status);
  });

  test('a parameter outranks the address, and is checked before anything is looked up', async () => {
    expect(await served.json(`${api}/posts/12?id=11&_fields=id`)).toEqual({ id: 11 });
    expect((await failure('/posts/12?id=abc')).data.params).toEqual({ id: 'id is not of type integer.' });
    expect((await failure('/posts/12?excerpt_length=x')).code).toBe('rest_invalid_param');
  });

  test.each([
    ['/blocks?context=zz', 400],
    ['/comments?author_email=x', 400],
    ['/comments?author_email=a@example.org', 401],
  ])('%s is %i: parameters are checked before the reader is', async (path, status) => {
    expect((await failure(path)).data.status).toBe(status);
  });

  test.each([
    ['/themes', 401],
    ['/menus/3?per_page=0', 401],
    ['/posts/12/revisions?order=asc', 401],
    ['/posts/999/autosaves', 404],
    ['/users/me', 401],
    ['/nope', 404],
  ])('%s needs a login: %i, whatever its parameters are', async (path, status) => {
    expect((await failure(path)).data.status).toBe(status);
  });

  test.each([
    ['POST', '/posts', '{"status":"zz"}', 401, 'rest_cannot_create'],
    ['POST', '/posts', '{"status":', 400, 'rest_invalid_json'],
    ['PUT', '/posts/999', '{"author":1}', 404, 'rest_post_invalid_id'],
    ['DELETE', '/posts/12', '{}', 401, 'rest_cannot_delete'],
    ['POST', '/tags', '{}', 400, 'rest_missing_callback_param'],
    ['POST', '/tags', '{"name":"Brass"}', 401, 'rest_cannot_create'],
    ['DELETE', '/users/1', '{"reassign":2}', 401, 'rest_user_cannot_delete'],
    ['PUT', '/users/1', '{}', 401, 'rest_cannot_edit'],
    ['PUT', '/users/9', '{}', 404, 'rest_user_invalid_id'],
    ['DELETE', '/posts', '{}', 404, 'rest_no_route'],
    ['POST', '/settings', '{"title":"x"}', 401, 'rest_forbidden'],
    ['DELETE', '/settings', '{}', 404, 'rest_no_route'],
    ['POST', '/comments', '{"content":"Hello"}', 401, 'rest_comment_login_required'],
  ])('%s %s with %s answers %i %s', async (method, path, body, status, code) => {
    const headers = { 'Content-Type': 'application/json' };
    expect(await failure(path, { method, headers, body })).toMatchObject({ code, data: { status } });
  });

  test('a form counts only where something is written', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const form = { method: 'POST', headers, body: 'status=zz' };
    expect((await failure('/tags', { ...form, body: 'name=Brass' })).code).toBe('rest_cannot_create');
    const read = await served.get(`${api}/posts?_fields=id&per_page=1&_method=GET`, form);
    expect(await read.json()).toEqual([{ id: 12 }]);
    expect((await failure('/posts', { ...form, body: '_wpnonce=x' })).code).toBe('rest_cookie_invalid_nonce');
  });
});

describe('descriptions', () => {
  test('a short form has the fields that are embedded', async () => {
    const keysOf = async (path: string) =>
      Object.keys((await served.json(`${api}${path}?context=embed`)) as object).join();
    expect(await keysOf('/types/post')).toBe(
      'name,slug,icon,rest_base,rest_namespace,template,template_lock,_links',
    );
    expect(await keysOf('/taxonomies/category')).toBe('name,slug,rest_base,rest_namespace,_links');
    expect(await keysOf('/statuses/publish')).toBe('name,slug,_links');
  });

  test.each([
    ['/types/revision', 401, 'rest_cannot_read_type'],
    ['/types/nope', 404, 'rest_type_invalid'],
    ['/taxonomies/post_format', 401, 'rest_forbidden'],
    ['/taxonomies/nope', 404, 'rest_taxonomy_invalid'],
    ['?namespace=zz', 404, 'rest_invalid_namespace'],
  ])('%s is %i %s', async (path, status, code) => {
    expect(await failure(path)).toMatchObject({ code, data: { status } });
  });
});

test.each([
  ['/wp/v2', '/wp/v2/posts'],
  ['/agentsite/v1', '/agentsite/v1/mcp'],
  ['/site/v1', '/site/v1/contact'],
])('the namespace %s answers its own index, with the route %s', async (path, route) => {
  const answer = async (query = '') =>
    (await served.json(`/wp-json${path}${query}`)) as Record<string, object>;
  const described = await answer('?_envelope');
  expect(described).toMatchObject({ status: 200 });
  const { namespace, routes, _links } = (described as { body: Record<string, object> }).body;
  expect(namespace).toBe(path.slice(1));
  const outside = Object.keys(routes ?? {}).filter((name) => !name.startsWith(path));
  expect([Object.keys(routes ?? {}).slice(0, 1), outside]).toEqual([[path], []]);
  expect(routes).toHaveProperty([route]);
  expect(_links).toHaveProperty('up');
  const index = (await served.json('/wp-json/')) as { namespaces: string[]; routes: object };
  expect(index.namespaces).toContain(path.slice(1));
  expect(index.routes).toHaveProperty([path], (routes as Record<string, object>)[path]);
  expect(await answer()).toEqual((described as { body: object }).body);
});

describe('conditional requests', () => {
  test('HEAD names the answer as GET does', async () => {
    const path = `${api}/posts?per_page=2`;
    const headers = ['ETag', 'Cache-Control', 'X-WP-Total', 'Link'];
    const of = async (method: string) => {
      const response = await served.get(path, { method });
      return headers.map((name) => response.headers.get(name));
    };
    expect(await of('HEAD')).toEqual(await of('GET'));
    expect((await of('HEAD'))[0]).toMatch(/^"[\da-f]{16}"$/);
    expect((await served.get(`${api}/posts/999`, { method: 'HEAD' })).headers.get('ETag')).toBeNull();
  });

  test('only who names the very answer reports that it has not changed', async () => {
    const path = `${api}/posts?per_page=2`;
    const etag = (await served.get(path)).headers.get('ETag') ?? '';
    const ask = async (header: string) =>
      (await served.get(path, { headers: { 'If-None-Match': header, 'Cache-Control': 'max-age=0' } })).status;
    expect([await ask(etag), await ask(`"other", W/${etag}`), await ask('*'), await ask('"other"')]).toEqual([
      304, 304, 200, 200,
    ]);
  });
});

test('slugs of terms are looked up without accents', async () => {
  expect(await idsOf('/tags?slug=Br%C3%A4ss')).toEqual([201]);
  expect(await idsOf('/posts?slug=kettl%C3%A9s')).toEqual([]);
});

test('OPTIONS describes closed routes too, and says nothing of unknown ones', async () => {
  const describe = async (path: string) =>
    (await served.get(api + path, { method: 'OPTIONS' })).json() as Promise<Record<string, unknown>>;
  expect(await describe('/menus')).toMatchObject({
    namespace: 'wp/v2',
    methods: ['GET'],
  });
  expect(Object.keys(await describe('/nope'))).toEqual([]);
});

test('an embedded collection is embedded whole, beyond the ten of a page', async () => {
  const names = Array.from({ length: 12 }, (_, number) => `tag-${String(number).padStart(2, '0')}`);
  const many = await serveLibrary(
    createLibrary({
      documents: [{ id: 5, title: 'Many tags', tags: names }],
      tags: names.map((slug, index) => ({ slug, name: slug, id: 300 + index })),
    }),
  );
  const post = (await many.json(`${api}/posts/5?_embed=wp:term`)) as {
    _embedded: { 'wp:term': unknown[][] };
  };
  await many.close();
  expect(post._embedded['wp:term'].map((terms) => terms.length)).toEqual([0, 12]);
});

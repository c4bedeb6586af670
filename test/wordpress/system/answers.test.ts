import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldNotes } from './field-notes.ts';
import { type ServedLibrary, serveLibrary } from './served.ts';

let served: ServedLibrary;
beforeAll(async () => {
  served = await serveLibrary(fieldNotes());
});
afterAll(() => served.close());

const api = '/wp-json/wp/v2';
interface Listed {
  readonly id: number | string;
}
async function idsOf(path: string): Promise<(number | string)[]> {
  const body = await served.json(api + path);
  return (body as Listed[]).map(({ id }) => id);
}
const json = async (path: string) => (await served.json(api + path)) as Record<string, unknown>;
const headerOf = async (path: string, name: string) => (await served.get(api + path)).headers.get(name);

/** A GET as it is, without what `fetch` adds and forbids. */
function ask(
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ status?: number; text: string }> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': body.length };
    const sent = request(served.url + path, { headers: { ...headers, ...length } }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('collections', () => {
  test('posts come newest first, equal dates by id from the highest', async () => {
    expect(await idsOf('/posts?per_page=100')).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect(await idsOf('/posts?per_page=100&order=asc&include=2,3,4')).toEqual([3, 2, 4]);
  });

  test('totals and links say how many pages there are, in the words of the request', async () => {
    const response = await served.get(`${api}/posts?per_page=4&page=2&lang=de`);
    expect(response.headers.get('X-WP-Total')).toBe('11');
    expect(response.headers.get('X-WP-TotalPages')).toBe('3');
    const base = `https://notes.example.org${api}/posts`;
    expect(response.headers.get('Link')).toBe(
      `<${base}?per_page=4&page=1&lang=de>; rel="prev", <${base}?per_page=4&page=3&lang=de>; rel="next"`,
    );
  });

  test.each([
    ['/posts?page=3', 400, 'rest_post_invalid_page_number'],
    ['/posts?search=zzz&page=2', 200, null],
    ['/posts?offset=50', 200, null],
    ['/categories?page=9', 200, null],
    ['/search?page=9', 200, null],
    ['/search?type=term&page=9', 400, 'rest_search_invalid_page_number'],
  ])('past the end, %s answers %i', async (path, status, code) => {
    const response = await served.get(api + path);
    expect(response.status).toBe(status);
    const body = (await response.json()) as { code?: string };
    if (code) expect(body.code).toBe(code);
    else expect(body).toEqual([]);
  });

  test('an offset replaces the page and leaves the totals', async () => {
    expect(await idsOf('/posts?offset=9&per_page=5')).toEqual([3, 2]);
    expect(await headerOf('/posts?offset=9&per_page=5', 'X-WP-Total')).toBe('11');
  });

  test.each([
    ['categories=101', [11, 9, 8]],
    ['categories=102,101', [12, 11, 9, 8]],
    ['categories[terms]=101&categories[include_children]=1', [12, 11, 9, 8]],
    ['categories[terms]=101,102&categories[operator]=AND', []],
    ['tags[terms]=201,202&tags[operator]=AND', [11]],
    ['categories=101&tags=202', [11]],
    ['categories=101&tags=202&tax_relation=OR', [11, 10, 9, 8]],
    ['categories=101&tags_exclude=201', [9, 8]],
    ['categories=201', []],
    ['categories=-101', [11, 9, 8]],
    ['sticky=true', [9]],
    ['slug=kettles,tea-time', [11, 10]],
    ['slug=%C3%BCber', [7]],
    ['slug=%25c3%25bcber', [7]],
    ['include=10,12,999&orderby=include', [10, 12]],
    ['include=10,12&exclude=10', [12, 10]],
    ['after=2026-03-17T09:00:00', [12, 11, 10]],
    ['after=2026-03-17T09:00:00Z', [12, 11, 10]],
    ['after=2026-03-17T08:59:59%2B01:00', [12, 11, 10, 9]],
    ['before=2026-03-12T09:00:00', [3, 2]],
    ['author=1&per_page=1', [12]],
    ['author=2', []],
    ['orderby=title&order=asc&per_page=4', [12, 11, 9, 5]],
    ['orderby=id&order=asc&per_page=2', [2, 3]],
    ['s=kettle&per_page=2', [12, 11]],
  ])('posts?%s', async (query, ids) => {
    expect(await idsOf(`/posts?${query}`)).toEqual(ids);
  });

  test.each([
    ['parent=21', [23, 22]],
    ['parent=21&orderby=menu_order&order=asc', [22, 23]],
    ['parent=900', [20]],
    ['parent=0', [21]],
    ['menu_order=2', [23]],
    ['search=kettle', [21]],
  ])('pages?%s', async (query, ids) => {
    expect(await idsOf(`/pages?${query}`)).toEqual(ids);
  });

  test('terms come by name; empty ones can be left out, all can be searched', async () => {
    expect(await idsOf('/categories')).toEqual([102, 101, 103]);
    expect(await idsOf('/categories?hide_empty=true')).toEqual([102, 101]);
    expect(await idsOf('/categories?parent=101')).toEqual([102]);
    expect(await idsOf('/categories?search=looms%20%26amp;')).toEqual([102]);
    expect(await idsOf('/tags?post=11')).toEqual([201, 202]);
    expect(await json('/categories/102')).toMatchObject({
      name: 'Looms &amp; Threads',
      description: 'All <em>about</em> looms &amp; x',
      parent: 101,
      link: 'https://notes.example.org/category/machines/looms/',
    });
  });

  test('talks and plugin entries are types of their own, with what they know as meta fields', async () => {
    expect(await json('/talks/31')).toMatchObject({ type: 'talk', meta: { event: 'LoomConf', slides: '' } });
    expect(await idsOf('/plugin-entries')).toEqual([30]);
  });
});

describe('search', () => {
  test.each([
    ['kettle', [12, 11, 10, 21]],
    ['copper kettle', [12, 11, 10]],
    ['%22copper kettle%22', [12, 10]],
    ['kettle -stove', [12, 11, 21]],
    ['-kettle&per_page=1', [31]],
    ['ettl', [12, 11, 10, 21]],
    ['ZURICH', [7]],
    ['cafe', [7]],
    ['%25', [7]],
    ['_', [7]],
    ['京都', [6]],
    ['京', [6]],
    ['%F0%9F%9A%80', [4]],
    ['wp:paragraph', [5]],
    ['strong', [5]],
    ['vault', []],
    ['%FF%FE&per_page=1', [31]],
  ])('search=%s finds %j', async (search, ids) => {
    expect(await idsOf(`/search?search=${search.replaceAll(' ', '+')}`)).toEqual(ids);
  });

  test('posts are found too, newest first unless relevance is asked for', async () => {
    expect(await idsOf('/posts?search=copper+kettle')).toEqual([12, 11, 10]);
    expect(await idsOf('/posts?search=kettle&orderby=relevance&order=asc')).toEqual([11, 12, 10]);
    expect(await idsOf('/posts?search=kettle&search_columns=post_title')).toEqual([12, 11]);
  });

  test('terms and formats are found by type; a hit names its subtype only where it has one', async () => {
    const [term] = (await served.json(`${api}/search?type=term&search=brass`)) as Record<string, unknown>[];
    expect(term).toMatchObject({ id: 201, type: 'post_tag', title: 'Brass' });
    expect(term).not.toHaveProperty('subtype');
    expect(await idsOf('/search?type=post-format')).toEqual(['aside']);
    expect(await idsOf('/search?subtype=page&search=kettle')).toEqual([21]);
    expect(await idsOf('/search?subtype=talk')).toEqual([31]);
  });
});

describe('one object', () => {
  test('a protected post is there without its text', async () => {
    expect(await json('/posts/8')).toMatchObject({
      content: { rendered: '', protected: true },
      excerpt: { rendered: '', protected: true },
    });
    const response = await served.get(`${api}/posts/8?password=guess`);
    expect(response.status).toBe(403);
  });

  test('the Link header points to the page', async () => {
    expect(await headerOf('/posts/7', 'Link')).toBe(
      '<https://notes.example.org/%c3%bcber/>; rel="alternate"; type=text/html',
    );
  });

  test.each([
    ['/posts/999', 404, 'rest_post_invalid_id'],
    ['/posts/21', 404, 'rest_post_invalid_id'],
    ['/pages/900', 404, 'rest_post_invalid_id'],
    ['/posts/0012', 200, undefined],
    ['/posts/12/', 200, undefined],
    ['/POSTS/12', 200, undefined],
    ['/posts/abc', 404, 'rest_no_route'],
    ['/posts/-1', 404, 'rest_no_route'],
    ['/posts%2F12', 404, 'rest_no_route'],
    ['/categories/201', 404, 'rest_term_invalid'],
    ['/users/2', 401, 'rest_user_cannot_view'],
    ['/users/9', 404, 'rest_user_invalid_id'],
    ['/posts/12?context=edit', 401, 'rest_forbidden_context'],
    ['/posts/12?context=nope', 400, 'rest_invalid_param'],
    ['/settings', 401, 'rest_forbidden'],
    ['/posts/12/revisions', 401, 'rest_cannot_read'],
    ['/comments', 200, undefined],
    ['/comments?post=8', 401, 'rest_cannot_read_post'],
    ['/types/nope', 404, 'rest_type_invalid'],
    ['/statuses/draft', 401, 'rest_cannot_read_status'],
  ])('%s answers %i %s', async (path, status, code) => {
    const response = await served.get(api + path);
    expect(response.status).toBe(status);
    const body = (await response.json()) as { code?: string; data?: { status: number }; links?: unknown[] };
    expect(body.code).toBe(code);
    if (code) expect(body.data?.status).toBe(status);
    if (status === 404) {
      expect(body.links?.length).toBeGreaterThan(3);
      expect(response.headers.get('Link')).toContain('rel="describedby"');
    }
  });
});

describe('shape', () => {
  test('_fields chooses, nests and keeps the order of the object', async () => {
    expect(JSON.stringify(await json('/posts/12?_fields=title.rendered,id,nope'))).toBe(
      '{"id":12,"title":{"rendered":"Copper kettle"}}',
    );
    expect(await served.json(`${api}/posts?per_page=1&_fields=nope`)).toEqual([[]]);
    expect(await json('/types?_fields=post.slug')).toEqual({ post: [] });
    expect(Object.keys(await json('/posts/12?_fields=content'))).toEqual(['content']);
  });

  test('a hit has a snippet where _fields names one', async () => {
    const find = async (query: string) => (await served.json(`${api}/search?${query}`)) as object[];
    const [hit] = await find('search=stove&_fields=id,snippet');
    expect(hit).toEqual({ id: 10, snippet: expect.stringMatching(/stove/i) });
    expect((await find('search=stove'))[0]).not.toHaveProperty('snippet');
    expect(await find('type=term&search=e&per_page=1&_fields=snippet')).toEqual([[]]);
  });

  test('_embed brings what the links point to, each in its short form', async () => {
    const post = await json('/posts/4?_embed');
    expect(Object.keys(post._embedded as object)).toEqual(['author', 'wp:featuredmedia']);
    expect(await json('/posts/11?_embed=wp:term')).toMatchObject({
      _embedded: { 'wp:term': [[{ id: 101 }], [{ id: 201 }, { id: 202 }]] },
    });
    expect(await json('/pages/20?_embed=up')).toMatchObject({
      _embedded: { up: [{ code: 'rest_post_invalid_id' }] },
    });
    expect(await json('/posts/12?_embed=nope')).not.toHaveProperty('_embedded');
    expect(await json('/posts/12?_embed&_fields=id')).toEqual({ id: 12 });
    const [hit] = (await served.json(`${api}/search?search=stove&_embed`)) as Record<string, unknown>[];
    expect(hit).toMatchObject({ id: 10, _embedded: { self: [{ id: 10, excerpt: {} }] } });
  });

  test('_envelope moves status and headers into the body', async () => {
    const response = await served.get(`${api}/posts?_envelope&per_page=1&_fields=id`);
    expect(response.headers.get('X-WP-Total')).toBeNull();
    expect(await response.json()).toEqual({
      body: [{ id: 12 }],
      status: 200,
      headers: {
        'X-WP-Total': 11,
        'X-WP-TotalPages': 11,
        Link: `<https://notes.example.org${api}/posts?_envelope&per_page=1&_fields=id&page=2>; rel="next"`,
        Allow: 'GET',
      },
    });
    expect(await json('/posts/999?_envelope')).toMatchObject({
      status: 404,
      body: { code: 'rest_post_invalid_id' },
    });
  });

  test('_jsonp calls a function by its name, and nothing but a name', async () => {
    const response = await served.get(`${api}/posts/12?_jsonp=my.call&_fields=id`);
    expect(response.headers.get('Content-Type')).toBe('application/javascript; charset=UTF-8');
    expect(await response.text()).toBe('/**/my.call({"id":12})');
    expect((await served.get(`${api}/posts/12?_jsonp=alert(1)`)).status).toBe(400);
  });

  test('rest_route reaches the same answers from the home page', async () => {
    const response = await served.get('/?rest_route=/wp/v2/posts&per_page=1&_fields=id');
    expect(await response.json()).toEqual([{ id: 12 }]);
  });
});

describe('methods and headers', () => {
  test.each([
    ['POST', '/posts', 401, 'rest_cannot_create'],
    ['PUT', '/posts/12', 401, 'rest_cannot_edit'],
    ['DELETE', '/posts/12', 401, 'rest_cannot_delete'],
    ['DELETE', '/posts/999', 404, 'rest_post_invalid_id'],
    ['POST', '/tags', 400, 'rest_missing_callback_param'],
    ['PUT', '/posts', 404, 'rest_no_route'],
    ['POST', '/search', 404, 'rest_no_route'],
  ])('%s %s answers %i %s', async (method, path, status, code) => {
    const response = await served.get(api + path, { method });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  test('HEAD has the headers of GET and no body, OPTIONS says how to read', async () => {
    const head = await served.get(`${api}/posts`, { method: 'HEAD' });
    expect([head.headers.get('X-WP-Total'), await head.text()]).toEqual(['11', '']);
    const options = await served.get(`${api}/posts`, { method: 'OPTIONS' });
    expect(options.headers.get('Allow')).toBe('GET');
    expect(await options.json()).toMatchObject({
      methods: ['GET'],
      endpoints: [{ args: { per_page: { maximum: 100 } } }],
    });
  });

  test('a script of another site may read', async () => {
    const response = await served.get(`${api}/posts?per_page=1`, {
      headers: { Origin: 'https://other.example' },
    });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://other.example');
    expect(response.headers.get('Vary')).toBe('Origin');
  });

  test('what has not changed is not sent again, and is the same whether it was kept or not', async () => {
    const path = `${api}/posts?per_page=3`;
    const first = await served.get(path);
    const again = await served.get(path);
    expect(await again.text()).toBe(await first.text());
    expect(Object.fromEntries(again.headers)).toMatchObject({
      'x-wp-total': '11',
      link: first.headers.get('link'),
    });
    const etag = first.headers.get('ETag') ?? '';
    expect(await ask(path, { 'If-None-Match': etag })).toEqual({ status: 304, text: '' });
    expect(await ask(path, { 'If-None-Match': '"other"' })).toMatchObject({ status: 200 });
  });

  test('a wrong nonce is refused, credentials are ignored', async () => {
    expect((await served.get(`${api}/posts/12`, { headers: { 'X-WP-Nonce': 'x' } })).status).toBe(403);
    expect((await served.get(`${api}/posts/12`, { headers: { Authorization: 'Basic YTpi' } })).status).toBe(
      200,
    );
  });

  test('parameters may come in a JSON body; one that is not JSON is refused', async () => {
    const path = `${api}/posts?_fields=id`;
    const type = { 'Content-Type': 'application/json' };
    expect(await ask(path, type, '{"per_page":2}')).toEqual({ status: 200, text: '[{"id":12},{"id":11}]' });
    expect(await ask(path, type, '{bad')).toMatchObject({
      status: 400,
      text: expect.stringContaining('rest_invalid_json'),
    });
  });

  test('all problems of a round are listed together, those of the second only when the first passes', async () => {
    expect(await json('/posts?per_page=0&context=zz&order=zz')).toMatchObject({
      message: 'Invalid parameter(s): context, per_page',
    });
    expect(await json('/posts?order=zz&orderby=zz')).toMatchObject({
      data: { params: { order: 'order is not one of asc and desc.', orderby: expect.any(String) } },
    });
  });
});

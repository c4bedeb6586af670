import { describe, expect, it } from 'vitest';
import { ask, askJson, localPath } from './http-client.ts';
import { listRoutes, listTitleWords, twinOf } from './site-pages.ts';

/** Spec: "Content JSON routes", their parameters, and their errors. */
interface Item {
  readonly id: number;
  readonly slug: string;
  readonly link: string;
  readonly date: string;
  readonly parent: number;
  readonly count: number;
  readonly name: string;
  readonly title: { readonly rendered: string };
  readonly categories: readonly number[];
  readonly tags: readonly number[];
}
const api = '/wp-json/wp/v2';
const list = async (path: string) => (await askJson<Item[]>(`${api}${path}`)).json;

describe.each(['posts', 'pages', 'search', 'categories', 'tags'])('GET /wp-json/wp/v2/%s', (route) => {
  it('answers an array, ten at most, with totals', async () => {
    const { status, headers, json } = await askJson<Item[]>(`${api}/${route}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(json.length).toBeLessThanOrEqual(10);
    const total = Number(headers.get('x-wp-total'));
    expect(total).toBeGreaterThanOrEqual(json.length);
    expect(Number(headers.get('x-wp-totalpages'))).toBe(Math.ceil(total / 10));
  });

  it('pages through everything without loss or repetition', async () => {
    const first = await askJson<Item[]>(`${api}/${route}?per_page=3`);
    const pages = Number(first.headers.get('x-wp-totalpages'));
    const seen: string[] = [];
    for (let page = 1; page <= pages; page++) {
      const items = await list(`/${route}?per_page=3&page=${page}`);
      seen.push(...items.map((item) => JSON.stringify([item.id, item.link, item.title])));
    }
    expect(seen.length).toBe(Number(first.headers.get('x-wp-total')));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it.each(['per_page=0', 'per_page=101', 'per_page=x', 'page=0', 'page=x'])(
    'refuses %s with 400 and names the parameter',
    async (query) => {
      const { status, json } = await askJson<{
        code: string;
        data: { status: number; params: Record<string, string> };
      }>(`${api}/${route}?${query}`);
      expect(status).toBe(400);
      expect(json.code).toBe('rest_invalid_param');
      expect(json.data.status).toBe(400);
      expect(Object.keys(json.data.params)).toEqual([query.split('=')[0]]);
    },
  );

  it('searches', async () => {
    expect(await list(`/${route}?search=zzzznotawordanywhere`)).toEqual([]);
  });

  it('is not limited: two hundred requests are all answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => ask(`${api}/${route}?per_page=1&n=${n}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

it('posts come newest first, and every one can be read by its id', async () => {
  const posts = await list('/posts?per_page=100');
  const dates = posts.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().reverse());
  for (const { id, slug } of posts.slice(0, 5)) {
    const { status, json } = await askJson<Item>(`${api}/posts/${id}`);
    expect([status, json.id, json.slug]).toEqual([200, id, slug]);
  }
});

it('categories and tags filter documents; a list of ids means any of them', async () => {
  const taxonomies = (await askJson<Record<string, { rest_base: string }>>(`${api}/taxonomies`)).json;
  const types = await listRoutes();
  for (const [name, { rest_base: taxonomy }] of Object.entries(taxonomies)) {
    const routes = types.filter((type) => type.taxonomies.includes(name)).map(({ route }) => route);
    if (routes.length === 0) continue;
    const terms = (await list(`/${taxonomy}?per_page=100`)).filter(({ count }) => count > 0);
    const idsOf = (item: Item) => item[taxonomy as 'tags'];
    for (const { id, count, slug } of terms) {
      let total = 0;
      for (const route of routes) {
        const { headers, json } = await askJson<Item[]>(`${api}/${route}?${taxonomy}=${id}&per_page=100`);
        const found = Number(headers.get('x-wp-total'));
        expect(json.length, slug).toBe(Math.min(found, 100));
        for (const item of json) expect(idsOf(item)).toContain(id);
        total += found;
      }
      expect(total, slug).toBe(count);
    }
    const [a, b] = terms;
    if (!a || !b) continue;
    for (const route of routes) {
      const either = await list(`/${route}?${taxonomy}=${a.id},${b.id}&per_page=100`);
      for (const item of either) expect(idsOf(item).some((id) => id === a.id || id === b.id)).toBe(true);
    }
  }
});

it('slug finds the one item of that slug in each collection', async () => {
  for (const route of ['posts', 'pages', 'categories', 'tags']) {
    const [first] = await list(`/${route}`);
    if (!first) continue;
    const found = await list(`/${route}?slug=${first.slug}`);
    expect(
      found.map(({ id }) => id),
      route,
    ).toContain(first.id);
    for (const item of found) expect(item.slug).toBe(first.slug);
  }
});

it('parent finds the children of a page', async () => {
  const pages = await list('/pages?per_page=100');
  for (const child of pages.filter(({ parent }) => parent > 0).slice(0, 1)) {
    const children = await list(`/pages?parent=${child.parent}&per_page=100`);
    expect(children.map(({ id }) => id)).toContain(child.id);
    expect(new Set(children.map(({ parent }) => parent))).toEqual(new Set([child.parent]));
  }
});

it('search hits carry id, title, url and type, and the full text is at the url with .md', async () => {
  const words = await listTitleWords();
  const search = `${api}/search?search=${encodeURIComponent(words[0] ?? '')}`;
  const { json } = await askJson<{ id: number; title: string; url: string; type: string; subtype: string }[]>(
    `${search}&per_page=20`,
  );
  if (words.length > 0) expect(json.length).toBeGreaterThan(0);
  for (const hit of json) {
    expect([typeof hit.id, typeof hit.title, hit.type]).toEqual(['number', 'string', 'post']);
    const twin = await ask(twinOf(localPath(hit.url)));
    expect([200, 403], hit.url).toContain(twin.status);
  }
  const { json: pages } = await askJson<{ subtype: string }[]>(`${api}/search?subtype=page`);
  for (const { subtype } of pages) expect(subtype).toBe('page');
  const { json: terms } = await askJson<{ type: string }[]>(`${api}/search?type=term`);
  const { json: taxonomies } = await askJson<object>(`${api}/taxonomies`);
  for (const { type } of terms) expect(Object.keys(taxonomies)).toContain(type);
});

it('the link of an image is an address of its own, which redirects to the file', async () => {
  const { json } = await askJson<{ link: string; source_url: string; media_details: { sizes: object } }[]>(
    `${api}/media?per_page=100`,
  );
  for (const { link, source_url: source, media_details: details } of json) {
    expect(Object.keys(details.sizes)).toContain('full');
    const { status, headers } = await ask(localPath(link));
    expect([status, headers.get('location')], link).toEqual([301, localPath(source)]);
    expect((await ask(localPath(source))).headers.get('content-type')).toMatch(/^image\//);
  }
});

it.each([
  ['/posts/999999999', 404, 'rest_post_invalid_id'],
  ['/pages/999999999', 404, 'rest_post_invalid_id'],
  ['/posts/abc', 404, 'rest_no_route'],
  ['/nothing', 404, 'rest_no_route'],
])('GET /wp-json/wp/v2%s is %i %s', async (path, status, code) => {
  const answer = await askJson<{ code: string; message: string; data: { status: number } }>(api + path);
  expect(answer.status).toBe(status);
  expect(answer.json.code).toBe(code);
  expect(answer.json.data.status).toBe(status);
  expect(answer.json.message).not.toBe('');
});

it('a page behind the last one is refused, but that of a collection with nothing in it is empty', async () => {
  const total = Number((await ask(`${api}/posts`)).headers.get('x-wp-total'));
  const { status, json } = await askJson<{ code?: string }>(`${api}/posts?page=9999`);
  if (total === 0) expect([status, json]).toEqual([200, []]);
  else expect([status, json.code]).toEqual([400, 'rest_post_invalid_page_number']);
});

describe('discovery as in WordPress', () => {
  it('each namespace that the index lists answers its own index', async () => {
    const index = await askJson<{ namespaces: string[] }>('/wp-json/');
    expect(index.json.namespaces).toEqual(['wp/v2', 'agentsite/v1', 'site/v1']);
    for (const namespace of index.json.namespaces) {
      const { status, json } = await askJson<{ namespace: string; routes: object }>(`/wp-json/${namespace}`);
      expect([status, json.namespace]).toEqual([200, namespace]);
      expect(Object.keys(json.routes).length).toBeGreaterThan(1);
      const asked = await askJson<object>(`/wp-json/${namespace}?context=view`);
      expect(asked.json).toEqual(json);
    }
  });

  it('a page links to its object and to the root of the interface by absolute addresses', async () => {
    const routes = await Promise.all(
      ['posts', 'pages'].map(async (route) => ({ route, items: await list(`/${route}?per_page=1`) })),
    );
    for (const { route, items } of routes) {
      for (const { id, link } of items) {
        const html = (await ask(localPath(link))).text;
        const hrefOf = (pattern: RegExp) => pattern.exec(html)?.[1];
        const object = hrefOf(/<link rel="alternate" href="([^"]*)" type="application\/json" title="JSON">/);
        const root = hrefOf(/<link rel="https:\/\/api\.w\.org\/" href="([^"]*)"/);
        expect(root).toMatch(/^https?:\/\/[^/]+\/wp-json\/$/);
        expect(object).toBe(`${root}wp/v2/${route}/${id}`);
        expect((await askJson<Item>(localPath(object!))).json.id).toBe(id);
      }
    }
  });
});

import apiFetch from '@wordpress/api-fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WPAPI from 'wpapi';
import { readDescription } from '../../../packages/contract/src/description.ts';
import type { LoadedLibrary } from '../../../src/content/library/load-library.ts';
import { renderOpenapi } from '../../../src/core/discovery/openapi.ts';
import { siteSchema } from '../../../src/core/model/site.ts';
import { ContentProject } from '../../helpers/content-project.ts';
import { kitchenFiles, kitchenSettings } from '../../helpers/kitchen-site.ts';
import { type ServedLibrary, serveLibrary } from './served.ts';

/** Kinds and taxonomies that an owner declares, as the programs for WordPress's custom post types read them. */
const project = new ContentProject(kitchenFiles);
let loaded: LoadedLibrary;
let served: ServedLibrary;
beforeAll(async () => {
  loaded = await project.load('2026-11-21T12:00:00', siteSchema.parse(kitchenSettings));
  served = await serveLibrary(loaded.library);
});
afterAll(async () => {
  await served.close();
  loaded.close();
  project.remove();
});

const api = '/wp-json/wp/v2';
const base = `https://kitchen.example.org${api}`;
const json = async (path: string) => (await served.json(api + path)) as Record<string, unknown>;
const idsOf = async (path: string) =>
  ((await served.json(api + path)) as { id: number }[]).map(({ id }) => id);

test('a document of an own kind has the fields, classes and links of a custom post type', async () => {
  expect(await json('/recipes/301')).toMatchObject({
    id: 301,
    slug: 'pasta-with-sardines',
    status: 'publish',
    type: 'recipe',
    link: 'https://kitchen.example.org/recipe/pasta-with-sardines/',
    template: '',
    meta: { servings: 4, source: 'https://example.org/pasta' },
    tags: [15],
    cuisine: [22],
    class_list: [
      'post-301',
      'recipe',
      'type-recipe',
      'status-publish',
      'hentry',
      'tag-fish',
      'cuisine-sicilian',
    ],
    _links: {
      collection: [{ href: `${base}/recipes` }],
      about: [{ href: `${base}/types/recipe` }],
      'wp:term': [
        { taxonomy: 'post_tag', embeddable: true, href: `${base}/tags?post=301` },
        { taxonomy: 'cuisine', embeddable: true, href: `${base}/cuisine?post=301` },
      ],
    },
  });
  expect((await json('/recipes/302')).meta).toEqual({ servings: 0, source: '', rating: 5 });
  expect(await json('/project/312')).toMatchObject({ parent: 311, menu_order: 0, meta: [] });
});

test('types and taxonomies describe them as WordPress does', async () => {
  expect(await json('/types/recipe')).toMatchObject({
    hierarchical: false,
    has_archive: 'recipes',
    name: 'Recipes',
    slug: 'recipe',
    icon: null,
    taxonomies: ['post_tag', 'cuisine'],
    rest_base: 'recipes',
    rest_namespace: 'wp/v2',
  });
  expect(await json('/types/project')).toMatchObject({
    hierarchical: true,
    has_archive: false,
    taxonomies: [],
  });
  expect(Object.keys(await json('/types')).slice(-2)).toEqual(['recipe', 'project']);
  expect(await json('/taxonomies/cuisine')).toMatchObject({
    types: ['recipe'],
    hierarchical: true,
    rest_base: 'cuisine',
  });
  expect(await json('/taxonomies/post_tag')).toMatchObject({ types: ['post', 'recipe'] });
  expect(Object.keys(await json('/taxonomies?type=recipe'))).toEqual(['post_tag', 'cuisine']);
});

test('terms of an own taxonomy have a parent where it is hierarchical, and link to the documents', async () => {
  expect(await json('/cuisine/22')).toMatchObject({
    count: 1,
    taxonomy: 'cuisine',
    parent: 21,
    link: 'https://kitchen.example.org/cuisine/italian/sicilian/',
    _links: {
      up: [{ embeddable: true, href: `${base}/cuisine/21` }],
      'wp:post_type': [{ href: `${base}/recipes?cuisine=22` }],
    },
  });
  expect(await idsOf('/cuisine?post=301')).toEqual([22]);
  expect(await json('/cuisine?post=1')).toMatchObject({ code: 'rest_forbidden_context' });
});

test('collections are filtered by own terms, with those below them when asked for, and by the parent', async () => {
  expect(await idsOf('/recipes?cuisine=22')).toEqual([301]);
  expect(await idsOf('/recipes?cuisine=21')).toEqual([]);
  expect(await idsOf('/recipes?cuisine[terms]=21&cuisine[include_children]=1')).toEqual([301]);
  expect(await idsOf('/recipes?cuisine_exclude=22')).toEqual([302]);
  expect(await idsOf('/recipes?tags=15&cuisine=22&tax_relation=AND')).toEqual([301]);
  expect(await idsOf('/project?parent=311')).toEqual([312]);
  expect(await idsOf('/posts?cuisine=22')).toEqual([1]);
});

test('the search finds them, and own kinds and taxonomies are subtypes', async () => {
  expect(await idsOf('/search?subtype=recipe')).toEqual([302, 301]);
  expect(await idsOf('/search?search=fennel')).toEqual([301]);
  expect(await idsOf('/search?type=term&subtype=cuisine')).toEqual([21, 22]);
  expect(await json('/search?subtype=soup')).toMatchObject({ code: 'rest_invalid_param' });
});

test('refusals are those of other kinds', async () => {
  expect(await json('/recipes/1')).toMatchObject({ code: 'rest_post_invalid_id' });
  const created = await served.get(`${api}/recipes`, { method: 'POST' });
  expect([created.status, ((await created.json()) as { code: string }).code]).toEqual([
    401,
    'rest_cannot_create',
  ]);
});

test('the description has their routes and schemas, and their answers fit', async () => {
  const { paths } = JSON.parse(renderOpenapi(loaded.library)) as { paths: Record<string, unknown> };
  for (const path of ['/recipes', '/recipes/{id}', '/project', '/cuisine', '/cuisine/{id}'])
    expect(Object.keys(paths)).toContain(api + path);
  const described = readDescription(renderOpenapi(loaded.library));
  for (const asked of [
    '/recipes',
    '/recipes/301',
    '/project/312',
    '/cuisine',
    '/types',
    '/taxonomies/cuisine',
  ]) {
    const answer = await served.get(api + asked);
    const given = {
      status: answer.status,
      contentType: answer.headers.get('Content-Type'),
      text: await answer.text(),
    };
    expect(described.judge({ method: 'GET', path: api + asked, conditional: false }, given)).toEqual([]);
  }
});

test('wpapi discovers the routes of an own kind and reads it with its terms', async () => {
  const { routes } = (await served.json('/wp-json/')) as { routes: unknown };
  const site = new WPAPI({ endpoint: `${served.url}/wp-json`, routes });
  const recipe = await site.recipes().embed().id(301).get();
  expect(recipe).toMatchObject({ id: 301, cuisine: [22], title: { rendered: 'Pasta with sardines' } });
});

test('@wordpress/api-fetch lists an own kind', async () => {
  const listed = await apiFetch<{ id: number }[]>({ url: `${served.url}${api}/recipes?per_page=1&_embed` });
  expect(listed).toMatchObject([{ id: 302, type: 'recipe' }]);
});

import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderOpenapi } from '../../../src/core/openapi.ts';
import { fieldNotes } from './field-notes.ts';
import { type ServedLibrary, serveLibrary } from './served.ts';

const library = fieldNotes();
interface Description {
  readonly paths: Readonly<
    Record<
      string,
      { get?: { responses: Record<string, { content?: Record<string, object>; $ref?: string }> } }
    >
  >;
}
const description = JSON.parse(renderOpenapi(library)) as Description;
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(description, 'openapi');

let served: ServedLibrary;
beforeAll(async () => {
  served = await serveLibrary(library);
});
afterAll(() => served.close());

/** A path of the description and the addresses of its answers. */
const asked: Readonly<Record<string, readonly string[]>> = {
  '/wp-json': ['', '/'],
  '/wp-json/wp/v2': [''],
  '/wp-json/wp/v2/posts': [
    '',
    '?per_page=3&page=2',
    '?search=kettle',
    '?search=zzz',
    '?per_page=0',
    '?orderby=zz',
    '?context=edit',
    '?page=99',
    '?_embed',
    '?context=embed',
  ],
  '/wp-json/wp/v2/posts/{id}': [
    '/12',
    '/8',
    '/4?_embed',
    '/999',
    '/12?context=edit',
    '/12?context=zz',
    '/12?password=x',
  ],
  '/wp-json/wp/v2/pages': ['', '?parent=21', '?parent=abc'],
  '/wp-json/wp/v2/pages/{id}': ['/21', '/20', '/12'],
  '/wp-json/wp/v2/talks': [''],
  '/wp-json/wp/v2/talks/{id}': ['/31', '/1'],
  '/wp-json/wp/v2/plugin-entries': [''],
  '/wp-json/wp/v2/plugin-entries/{id}': ['/30', '/1'],
  '/wp-json/wp/v2/categories': ['', '?search=loom', '?post=999', '?context=embed'],
  '/wp-json/wp/v2/categories/{id}': ['/102', '/1'],
  '/wp-json/wp/v2/tags': ['', '?post=12'],
  '/wp-json/wp/v2/tags/{id}': ['/201', '/1'],
  '/wp-json/wp/v2/search': ['', '?search=kettle', '?type=term', '?type=post-format', '?type=zz'],
  '/wp-json/wp/v2/users': ['', '?roles=x'],
  '/wp-json/wp/v2/users/{id}': ['/1', '/2', '/9'],
  '/wp-json/wp/v2/media': [''],
  '/wp-json/wp/v2/media/{id}': ['/301', '/1'],
  '/wp-json/wp/v2/types': [''],
  '/wp-json/wp/v2/taxonomies': [''],
  '/wp-json/wp/v2/statuses': ['', '?context=edit'],
};

function schemaAt(path: string, status: number): object {
  const found = description.paths[path] ?? description.paths[`${path}/`];
  const responses = found?.get?.responses ?? {};
  const name = [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((key) => responses[key]);
  expect(name, `${path} describes ${status}`).toBeDefined();
  const pointer = [found === description.paths[path] ? path : `${path}/`, 'get', 'responses', name ?? '']
    .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
    .map(encodeURIComponent)
    .join('/');
  const reference = responses[name ?? '']?.$ref;
  const base = reference ? `openapi${reference}` : `openapi#/paths/${pointer}`;
  return { $ref: `${base}/content/application~1json/schema` };
}

test.each(Object.entries(asked).flatMap(([path, ends]) => ends.map((end) => [path, end] as const)))(
  'the answer to %s %s is as the description says',
  async (path, end) => {
    const response = await served.get(path.replace('/{id}', '') + end);
    const valid = ajv.validate(schemaAt(path, response.status), await response.json());
    expect(valid ? [] : ajv.errors?.slice(0, 5)).toEqual([]);
  },
);

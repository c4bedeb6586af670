import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDescription } from '../../../packages/contract/src/description.ts';
import { renderOpenapi } from '../../../src/core/discovery/openapi.ts';
import { fieldNotes } from './field-notes.ts';
import { type ServedLibrary, serveLibrary } from './served.ts';

const library = fieldNotes();
const described = readDescription(renderOpenapi(library));

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
    '?_fields=id,title.rendered',
    '?_envelope',
    '?_envelope&per_page=0',
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

test.each(
  Object.entries(asked).flatMap(([path, ends]) => ends.map((end) => path.replace('/{id}', '') + end)),
)('the answer to %s is as the description says', async (path) => {
  const response = await served.get(path);
  const given = {
    status: response.status,
    contentType: response.headers.get('content-type'),
    text: await response.text(),
  };
  expect(described.judge({ method: 'GET', path, conditional: false }, given)).toEqual([]);
});

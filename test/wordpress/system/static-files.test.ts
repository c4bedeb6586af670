import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWpContext } from '../../../src/core/wp/context.ts';
import { wpFiles } from '../../../src/core/wp/files.ts';
import { wpHeaders } from '../../../src/core/wp/headers.ts';
import { fieldNotes } from './field-notes.ts';
import { type ServedLibrary, serveLibrary } from './served.ts';

const library = fieldNotes();
let served: ServedLibrary;
beforeAll(async () => {
  served = await serveLibrary(library);
});
afterAll(() => served.close());

test('every published JSON file contains the bytes and the headers that the sidecar answers', async () => {
  const files = [...wpFiles(library, createWpContext(library))];
  const collections = files.filter(({ headers }) => headers['X-WP-Total'] !== undefined);
  expect(collections.map(({ path }) => path)).toContain('/wp-json/wp/v2/plugin-entries');
  expect(files.length).toBeGreaterThan(40);
  for (const file of files) {
    const response = await served.get(file.path);
    expect(response.status, file.path).toBe(200);
    expect(await response.text(), file.path).toBe(file.render());
    for (const [name, value] of Object.entries({ ...wpHeaders, ...file.headers })) {
      expect(response.headers.get(name), `${file.path} ${name}`).toBe(value);
    }
  }
});

test('no two of them have one name, and each ends in .json', () => {
  const names = [...wpFiles(library, createWpContext(library))].map(({ file }) => file);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^wp-json\/[\w/-]+\.json$/);
});

import { expect, it } from 'vitest';
import { browserHeaders, isForPrograms, programFiles } from '../../../src/core/front/headers.ts';
import { renderHeaderFiles } from '../../../src/core/front/servers/nginx-headers.ts';
import { surfaces } from '../../../src/core/model/surfaces.ts';
import { createSite } from '../../helpers/library.ts';

it.each([
  ['application/json; charset=utf-8', true],
  ['application/linkset+json; profile="x"', true],
  ['text/markdown; charset=utf-8', true],
  ['text/plain', true],
  ['text/html; charset=utf-8', false],
  ['image/svg+xml', false],
  ['application/rss+xml; charset=utf-8', false],
  ['text/javascript', false],
  ['', false],
])('%s is for programs alone: %s', (type, expected) => {
  expect(isForPrograms(type)).toBe(expected);
});

it('nginx derives from the path of a document what its type says', () => {
  const pattern = new RegExp(programFiles);
  const files = surfaces.filter(({ path, dynamic }) => !dynamic && !path.endsWith('/'));
  for (const { path, type } of files) expect([path, pattern.test(path)]).toEqual([path, isForPrograms(type)]);
});

it('nginx sends rules for browsers with pages, and not with twins and stored JSON', () => {
  const files = new Map(renderHeaderFiles(createSite()).map(({ kind, text }) => [kind, text]));
  for (const name of Object.keys(browserHeaders)) {
    expect(files.get('page')).toContain(`add_header ${name} `);
    for (const kind of ['twin', 'negotiated', 'wp'] as const) expect(files.get(kind)).not.toContain(name);
  }
  for (const text of [...files.values()].slice(0, -1))
    expect(text).toContain('add_header X-Content-Type-Options "nosniff"');
});

import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { layoutOf } from '../../../src/build/layout.ts';
import { createSite } from '../../helpers/library.ts';

const foldersOf = (site: Parameters<typeof createSite>[0]) => {
  const { client, server, manifest } = layoutOf('/site', createSite(site));
  return [client, server, manifest].map((path) => relative('/site', path));
};
const cache = join('node_modules', '.cache', 'agentsite');

it('a server publishes dist/client and runs on dist/server', () => {
  expect(foldersOf({})).toEqual([
    join('dist', 'client'),
    join('dist', 'server'),
    join(cache, 'manifest.json'),
  ]);
});

it('where only files are served, dist has nothing but what is published', () => {
  const own = join(cache, 'files-only');
  expect(foldersOf({ deploy: 'netlify' })).toEqual(['dist', join(own, 'server'), join(own, 'manifest.json')]);
});

it('a draft build shares no file with the site', () => {
  const site = new Set(foldersOf({}));
  for (const deploy of ['server', 'netlify'] as const)
    expect(foldersOf({ deploy, preview: true }).filter((path) => site.has(path))).toEqual([]);
});

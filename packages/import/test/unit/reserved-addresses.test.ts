import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { siteSchema } from '../../../../src/core/model/site.ts';
import { reservedBy } from '../../../../src/core/model/urls.ts';
import { ContentProject } from '../../../../test/helpers/content-project.ts';
import { importSite } from '../../src/import-site.ts';
import { type ExportedItem, exportFile } from '../helpers/export-file.ts';
import { plainImport } from '../helpers/plain-import.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reserved-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function bring(items: readonly ExportedItem[]) {
  const file = join(folder, 'export.xml');
  writeFileSync(file, exportFile(items));
  const into = join(folder, 'site');
  return importSite({ ...plainImport, files: [file], into }, () => undefined);
}

const pathIn = (file: string): string => {
  const fields = parse(readFileSync(join(folder, 'site', file), 'utf8').split('---\n')[1] ?? '') as {
    path?: string;
  };
  return fields.path ?? '';
};

it('documents in folders of the system move out of them, and the report says where to', async () => {
  const folders = [
    'media',
    '_astro',
    'page',
    'author',
    'series',
    'pagefind',
    'wp-json',
    '_errors',
    '.well-known',
  ];
  const report = await bring([
    ...folders.map((name, index) => ({
      id: index + 1,
      type: 'page',
      slug: `kept-${index}`,
      link: `https://old.example/${name}/kept-${index}/`,
    })),
    { id: 50, type: 'page', slug: 'media', link: 'https://old.example/media/' },
    { id: 51, type: 'page', slug: 'below', parent: 50, link: 'https://old.example/media/below/' },
    { id: 52, slug: 'kept-0', link: 'https://old.example/media/kept-0/' },
    { id: 53, type: 'page', slug: 'contact', link: 'https://old.example/contact/' },
    // The post is of this year, which has a list.
    { id: 54, type: 'page', slug: '2020', link: 'https://old.example/2020/' },
    { id: 55, type: 'page', slug: '2019', link: 'https://old.example/2019/' },
  ]);
  const moved = report.losses.filter(({ code }) => code === 'address-changed');
  expect(moved).toHaveLength(folders.length - 1 + 5);
  for (const { fix } of moved) expect(reservedBy(/\/\S+\//.exec(fix)?.[0] ?? '/media/')).toBeNull();
  expect(moved.map(({ what, fix }) => [what.split(' ')[0], /\/\S+\//.exec(fix)?.[0]])).toEqual(
    expect.arrayContaining([
      ['/media/', '/media-page/'],
      ['/media/below/', '/media-page/below/'],
      ['/contact/', '/contact-page/'],
      ['/2020/', '/2020-page/'],
      ['/page/kept-2/', '/kept-2/'],
    ]),
  );
  expect(readFileSync(join(folder, 'site/content/pages/media.md'), 'utf8')).toContain(
    'redirectFrom:\n  - /media/\n',
  );
  expect(readFileSync(join(folder, 'site/content/pages/2020.md'), 'utf8')).not.toContain('redirectFrom');
  const settings = /export const site = ([\s\S]*);\n$/.exec(
    readFileSync(join(folder, 'site/site.ts'), 'utf8'),
  )?.[1];
  const project = new ContentProject();
  onTestFinished(() => project.remove());
  for (const entry of readdirSync(join(folder, 'site/content'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      project.write({ [path.slice(join(folder, 'site/').length)]: readFileSync(path, 'utf8') });
    }
  const loaded = await project.load('2026-11-21T12:00:00', siteSchema.parse(JSON.parse(settings ?? '{}')));
  expect(loaded.library.documents).toHaveLength(folders.length + 6);
  loaded.close();
});

it('a thousand documents at one address get an address each', async () => {
  const items = Array.from({ length: 1000 }, (_, index) => ({
    id: index + 1,
    type: 'page',
    slug: 'same',
    link: 'https://old.example/media/same/',
  }));
  await bring(items);
  expect(pathIn('content/pages/same-1000.md')).toBe('/same-999/');
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importSite } from '../../src/import-site.ts';
import { renderReport } from '../../src/write/report.ts';
import { FolderImport } from '../helpers/folder-import.ts';
import { plainImport } from '../helpers/plain-import.ts';

const files = {
  'hugo.toml': 'baseURL = "https://old.example/"\ntitle = "Shed"\n[permalinks]\nposts = "/:year/:slug/"\n',
  'content/posts/a.md': '---\ntitle: A\ndate: 2021-03-04\naliases: [/first/]\n---\nA.\n',
  'content/media/b.md': '---\ntitle: B\n---\nB.\n',
  'static/c.png': '',
};

it('the first lines say how the new site answers the old addresses', async () => {
  using folder = new FolderImport();
  folder.write(files);
  const report = await folder.run();
  expect(report.addresses).toEqual({
    from: 'the files',
    same: 2,
    moved: 0,
    gone: 1,
    examples: ['/media/b/'],
  });
  expect(renderReport(report).split('\n').slice(2, 6).join('\n')).toContain(
    'Old addresses, from the files: 2 answer as before (200), 0 redirect (301), 1 are not found (404): `/media/b/`.',
  );
});

it('a sitemap says which they are', async () => {
  using folder = new FolderImport();
  folder.write(files);
  const addresses = join(folder.root, 'sitemap.xml');
  const paths = ['/', '/2021/a/', '/first/', '/posts/', '/c.png', '/gone/', '/index.xml'];
  writeFileSync(
    addresses,
    `<urlset>${paths.map((path) => `<url><loc>https://old.example${path}</loc></url>`).join('')}</urlset>`,
  );
  const options = { ...plainImport, system: 'markdown', files: [join(folder.root, 'old')] } as const;
  const report = await importSite(
    { ...options, into: join(folder.root, 'site'), addresses },
    () => undefined,
  );
  expect(report.addresses).toEqual({ from: 'a sitemap', same: 4, moved: 2, gone: 1, examples: ['/gone/'] });
});

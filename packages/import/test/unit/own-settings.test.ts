import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportFile } from '../helpers/export-file.ts';
import { FolderImport, lossesOf } from '../helpers/folder-import.ts';
import { ServiceImport } from '../helpers/service-import.ts';

/** As a new site has them, after its owner changed some. */
const own = `import type { SiteSettings } from 'agentsite';
const shared = 'Walks';

export const site = {
  title: 'Field notes', // mine
  description: shared,
  url: 'http://localhost:4321',
  language: 'de',
  timezone: 'Europe/Berlin',
  owner: { name: 'Zoë & co', slug: 'zoe', image: '/me.jpg' },
  look: 'classic',
  navigation: [{ label: 'Wege', path: '/posts/' }],
  permalinks: { post: '/notes/{slug}/' },
} satisfies SiteSettings;
`;
const write = (folder: FolderImport, text: string) => {
  mkdirSync(join(folder.root, 'site'), { recursive: true });
  writeFileSync(join(folder.root, 'site/site.ts'), text);
};
const vault = {
  '.obsidian/app.json': '{}',
  'Ways/Up.md': '---\npublish: true\ndate: 2024-01-02\n---\nUp.\n',
};

it('settings of which the source says nothing stay as their owner wrote them', async () => {
  using folder = new FolderImport();
  folder.write(vault);
  write(folder, own);
  const report = await folder.run();
  expect(folder.read('site.ts')).toBe(own);
  expect(lossesOf(report, 'setting-replaced')).toEqual([]);
  expect(folder.read('content/posts/2024-01-02-up.md')).not.toMatch(/author|path:|redirectFrom/);
  expect(folder.read('content/authors.yaml')).toContain('name: Zoë & co');
});

it('a setting that the old site has too is replaced, and the report shows what it was', async () => {
  using folder = new FolderImport();
  folder.write({
    'hugo.toml':
      'title = "Hives"\nbaseURL = "https://hives.example/"\n[params]\n[[menu.main]]\nname = "Log"\nurl = "/posts/a/"\n',
    'content/posts/a.md': '---\ntitle: A\ndate: 2024-01-02\n---\nA\n',
    'content/posts/b.md': '---\ntitle: B\ndate: 2024-01-03\n---\nB\n',
  });
  write(folder, own);
  const report = await folder.run();
  const text = folder.read('site.ts');
  expect(text).toMatch(/title: "Hives", \/\/ mine[\s\S]*description: shared,[\s\S]*look: 'classic',/);
  expect(text).toContain("owner: { name: 'Zoë & co', slug: 'zoe', image: '/me.jpg' }");
  expect(text).toContain("timezone: 'Europe/Berlin'");
  expect(text).toContain('"label": "Log"');
  const replaced = lossesOf(report, 'setting-replaced');
  expect(replaced).toContain("title: 'Field notes'");
  expect(replaced).toContain("permalinks: { post: '/notes/{slug}/' }");
  expect(replaced).toContain("navigation: [{ label: 'Wege', path: '/posts/' }]");
  const edited = text.replace('"Hives"', '"Bees"').replace('https://hives.example', 'http://localhost:4321');
  write(folder, edited);
  expect(lossesOf(await folder.run(), 'file-edited')).toContain('site.ts');
  expect(folder.read('site.ts')).toBe(edited);
});

it('switches that the import sets are added', async () => {
  using site = new ServiceImport();
  site.write({
    'site/site.ts': own,
    'export.xml': exportFile([{ id: 1 }]),
  });
  await site.run('export.xml', {});
  expect(site.read('site.ts')).toMatch(/\n {2}guessAddresses: true,?\n/);
});

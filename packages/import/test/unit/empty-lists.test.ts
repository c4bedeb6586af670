import { expect, it } from 'vitest';
import { checkContent } from '../../src/content-problems.ts';
import { FolderImport, lossesOf } from '../helpers/folder-import.ts';

const hugo = 'baseURL = "https://old.example/"\ntitle = "Shed"\ntimeZone = "UTC"\n';
const page = (title: string, more = '') => `---\ntitle: ${title}\n${more}---\nWords of it.\n`;

async function bring(files: Record<string, string>) {
  const folder = new FolderImport();
  folder.write({ 'hugo.toml': hugo, ...files });
  const report = await folder.run();
  const problems = await checkContent(`${folder.root}/site`, '2026-11-28T12:00:00Z');
  return { folder, report, problems };
}

it.each(['talks', 'plugins', 'series', 'notes'])('a page at /%s/ keeps its address', async (name) => {
  const { folder, report, problems } = await bring({ [`content/${name}.md`]: page(name) });
  using _ = folder;
  expect(problems).toEqual([]);
  expect(lossesOf(report, 'address-changed')).toEqual([]);
  expect(folder.read(`content/pages/${name}.md`)).not.toMatch(/^(?:path|redirectFrom):/m);
});

it('a page at /series/ moves where the new site has series', async () => {
  const part = page('Part', 'date: 2021-03-04\nseries: [Rungs]\n');
  const { folder, report, problems } = await bring({
    'content/series.md': page('Series'),
    'content/posts/part.md': part,
  });
  using _ = folder;
  expect(problems).toEqual([]);
  expect(lossesOf(report, 'address-changed')).toEqual(['/series/ belongs to the series']);
});

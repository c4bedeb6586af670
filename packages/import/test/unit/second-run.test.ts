import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { FolderImport, lossesOf } from '../helpers/folder-import.ts';

const site = {
  'hugo.toml': 'title = "G"\n',
  'content/posts/a.md': '---\ntitle: A\ndate: 2024-01-02\ntags: [one]\n---\n![p](/p.png)\n',
  'content/posts/b.md': '---\ntitle: B\ndate: 2024-01-03\n---\nB\n',
  'static/p.png': '',
  'static/q.png': '',
};
const [a, b] = ['content/posts/2024-01-02-a.md', 'content/posts/2024-01-03-b.md'];

it('a document that was renamed and files that were removed stay away, run after run', async () => {
  using old = new FolderImport();
  old.write(site);
  await old.run();
  const at = (file: string) => join(old.root, 'site', file);
  renameSync(at(b), at('content/posts/2024-01-03-better.md'));
  for (const file of ['public/q.png', 'public/p.png', 'content/tags.yaml']) rmSync(at(file));
  for (const _ of [2, 3]) {
    const report = await old.run();
    expect(lossesOf(report, 'file-removed')).toEqual([
      'public/p.png',
      'public/q.png',
      b,
      'content/tags.yaml',
    ]);
    expect(existsSync(at(b))).toBe(false);
    expect(old.filesIn('public')).toEqual([]);
    expect(existsSync(at('content/tags.yaml'))).toBe(false);
    // A build refuses a document that shows an image that is not there.
    expect(old.read(a)).not.toContain('p.png');
  }
});

it('what the old site has again still comes, and its other version of a removed document is kept aside', async () => {
  using old = new FolderImport();
  old.write(site);
  await old.run();
  rmSync(join(old.root, 'site', b));
  old.write({
    'content/posts/b.md': '---\ntitle: B\ndate: 2024-01-03\n---\nB, changed\n',
    'content/posts/c.md': '---\ntitle: C\ndate: 2024-01-04\n---\nC\n',
  });
  await old.run();
  expect(old.filesIn('content/posts')).toEqual(['2024-01-02-a.md', '2024-01-04-c.md']);
  expect(old.read(`import/other-version/${b}`)).toContain('B, changed');
});

it('a site whose content is gone is imported as a whole', async () => {
  using old = new FolderImport();
  old.write(site);
  await old.run();
  rmSync(join(old.root, 'site/content'), { recursive: true });
  await old.run();
  expect(old.filesIn('content/posts')).toHaveLength(2);
});

it('a file of another import in the same site stays known', async () => {
  using old = new FolderImport();
  old.write(site);
  await old.run();
  rmSync(join(old.root, 'site', b));
  rmSync(join(old.root, 'old/content/posts/b.md'));
  await old.run();
  const file = join(old.root, 'old/content/posts/b.md');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, site['content/posts/b.md']);
  await old.run();
  expect(existsSync(join(old.root, 'site', b))).toBe(false);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { listOwnFiles, readOwnPage } from '../../../src/content/compile/own-pages.ts';
import { siteSchema } from '../../../src/core/model/site.ts';

const site = siteSchema.parse({
  title: 'Notes',
  description: 'Notes of all kinds.',
  url: 'https://notes.example.org',
  owner: { name: 'The owner', slug: 'owner' },
});

it('knows the addresses that follow from the names of files', () => {
  const root = mkdtempSync(join(tmpdir(), 'own-pages-'));
  for (const file of [
    'mine.astro',
    'a/index.astro',
    'a/b.md',
    'data.json.ts',
    '_part.astro',
    '[x].astro',
    'a/x.css',
  ]) {
    mkdirSync(dirname(join(root, 'src/pages', file)), { recursive: true });
    writeFileSync(join(root, 'src/pages', file), '');
  }
  expect(listOwnFiles(root, site)).toEqual([
    { path: '/a/b/', source: 'src/pages/a/b.md' },
    { path: '/a/', source: 'src/pages/a/index.astro' },
    { path: '/data.json', source: 'src/pages/data.json.ts' },
    { path: '/mine/', source: 'src/pages/mine.astro' },
  ]);
  rmSync(root, { recursive: true, force: true });
});

const page = (head: string, main: string) =>
  readOwnPage(
    `<!doctype html><html><head>${head}</head><body><nav>Menu</nav>${main}</body></html>`,
    { path: '/mine/', source: 'src/pages/mine.astro' },
    site,
  );

it('takes the text from main: title and description apart, addresses absolute, without what is no text', () => {
  const read = page(
    '<title>Mine · Notes</title><meta name="description" content="What is mine.">',
    `<main><header><nav>Up</nav><h1>Mine</h1><p>What is mine.</p></header>
      <p>See <a href="../other/">the other</a>.</p><script>1</script><style>p{}</style>
      <table><tr><th>A</th></tr><tr><td>1</td></tr></table></main>`,
  );
  expect(read).toMatchObject({ title: 'Mine', description: 'What is mine.' });
  expect(read?.markdown).toBe('See [the other](https://notes.example.org/other/).\n\n| A |\n| - |\n| 1 |\n');
  expect(read?.text).toBe('See the other. A1');
});

it('takes the title of the document where there is no heading, and the body where there is no main', () => {
  expect(page('<title>Mine</title>', '<p>Words.</p>')).toMatchObject({ title: 'Mine', markdown: 'Words.\n' });
});

it('leaves out a page that asks not to be found', () => {
  expect(page('<meta name="robots" content="noindex">', '<main>Words.</main>')).toBeNull();
});

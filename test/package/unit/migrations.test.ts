import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listMigrations, listThemeChanges } from '../../../src/cli/site/migrations.ts';
import { projectRoot } from '../../helpers/project-copy.ts';

const rows = [
  {
    version: '2.0.0',
    file: 'site.ts',
    applies: (text: string) => text.includes('oldName'),
    todo: 'rename it.',
  },
];

it('says what has to be done only where it applies', () => {
  expect(listMigrations(() => 'oldName: 1', rows)).toEqual([
    { file: 'site.ts', message: 'since version 2.0.0: rename it.' },
  ]);
  expect(listMigrations(() => 'newName: 1', rows)).toEqual([]);
  expect(listMigrations(() => null, rows)).toEqual([]);
});

it('a site that carries the engine with it learns how to take it from the package', () => {
  const config = readFileSync(join(projectRoot, 'astro.config.mjs'), 'utf8');
  expect(listMigrations(() => config).map(({ file }) => file)).toEqual(['astro.config.mjs']);
  expect(listMigrations(() => config.replace('./src/astro/agentsite.ts', 'agentsite'))).toEqual([]);
});

it('names the classes and the link of an earlier theme in styles and components of the owner', () => {
  const list = (file: string, text: string) =>
    listThemeChanges([{ file, text }]).map(({ message }) => message);
  expect(list('theme/my.css', '.titles li, .titles-mine { margin: 0 }')).toEqual([
    'the class "titles" of lists is now "entries-compact".',
  ]);
  expect(list('theme/list.astro', '<ul class="my titles">…<p class="entry-text">')).toHaveLength(2);
  expect(list('theme/page-head.astro', '<a href={twinPath(page.path)} data-twin>')).toEqual([
    expect.stringContaining('MarkdownMenu'),
  ]);
  expect(list('theme/header.astro', '<a class="search-link" href={paths.search}><svg>')).toHaveLength(1);
  expect(list('theme/choice.astro', '<fieldset class="theme-choice">')).toHaveLength(1);
  const moved = {
    'nav.site-nav ul { gap: 0 }': '"site-nav" is a div',
    '.site-header + .language-links { float: inline-end }': 'now in "site-nav"',
    '.byline > a { color: red }': 'now in a span',
    '.entry-date > time { color: red }': 'now in a span',
    '.series > ol { color: red }': 'details',
    '.colophon { max-inline-size: calc(var(--measure) + 30rem + 2 * var(--gutter)) }': 'var(--edge)',
  };
  for (const [css, todo] of Object.entries(moved))
    expect(list('theme/my.css', css)).toEqual([expect.stringContaining(todo)]);
  expect(list('theme/my.css', '.site-nav a, .language-links, .byline a, .series ol { color: red }')).toEqual(
    [],
  );
  const menu = readFileSync(join(projectRoot, 'src/components/views/page-head.astro'), 'utf8');
  const header = readFileSync(join(projectRoot, 'src/components/site-header.astro'), 'utf8');
  expect(list('theme/own.astro', `${menu}${header}<p class="subtitles">all titles`)).toEqual([]);
});

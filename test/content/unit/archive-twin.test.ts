import { expect, it } from 'vitest';
import { renderArchiveTwin, renderHomeTwin } from '../../../src/core/markdown/archive-twin.ts';
import type { ArchivePage, HomePage } from '../../../src/core/pages/page.ts';
import { describePages } from '../../../src/core/pages/pages.ts';
import { createLibrary, createSite, lockedBody } from '../../helpers/library.ts';

const site = createSite({ postsPerPage: 2 });
const facts = { event: 'A [conf]', location: 'Köln' };
const library = createLibrary({
  site,
  documents: [
    { title: 'Newest', excerpt: 'The [newest] of all.', categories: ['guides'], tags: ['http'] },
    { title: 'Locked', locked: lockedBody, categories: ['guides'] },
    { title: 'Third', categories: ['guides'], sticky: true },
    { title: 'Engines', path: '/engines/', kind: 'talk', excerpt: 'On engines.', facts },
    { title: 'Oldest', categories: ['looms'] },
  ],
  categories: [
    { slug: 'guides', name: 'Guides', description: 'See [about](/about/) and <b>this</b>.' },
    { slug: 'looms', name: 'Looms', parent: 'guides', description: 'On\n[cards](/cards/).' },
  ],
  tags: [{ slug: 'http', name: 'HTTP' }],
});
const pages = describePages(library);
const archive = (path: string) =>
  renderArchiveTwin(
    pages.find((page): page is ArchivePage => page.view === 'archive' && page.path === path)!,
    site,
  );
const home = pages.find((page): page is HomePage => page.view === 'home')!;

it('an archive has its prose, its parts, its entries and the way to the next page', () => {
  expect(archive('/category/guides/')).toBe(`---
title: "Guides · Categories"
description: "See [about](/about/) and <b>this</b>."
url: "https://notes.example.org/category/guides/"
markdown_url: "https://notes.example.org/category/guides.md"
type: "archive"
lang: "en"
modified: "2026-08-10T07:40:00Z"
---

> For programs: every page of this site is listed, as Markdown, in [/llms.txt](https://notes.example.org/llms.txt).

# Guides

Page 1 of 2, 3 entries. [Next page](https://notes.example.org/category/guides/page/2.md)

See [about](https://notes.example.org/about/) and \\<b>this\\</b>.

## Parts

- [Looms](https://notes.example.org/category/guides/looms.md) (1): On [cards](https://notes.example.org/cards/).

## Entries

- [Newest](https://notes.example.org/newest.md) (August 10, 2026, [Guides](https://notes.example.org/category/guides.md))
  The \\[newest\\] of all.
- [Locked](https://notes.example.org/locked/) (August 10, 2026, [Guides](https://notes.example.org/category/guides.md))
  This page is password protected.

Page 1 of 2, 3 entries. [Next page](https://notes.example.org/category/guides/page/2.md)
`);
});

it('a continuation has its entries and the way back', () => {
  const twin = archive('/category/guides/page/2/');
  expect(twin).toContain('url: "https://notes.example.org/category/guides/page/2/"');
  expect(twin).toContain(
    '# Guides, page 2\n\nPage 2 of 2, 3 entries. [Previous page](https://notes.example.org/category/guides.md)\n\n## Entries\n\n- [Third](https://notes.example.org/third.md)',
  );
  expect(twin).toContain(
    'Page 2 of 2, 3 entries. [Previous page](https://notes.example.org/category/guides.md)\n',
  );
});

it('an entry of a talk says where it was given', () => {
  expect(archive('/talks/')).toContain(
    '- [Engines](https://notes.example.org/engines.md) (August 10, 2026, A \\[conf\\], Köln)\n  On engines.\n',
  );
});

it('a list of lists has no line that says it is empty', () => {
  const twin = archive('/category/');
  expect(twin).toContain(
    '# Categories\n\n## Parts\n\n- [Guides](https://notes.example.org/category/guides.md) (3)',
  );
  expect(twin).not.toContain('No entries');
});

it('every page of a list links to its neighbours above its entries, and within the first kilobyte', () => {
  const lists = pages.filter((page): page is ArchivePage => page.view === 'archive' && page.pages > 1);
  expect(new Set(lists.map(({ about }) => about))).toEqual(new Set(['post', 'category', 'author']));
  for (const list of lists) {
    const twin = renderArchiveTwin(list, site);
    const top = twin.slice(0, Math.min(1024, twin.search(/^## /m)));
    for (const next of [list.next, list.previous]) {
      if (next) expect(top).toContain(`](https://notes.example.org${next.path.slice(0, -1)}.md)`);
    }
    expect(twin.slice(twin.lastIndexOf('\n- '))).toContain(`Page ${list.number} of ${list.pages}`);
  }
});

it('the list of a year has titles and dates alone', () => {
  const twin = archive('/2026/');
  expect(twin).toContain('- [Newest](https://notes.example.org/newest.md) (August 10, 2026');
  expect(twin).not.toContain('of all.');
});

it('an author without posts has a page that says so', () => {
  const empty = describePages(createLibrary({ site }));
  const author = empty.find((page): page is ArchivePage => page.view === 'archive')!;
  expect(renderArchiveTwin(author, site)).toContain('Keeps the notes.\n\nNo entries yet.\n');
});

it('the twin of the home page begins with the ways on', () => {
  const [, head = ''] = renderHomeTwin(home, null, site).split('\n---\n\n');
  expect(head.slice(0, head.indexOf('\n# '))).toBe(`For programs:

- [Newest posts, whole text](https://notes.example.org/feed.md)
- Search: \`GET https://notes.example.org/wp-json/wp/v2/search?search=WORDS&per_page=5&_fields=title,url,snippet\`; a \`url\` with \`.md\` is its text
- MCP: \`POST https://notes.example.org/wp-json/agentsite/v1/mcp\`
- Contact: \`GET https://notes.example.org/wp-json/site/v1/contact\`
- [Every page](https://notes.example.org/llms.txt), [whole text](https://notes.example.org/llms-full.txt)
`);
});

it('no post is on the home page twice', () => {
  const { documents } = library;
  const featured = createLibrary({
    site,
    documents: documents.map((one, at) => ({ ...one, sticky: at === 0 })),
  });
  const page = describePages(featured).find((one): one is HomePage => one.view === 'home')!;
  expect(page.recent.map(({ title }) => title)).toEqual(['Locked', 'Third']);
  expect(renderHomeTwin(page, null, site)).toContain(
    '## Featured\n\n- [Newest](https://notes.example.org/newest.md), 2026-08-10: The \\[newest\\] of all.\n\n' +
      '## Latest posts\n\n- [Locked](https://notes.example.org/locked/), 2026-08-10: This page is password protected.\n',
  );
});

it('the home page without a text of its own has the description and the lists', () => {
  const twin = renderHomeTwin(home, null, site);
  expect(twin).toContain('markdown_url: "https://notes.example.org/index.md"');
  expect(twin).toContain(`# Field notes

Notes on machines that read.

## Featured

- [Third](https://notes.example.org/third.md), 2026-08-10
`);
  expect(twin).toContain('\n## Latest posts\n\n- [Newest](https://notes.example.org/newest.md)');
  expect(twin.match(/^# /gm)).toHaveLength(1);
});

it('the home page begins with the text of content/pages/index.md', () => {
  const documents = [...library.documents, { title: 'Hello', kind: 'page', path: '/', description: 'Mine.' }];
  const own = describePages(createLibrary({ site, documents })).find((one) => one.view === 'home')!;
  const body = { html: '', markdown: 'Welcome.\n\n```\nopen\n', text: '' };
  const twin = renderHomeTwin(own as HomePage, body, site);
  expect(twin).toContain('# Hello\n\nWelcome.\n\n```\nopen\n```\n\n## Featured');
  expect(twin).toContain('description: "Mine."');
  expect(twin).not.toContain('Notes on machines that read.\n\n##');
});

import { describe, expect, it } from 'vitest';
import { renderLlmsFull } from '../../../src/core/markdown/llms-full.ts';
import { comfortable, renderLlmsTxt } from '../../../src/core/markdown/llms-txt.ts';
import type { Site } from '../../../src/core/model/site.ts';
import { surfaceAt } from '../../../src/core/model/surfaces.ts';
import { pagePathOfTwin, twinPath } from '../../../src/core/model/urls.ts';
import { describePages, isContinuation, listPages } from '../../../src/core/pages/pages.ts';
import { createLibrary, createSite, type DocumentFields, lockedBody } from '../../helpers/library.ts';

const site = createSite({ postsPerPage: 2 });
const documents: DocumentFields[] = [
  {
    title: 'Newest',
    excerpt: 'The newest.',
    categories: ['guides'],
    markdown: '## A\n\ntext\n',
    wordCount: 2,
  },
  { title: 'Secret', locked: lockedBody, excerpt: '', markdown: 'canary', tags: ['http'] },
  {
    title: 'A [b](c)\n# d',
    slug: 'b',
    categories: ['guides'],
    markdown: 'One.\n\n---\n\nTwo.\n',
    wordCount: 1001,
  },
  { title: 'Oldest', categories: ['guides'], tags: ['http'] },
  { title: 'Engines', kind: 'talk', excerpt: 'On engines.' },
  { title: 'Abacus', kind: 'plugin', excerpt: 'Counts & adds.' },
  { title: 'About', kind: 'page', order: 90, excerpt: 'x'.repeat(400) },
  { title: 'Cranks', kind: 'page', parent: '/manual/', order: 1 },
  { title: 'Manual', kind: 'page', order: 10, excerpt: 'All there is\nto know.' },
];
const categories = [{ slug: 'guides', name: 'Guides', description: 'How things are done.' }];
const library = createLibrary({ site, documents, categories, tags: [{ slug: 'http', name: 'HTTP' }] });
const text = renderLlmsTxt(library);
const lines = (heading: string) => {
  const [, below = ''] = text.split(`## ${heading}\n\n`);
  return below.split('\n\n')[0]!.trimEnd().split('\n');
};

describe('llms.txt', () => {
  it('begins with the title and the summary, has sections, and ends with Optional', () => {
    expect(text.startsWith('# Field notes\n\n> Notes on machines that read.\n\n- [Newest posts')).toBe(true);
    expect(text.match(/^#+ .*$/gm)).toEqual([
      '# Field notes',
      '## Pages',
      '## Posts, newest first',
      '## Talks, newest first',
      '## Plugins',
      '## For programs',
      '## Optional',
    ]);
    expect(text.endsWith('\n')).toBe(true);
    expect(text).not.toMatch(/^\ufeff|\r/);
  });

  it('lists pages in menu order, each before the pages below it', () => {
    expect(lines('Pages').map((line) => /\[([^\]]*)\]/.exec(line)![1])).toEqual([
      'Field notes',
      'Manual',
      'Cranks',
      'About',
      'Contact',
    ]);
    expect(lines('Pages')[1]).toBe('- [Manual](https://notes.example.org/manual.md): All there is to know.');
  });

  it('lists posts newest first, one line each, with escaped titles and their days', () => {
    expect(lines('Posts, newest first')).toEqual([
      '- [Newest](https://notes.example.org/newest.md): 2026-08-10. The newest.',
      '- [Secret](https://notes.example.org/secret/): 2026-08-10. Protected by a password.',
      '- [A \\[b\\](c) # d](https://notes.example.org/b.md): 2026-08-10',
      '- [Oldest](https://notes.example.org/oldest.md): 2026-08-10',
    ]);
  });

  it('begins with the ways on: newest posts, search, MCP, contact, the whole text', () => {
    const [, , ways = ''] = text.split('\n\n');
    expect(ways.split('\n')).toEqual([
      '- [Newest posts, whole text](https://notes.example.org/feed.md)',
      '- Search: `GET https://notes.example.org/wp-json/wp/v2/search?search=WORDS&per_page=5&_fields=title,url,snippet`; a `url` with `.md` is its text',
      '- MCP: `POST https://notes.example.org/wp-json/agentsite/v1/mcp`',
      '- Contact: `GET https://notes.example.org/wp-json/site/v1/contact`',
      expect.stringMatching(
        /^- \[Every page, whole text\]\(https:\/\/notes\.example\.org\/llms-full\.txt\): about [\d,]+ words$/,
      ),
    ]);
  });

  it('names no interface where files only are served', () => {
    const hosted = createSite({ deploy: 'static', contact: 'mailto:keeper@example.org' });
    const [, , ways = ''] = renderLlmsTxt(createLibrary({ site: hosted, documents })).split('\n\n');
    expect(ways.split('\n')).toEqual([
      '- [Newest posts, whole text](https://notes.example.org/feed.md)',
      '- Contact: <mailto:keeper@example.org>',
      expect.stringMatching(
        /^- \[Every page, whole text\]\(https:\/\/notes\.example\.org\/llms-full\.txt\): about [\d,]+ words$/,
      ),
    ]);
  });

  it('distinguishes lists from pages, categories and tags of the same title', () => {
    const titles = lines('Optional').map((line) => /\[([^\]]*)\]/.exec(line)![1]);
    expect(titles).toEqual(
      expect.arrayContaining(['Posts: Writing', 'Category: Guides', 'Tag: HTTP', 'Talks']),
    );
    expect(new Set(titles).size).toBe(titles.length);
    const kitchen = createSite({
      taxonomies: { cuisine: { labels: { name: 'Cuisines', singular: 'Cuisine' } } },
    });
    const carrying = { title: 'Kimchi', terms: { cuisine: ['korean'] } };
    const own = createLibrary({ site: kitchen, documents: [carrying, ...documents] });
    const term = { taxonomy: 'cuisine', id: 1, path: '/cuisine/korean/', name: 'Korean', slug: 'korean' };
    const terms = [{ ...term, description: '', parent: null, count: 1 }];
    expect(renderLlmsTxt({ ...own, terms })).toContain('- [Cuisine: Korean](');
  });

  it('covers every page but continuations once, with links to twins that are there', () => {
    const linked = [...text.matchAll(/^- \[.*?\]\((https:[^)]*)\)(?::|$)/gm)].map((match) =>
      decodeURI(match[1]!.slice(site.url.length)),
    );
    const locked = new Set(library.documents.filter((document) => document.locked).map(({ path }) => path));
    const expected = listPages(library)
      .map(({ path }) => path)
      .filter((path) => !isContinuation(path))
      .map((path) => (locked.has(path) ? path : twinPath(path)));
    const pages = linked.filter((path) => surfaceAt(path) === undefined);
    expect(pages.toSorted()).toEqual(expected.toSorted());
    expect(linked.filter((path) => surfaceAt(path) !== undefined)).toEqual([
      '/feed.md',
      '/llms-full.txt',
      '/auth.md',
    ]);
  });

  it('names the interfaces by address, since they are no Markdown', () => {
    expect(text).toContain('- OpenAPI description: `https://notes.example.org/openapi.json`\n');
    expect(text).toContain('- MCP server card: `https://notes.example.org/.well-known/mcp.json`\n');
  });

  it('has no notes where it is long and the site has a search', () => {
    const many = Array.from({ length: 60 }, (_, at) => ({
      title: `Post ${at}`,
      slug: `post-${at}`,
      description: 'A sentence about looms and their governors, which is longer than seventy characters.',
    }));
    const linesOf = (site: Site) =>
      renderLlmsTxt(createLibrary({ site, documents: many })).match(/^- \[Post .*$/gm) ?? [];
    expect(linesOf(createSite())).toHaveLength(60);
    expect(linesOf(createSite())[0]).toMatch(/\.md\): \d{4}-\d\d-\d\d$/);
    expect(linesOf(createSite({ deploy: 'static' }))[0]).toMatch(/looms and their .*…$/);
  });

  it('cuts long notes at about 150 characters', () => {
    const about = lines('Pages').find((line) => line.startsWith('- [About]'))!;
    expect(about.length).toBeLessThan(220);
  });

  it('has no text of a protected page', () => {
    expect(text).not.toContain('canary');
  });

  it('stays within what is read whole for hundreds of posts, and keeps one line a page for thousands', () => {
    const many = (count: number) =>
      createLibrary({
        documents: Array.from({ length: count }, (_, index) => ({
          title: `A post about something ${index}`,
          excerpt: 'Some words that say what the post is about and go on for a while, as they do. '.repeat(3),
        })),
      });
    const hundreds = renderLlmsTxt(many(400));
    expect(hundreds.length).toBeLessThanOrEqual(comfortable);
    expect(hundreds).toContain('post-about-something-7.md)');
    const library5000 = many(5000);
    const thousands = renderLlmsTxt(library5000);
    expect(thousands.match(/^- \[A post.*\.md\)$/gm)).toHaveLength(5000);
    expect(thousands).toContain('Notes are left out of this index, since the site is large.');
    expect(describePages(library5000).length).toBeGreaterThan(5000);
  });
});

describe('llms-full.txt', () => {
  const full = renderLlmsFull(library);
  const entries = full.split(/^---\n\n/m);

  it('says what it is and how large', () => {
    expect(entries[0]).toBe(
      '# Field notes: the whole text\n\n> Notes on machines that read.\n\n9 documents, 1,003 words. An entry begins with a line `---`, its title and its URL.\n\n',
    );
  });

  it('has an entry for each document with title and URL, in the order of llms.txt', () => {
    const [, pages = ''] = text.split('## Pages');
    const order = [...pages.matchAll(/\]\(https:\/\/notes\.example\.org(\/[^)]*)\)/g)].map((match) =>
      match[1]!.endsWith('.md') ? pagePathOfTwin(match[1]!) : match[1]!,
    );
    const urls = entries
      .slice(1)
      .map((entry) => /^# .+\n\nURL: https:\/\/notes\.example\.org(\S+)\n/.exec(entry)![1]!);
    const paths = new Set(library.documents.map((document) => document.path));
    expect(urls).toEqual(order.filter((path) => paths.has(path)));
    expect(urls).toHaveLength(9);
  });

  it('keeps rules inside a text apart from the start of an entry', () => {
    expect(entries.find((entry) => entry.includes('/b/'))).toContain('One.\n\n***\n\nTwo.\n');
  });

  it('has a protected document by its title and a note alone', () => {
    expect(entries.find((entry) => entry.includes('/secret/'))).toBe(
      '# Secret\n\nURL: https://notes.example.org/secret/\n\nThis page is protected by a password. Its text is in no document for programs.\n\n',
    );
    expect(full).not.toContain('canary');
  });

  it('begins with the text of the home page where there is one', () => {
    const withHome = createLibrary({
      documents: [{ title: 'Home', kind: 'page', path: '/', markdown: 'Welcome.\n' }],
    });
    expect(renderLlmsFull(withHome)).toContain(
      '\n---\n\n# Home\n\nURL: https://notes.example.org/\n\nWelcome.\n',
    );
  });
});

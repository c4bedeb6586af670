import { describe, expect, it } from 'vitest';
import { renderMarkdownSitemap } from '../../../src/core/markdown/markdown-sitemap.ts';
import { withEmptyLists } from '../../../src/core/model/empty-lists.ts';
import { isTwin } from '../../../src/core/model/surfaces.ts';
import { isOnHost } from '../../../src/core/model/targets.ts';
import { paths } from '../../../src/core/model/urls.ts';
import { createLibrary, createSite, lockedBody } from '../../helpers/library.ts';

describe('/sitemap.md', () => {
  const site = createSite();
  const library = createLibrary({
    site,
    documents: [
      { title: 'Newest' },
      { title: 'Secret', locked: lockedBody },
      { title: 'Manual', kind: 'page', order: 10 },
      { title: 'Cranks', kind: 'page', parent: '/manual/', order: 1 },
      { title: 'About', kind: 'page', order: 90 },
    ],
  });

  it('lists the titles of all pages, each below the page that it belongs to, without notes', () => {
    const blocks = renderMarkdownSitemap(library).split('\n\n');
    expect(blocks[0]).toBe('# Field notes: sitemap');
    expect(blocks[2]?.split('\n')).toEqual([
      '- [Field notes](https://notes.example.org/index.md)',
      '- [Manual](https://notes.example.org/manual.md)',
      '  - [Cranks](https://notes.example.org/manual/cranks.md)',
      '- [About](https://notes.example.org/about.md)',
      '- [Contact](https://notes.example.org/contact.md)',
    ]);
    expect(blocks[4]).toBe(
      '- [Newest](https://notes.example.org/newest.md)\n- [Secret](https://notes.example.org/secret/)',
    );
  });

  it('gives way to the twin of a page that has its address', () => {
    const { documents } = createLibrary({ site, documents: [{ title: 'Sitemap', kind: 'page' }] });
    const taken = withEmptyLists(site, documents, []);
    expect(isOnHost(taken, paths.markdownSitemap)).toBe(false);
    expect(isTwin(taken, paths.markdownSitemap)).toBe(true);
    const free = withEmptyLists(site, library.documents, []);
    expect(isOnHost(free, paths.markdownSitemap)).toBe(true);
    expect(isTwin(free, paths.markdownSitemap)).toBe(false);
  });
});

import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderDocumentTwin, renderLockedTwin } from '../../../src/core/markdown/markdown-twin.ts';
import type { DocumentPage } from '../../../src/core/pages/page.ts';
import { describePages } from '../../../src/core/pages/pages.ts';
import { createLibrary, type DocumentFields, lockedBody } from '../../helpers/library.ts';

function pageOf(...documents: DocumentFields[]) {
  const library = createLibrary({
    documents,
    categories: [{ slug: 'guides', name: 'Guides' }],
    tags: [{ slug: 'http', name: 'HTTP' }],
  });
  const [first] = library.documents;
  const page = describePages(library).find(
    (found): found is DocumentPage => found.view === 'document' && found.document === first,
  )!;
  return { page, body: library.body(first!), site: library.site };
}

function twinOf(...documents: DocumentFields[]): string {
  const { page, body, site } = pageOf(...documents);
  return renderDocumentTwin(page, body, site);
}

function headOf(twin: string): Record<string, unknown> {
  return parse(/^---\n([\s\S]*?)\n---\n/.exec(twin)![1]!) as Record<string, unknown>;
}

const headings = (markdown: string, depth: number) =>
  unified()
    .use(remarkParse)
    .parse(markdown.replace(/^---\n[\s\S]*?\n---\n/, ''))
    .children.filter((node) => node.type === 'heading' && node.depth === depth);

describe('the twin of a document', () => {
  it('has front matter, the line that names llms.txt, one H1, then the text', () => {
    const twin = twinOf({
      title: 'One address, two forms',
      slug: 'one-address',
      excerpt: 'How one address serves both.',
      modified: '2026-12-11T10:00:00',
      modifiedGmt: '2026-12-11T09:00:00',
      categories: ['guides'],
      tags: ['http'],
      image: { src: '/media/posts/two forms.png', alt: 'Two forms', width: 2, height: 1 },
      markdown: '## Why\n\nBecause.\n',
      wordCount: 900,
    });
    expect(twin).toBe(`---
title: "One address, two forms"
description: "How one address serves both."
url: "https://notes.example.org/one-address/"
markdown_url: "https://notes.example.org/one-address.md"
type: "post"
lang: "en"
author: "The keeper"
date: "2026-08-10T09:40:00+02:00"
modified: "2026-12-11T10:00:00+01:00"
categories: ["Guides"]
tags: ["HTTP"]
image: "https://notes.example.org/media/posts/two%20forms.png"
---

> For programs: every page of this site is listed, as Markdown, in [/llms.txt](https://notes.example.org/llms.txt).

# One address, two forms

How one address serves both.

By [The keeper](https://notes.example.org/author/keeper.md) · August 10, 2026 · Updated December 11, 2026 · 4 min read

Filed under [Guides](https://notes.example.org/category/guides.md), [HTTP](https://notes.example.org/tag/http.md)

![Two forms](https://notes.example.org/media/posts/two%20forms.png)

## Why

Because.
`);
  });

  it.each([
    ['a colon and quotes', 'Title: "quoted" \'single\''],
    ['the mark that closes front matter', 'Before --- after'],
    ['only that mark', '---'],
    ['HTML', '<em>Not</em> markup <br> & &amp; &copy;'],
    ['YAML markup', '- &anchor *alias !tag {a: b} [c] #d %e @f `g`'],
    ['what YAML would read as another type', 'yes'],
    ['a number', '2026'],
    ['a backslash at the end', 'C:\\'],
    ['Markdown markup', '# _a_ **b** [c](d) ![e](f) `g` ~~h~~ 1. i > j'],
    ['a list item', '- item'],
    ['an ordered list item', '1. item'],
    ['line separators and control characters', 'a\u2028b\u0085c\u007fd'],
    ['other scripts', 'Ünïcode, 日本語 and 🦉'],
    ['a lone surrogate', 'half \ud83e'],
  ])('keeps a title with %s whole in YAML and in the only H1', (_name, title) => {
    const twin = twinOf({ title, slug: 'x', markdown: '## Second\n' });
    const read = headOf(twin);
    expect(read.title).toBe(title.toWellFormed());
    expect(read.url).toBe('https://notes.example.org/x/');
    const [heading, ...others] = headings(twin, 1);
    expect(others).toEqual([]);
    const shown = heading && 'children' in heading ? heading.children : [];
    expect(shown.map((node) => node.type)).toEqual(['text']);
    expect('value' in shown[0]! && shown[0].value).toBe(title.replace(/[\s\u0085]+/g, ' ').trim());
  });

  it('puts a title of several lines on one', () => {
    expect(headOf(twinOf({ title: 'One\n---\nTwo', slug: 'x' })).title).toBe('One --- Two');
  });

  it('writes the zone of each date, summer and winter', () => {
    const twin = twinOf({
      title: 'Dates',
      date: '2026-01-10T00:30:00',
      dateGmt: '2026-01-09T23:30:00',
      modified: '2026-07-10T00:30:00',
      modifiedGmt: '2026-07-09T22:30:00',
    });
    expect(headOf(twin)).toMatchObject({
      date: '2026-01-10T00:30:00+01:00',
      modified: '2026-07-10T00:30:00+02:00',
    });
  });

  it('says what the last change was, next to its day, which an undated page does not have', () => {
    const note = { title: 'Notes', changed: 'Figures of *2026*' };
    const twin = twinOf({ ...note, modified: '2026-11-05T10:00:00' });
    expect(headOf(twin).changed).toBe('Figures of *2026*');
    expect(twin).toMatch(/ · Updated [^·]*2026: Figures of \\\*2026\\\*( ·|\n)/);
    expect(twinOf({ ...note, undated: true })).toContain('Updated: Figures');
    expect(twinOf({ title: 'Notes' })).not.toContain('Updated');
  });

  it('names event, place, slides and video of a talk', () => {
    const twin = twinOf({
      kind: 'talk',
      title: 'Ten slides',
      facts: {
        event: 'Some [conf]',
        location: 'Köln',
        slides: '/talks/ten slides.pdf',
        video: 'https://v.example/1',
      },
    });
    expect(twin).toContain(
      '- Event: Some \\[conf\\]\n- Location: Köln\n- Slides: <https://notes.example.org/talks/ten%20slides.pdf>\n- Recording: <https://v.example/1>\n',
    );
    expect(headOf(twin)).toMatchObject({
      type: 'talk',
      event: 'Some [conf]',
      slides: 'https://notes.example.org/talks/ten%20slides.pdf',
    });
  });

  it('names version, license, repository and homepage of a plugin entry', () => {
    const twin = twinOf({
      kind: 'plugin',
      title: 'Abacus',
      facts: { repository: 'https://code.example/a', version: '1.10', license: 'MIT' },
    });
    expect(twin).toContain('- Version: 1.10\n- Licence: MIT\n- Repository: <https://code.example/a>\n');
    expect(headOf(twin)).toMatchObject({ version: '1.10', license: 'MIT' });
  });

  it('lists the parts of its series and the pages below it', () => {
    const part = twinOf({ title: 'Second', series: 'A & B' }, { title: 'First', series: 'A & B' });
    expect(part).toContain(
      '## Series: [A & B](https://notes.example.org/series/a-b.md)\n\n1. [First](https://notes.example.org/first.md)\n2. Second (this part)\n',
    );
    const section = twinOf(
      { kind: 'page', title: 'Manual' },
      { kind: 'page', title: 'Parts', parent: '/manual/' },
    );
    expect(section).toContain('## In this section\n\n- [Parts](https://notes.example.org/manual/parts.md)\n');
    expect(section).not.toContain('\nBy ');
  });

  it('names related posts and what they share', () => {
    const post = (title: string): DocumentFields => ({ title, tags: ['http'], categories: ['guides'] });
    const twin = twinOf(post('A'), post('B'), post('C_d_'));
    expect(twin).toContain(
      '## Related posts\n\n- [C_d\\_](https://notes.example.org/c-d-.md) (Also about HTTP, Guides)\n',
    );
  });

  it('does not show its image twice', () => {
    const image = { src: '/media/x.png', alt: 'X', width: 1, height: 1 };
    const twin = twinOf({ title: 'X', image, markdown: '![X](https://notes.example.org/media/x.png)\n' });
    expect(twin.match(/!\[X\]/g)).toHaveLength(1);
  });

  it('closes a fence that the text leaves open, so that what follows stays text', () => {
    const twin = twinOf(
      { title: 'A', series: 'S', markdown: '````js\n```\ncode\n' },
      { title: 'B', series: 'S' },
    );
    expect(twin).toContain('````js\n```\ncode\n````\n\n## Series');
    expect(headings(twin, 2)).toHaveLength(1);
  });

  it('keeps parentheses in an address from ending the link', () => {
    const twin = twinOf({ title: 'A', slug: 'a(b)', series: 'S' }, { title: 'B', slug: 'c(d)', series: 'S' });
    expect(twin).toContain('[B](https://notes.example.org/c%28d%29.md)');
  });
});

describe('the 403 body of a protected document', () => {
  const { page, site } = pageOf({
    title: 'Secret *plans*',
    locked: lockedBody,
    slug: 'plans',
    tags: ['http'],
    image: { src: '/media/secret.png', alt: 'canary', width: 1, height: 1 },
    markdown: 'canary',
    excerpt: 'canary',
  });

  it('names the title, the page and what to do', () => {
    expect(renderLockedTwin(page, site)).toBe(`# Secret \\*plans\\*: protected by a password

The text of this page is encrypted. It opens with a password, in a browser, and has no Markdown form: this address answers 403, with and without credentials.

- To read it, open the page in a browser and enter the password: [Secret \\*plans\\*](https://notes.example.org/plans/)
- If you have no password, ask the owner: [Contact](https://notes.example.org/contact.md)
- Everything that is open to read: [/llms.txt](https://notes.example.org/llms.txt)
`);
  });

  it('contains nothing of the text, its summary or its image', () => {
    expect(renderLockedTwin(page, site)).not.toMatch(/canary|secret\.png|HTTP/);
  });
});

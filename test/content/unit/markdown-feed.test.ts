import { describe, expect, it } from 'vitest';
import { renderMarkdownFeed } from '../../../src/core/markdown/markdown-feed.ts';
import { reservedBy } from '../../../src/core/model/urls.ts';
import { createLibrary, type DocumentFields, lockedBody } from '../../helpers/library.ts';

const posts: DocumentFields[] = [
  { title: 'A [new] one', slug: 'new', markdown: 'One.\n\n---\n\n```\nopen\n', excerpt: 'Summary.' },
  { title: 'Secret', locked: lockedBody, markdown: 'canary' },
  { title: 'Third', sticky: true, markdown: 'Three.\n' },
  { title: 'A talk', kind: 'talk', markdown: 'talk\n' },
  ...['Fourth', 'Fifth', 'Sixth'].map((title) => ({ title, markdown: `${title}.\n` })),
];

describe('/feed.md', () => {
  const feed = renderMarkdownFeed(createLibrary({ documents: posts }));

  it('has the five newest posts in order, each with its day, its address and its whole text', () => {
    const [head, ...entries] = feed.split(/^(?=# )/m);
    expect(head).toBe('# Newest posts\n\n');
    expect(entries.map((entry) => entry.split('\n')[0])).toEqual([
      '# A \\[new\\] one',
      '# Secret',
      '# Third',
      '# Fourth',
      '# Fifth',
    ]);
    expect(entries[2]).toBe('# Third\n\n2026-08-10, https://notes.example.org/third/\n\nThree.\n\n');
  });

  it('closes what a text left open, so that the next entry is one', () => {
    expect(feed).toContain('One.\n\n***\n\n```\nopen\n```\n\n# Secret\n');
  });

  it('has a protected post by its title and a note alone', () => {
    expect(feed).toContain('https://notes.example.org/secret/\n\nProtected by a password.\n');
    expect(feed).not.toContain('canary');
  });

  it('says that there are no posts yet', () => {
    expect(renderMarkdownFeed(createLibrary())).toBe('# No posts yet\n');
  });

  it('keeps its address from pages', () => {
    expect(reservedBy('/feed/')).toBe('the feeds');
  });
});

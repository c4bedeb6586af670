import { afterEach, expect, it } from 'vitest';
import { listFeeds } from '../../../src/core/feeds/feeds.ts';
import { describeFront } from '../../../src/core/front/front-table.ts';
import { renderDocumentTwin } from '../../../src/core/markdown/markdown-twin.ts';
import type { ArchivePage, DocumentPage } from '../../../src/core/pages/page.ts';
import { describePages } from '../../../src/core/pages/pages.ts';
import { ContentProject } from '../../helpers/content-project.ts';
import { wholeFeeds } from '../../helpers/whole-feeds.ts';

let project: ContentProject;
afterEach(() => project.remove());

async function publish(files: Readonly<Record<string, string>>) {
  project = new ContentProject(files);
  const { library, close } = await project.load();
  const pages = describePages(library);
  const at = (path: string) => pages.find((page) => page.path === path);
  const twinOf = (path: string) => {
    const page = at(path) as DocumentPage;
    return renderDocumentTwin(page, library.body(page.document), library.site);
  };
  const feeds = new Map(listFeeds(library).map((feed) => [feed.path, wholeFeeds(library, feed)]));
  const forms = { twins: new Map(['/n/', '/l/'].filter(at).map((path) => [path, twinOf(path)])), feeds };
  const notes = at('/notes/') as ArchivePage | undefined;
  const entries = notes?.entries.map(({ path, untitled }) => ({ path, untitled }));
  const documents = [...library.documents];
  const { redirects } = describeFront(library);
  close();
  return { ...forms, notes, entries, documents, redirects };
}

const note = '---\ntitle: ""\ndate: 2026-01-03\n---\nThe weir is *open* today.\n';

it('a post without a title is its text everywhere, and in a list and feed of its own', async () => {
  const { twins, feeds, entries } = await publish({
    'content/posts/n.md': note,
    'content/posts/a.md': '---\ntitle: Aside\ndate: 2026-01-02\nformat: aside\n---\nWords.\n',
    'content/posts/p.md': '---\ntitle: A post\ndate: 2026-01-01\n---\nWords.\n',
  });
  expect(entries).toEqual([{ path: '/n/', untitled: true }, { path: '/a/' }]);
  expect(twins.get('/n/')).not.toMatch(/^# /m);
  expect(twins.get('/n/')).toContain('\nThe weir is *open* today.\n');
  const [rss, , json] = feeds.get('/notes/') ?? [];
  expect(rss?.text.match(/<item>/g)).toHaveLength(2);
  expect(rss?.text).not.toContain('<title>The weir');
  expect(JSON.parse(json?.text ?? '').items[0]).not.toHaveProperty('title');
  expect(feeds.get('/')?.[0]?.text.match(/<item>/g)).toHaveLength(3);
});

it('a site without notes has no list of them', async () => {
  const { notes, feeds } = await publish({
    'content/posts/p.md': '---\ntitle: A post\ndate: 2026-01-01\n---\nWords.\n',
  });
  expect([notes, feeds.has('/notes/')]).toEqual([undefined, false]);
});

it('the title of a link post links to what it is about', async () => {
  const { twins, feeds, documents } = await publish({
    'content/posts/l.md':
      '---\ntitle: A find\ndate: 2026-01-01\nlink: https://a.example/x?a=1&b=2\n---\nWords.\n',
  });
  expect(documents[0]).toMatchObject({ format: 'link', link: 'https://a.example/x?a=1&b=2' });
  expect(twins.get('/l/')).toContain('# [A find](https://a.example/x?a=1&b=2)');
  const [, atom, json] = feeds.get('/') ?? [];
  expect(atom?.text).toContain('<link rel="related" href="https://a.example/x?a=1&amp;b=2"/>');
  expect(JSON.parse(json?.text ?? '').items[0]).toMatchObject({
    url: 'https://notes.example.org/l/',
    external_url: 'https://a.example/x?a=1&b=2',
  });
});

it('a protected link post names no page', async () => {
  const { documents } = await publish({
    'content/posts/l.md':
      '---\ntitle: A find\ndate: 2026-01-01\npassword: x\nlink: https://a.example/x\n---\nWords.\n',
  });
  expect(JSON.stringify(documents)).not.toContain('a.example');
});

it('notes at the same time of several days have addresses of their own, and the oldest keeps what it had', async () => {
  const at = (day: string, title = '""') => `---\ntitle: ${title}\ndate: ${day}\n---\nThe weir is open.\n`;
  const { documents, redirects } = await publish({
    'content/posts/2025-11-24-0910.md': at('2025-11-24'),
    'content/posts/2025-11-25-0910.md': at('2025-11-25'),
    'content/posts/2025-11-26-first-frost.md': at('2025-11-26', 'First frost'),
  });
  expect(documents.map(({ path }) => path)).toEqual([
    '/first-frost/',
    '/2025-11-25-0910/',
    '/2025-11-24-0910/',
  ]);
  expect(redirects).toMatchObject({ '/0910/': '/2025-11-24-0910/' });
});

import { afterEach, describe, expect, it } from 'vitest';
import { rewriteLinks } from '../../../src/content/compile/twin-links.ts';
import type { LoadedLibrary } from '../../../src/content/library/load-library.ts';
import { ContentProject, post } from '../../helpers/content-project.ts';

let project: ContentProject;
afterEach(() => project?.remove());

const other = post('## A part\n\nText.', 'slug: other\n');
const markdownOf = (loaded: LoadedLibrary) => {
  const document = loaded.library.documents.find(({ path }) => path === '/one/');
  if (!document) throw new Error('There is no text /one/');
  const { markdown, html } = loaded.library.body(document);
  return { digest: document.digest, markdown, html };
};

describe('links in the Markdown of a text', () => {
  it.each([
    ['a page by its address', '[a](/other/)', '[a](https://notes.example.org/other.md)'],
    ['a page by its file', '[a](other.md)', '[a](https://notes.example.org/other.md)'],
    ['a place in a page', '[a](/other/#a-part "T")', '[a](https://notes.example.org/other.md#a-part "T")'],
    ['the home page', '[a](/)', '[a](https://notes.example.org/index.md)'],
    ['a list', '[a](/posts/)', '[a](https://notes.example.org/posts.md)'],
    ['the contact form', '[a](/contact/)', '[a](https://notes.example.org/contact.md)'],
    ['a page by a definition', '[a][b]\n\n[b]: /other/', '[a][b]\n\n[b]: https://notes.example.org/other.md'],
    ['a twin', '[a](/other.md)', '[a](https://notes.example.org/other.md)'],
    ['a feed', '[a](/feed.xml)', '[a](https://notes.example.org/feed.xml)'],
    ['the JSON interface', '[a](/wp-json/)', '[a](https://notes.example.org/wp-json/)'],
    ['another site', '[a](https://example.org/other/)', '[a](https://example.org/other/)'],
    ['code', '`[a](/other/)`', '`[a](/other/)`'],
    [
      'a page, in a text with HTML',
      '<kbd>K</kbd> [a](/other/#a-part)',
      '`K` [a](https://notes.example.org/other.md#a-part)',
    ],
    ['a page, in HTML', '<p><a href="/other/">a</a></p>', '[a](https://notes.example.org/other.md)'],
  ])('%s', async (_what, written, expected) => {
    project = new ContentProject({ 'content/posts/one.md': post(written), 'content/posts/other.md': other });
    const loaded = await project.load();
    expect(markdownOf(loaded).markdown.trim()).toBe(expected);
    loaded.close();
  });

  it('link to pages in HTML', async () => {
    project = new ContentProject({
      'content/posts/one.md': post('[a](/other/)'),
      'content/posts/other.md': other,
    });
    const loaded = await project.load();
    expect(markdownOf(loaded).html).toContain('href="/other/"');
    loaded.close();
  });

  it('link to a protected page itself, also when it became protected since the text was compiled', async () => {
    const text = 'See [a](/other/#a-part), `https://notes.example.org/other.md` and [b](/posts/).';
    project = new ContentProject({ 'content/posts/one.md': post(text), 'content/posts/other.md': other });
    const open = await project.load();
    const before = markdownOf(open);
    open.close();
    project.write({ 'content/posts/other.md': post('Text.', 'slug: other\npassword: lantern\n') });
    const locked = await project.load();
    const after = markdownOf(locked);
    expect(locked.report.compiled).toBe(1);
    locked.close();
    expect(before.markdown).toContain('[a](https://notes.example.org/other.md#a-part)');
    expect(after.markdown.trim()).toBe(
      'See [a](https://notes.example.org/other/#a-part), `https://notes.example.org/other.md` and [b](https://notes.example.org/posts.md).',
    );
    expect(after.digest).not.toBe(before.digest);
  });
});

it('only destinations of links are rewritten', () => {
  const text = '[x](y) `[x](y)` <https://y.example> ![y](y)\n\n[y]: y\n\n```\n[x](y)\n```\n';
  expect(rewriteLinks(text, (url) => (url === 'y' ? 'z' : undefined))).toBe(
    '[x](z) `[x](y)` <https://y.example> ![y](y)\n\n[y]: z\n\n```\n[x](y)\n```\n',
  );
});

import { afterEach, describe, expect, it } from 'vitest';
import { compileMarkdown } from '../../../src/content/compile/compile-markdown.ts';
import type { Embed } from '../../../src/core/model/embed.ts';
import { ContentProject, post } from '../../helpers/content-project.ts';
import { createSite } from '../../helpers/library.ts';

const embeds: readonly Embed[] = [
  {
    url: 'https://youtu.be/abcdefghijk',
    title: 'Weirs & locks',
    description: 'How water  is held.',
    author: 'Ada',
    image: 'embeds/weir.jpg',
  },
  { url: 'https://blog.example.org/weirs', title: 'On weirs' },
];
const compile = (markdown: string) =>
  compileMarkdown({
    markdown,
    file: 'content/posts/x.md',
    lineOffset: 4,
    path: '/x/',
    description: null,
    site: createSite(),
    references: {
      resolve: (written) =>
        /^https?:/.test(written)
          ? { kind: 'external', url: written }
          : {
              kind: 'file',
              image: { src: `/media/${written}`, width: 480, height: 360 },
              contentFile: written,
              source: `content/${written}`,
            },
    },
    embed: (url) => {
      const embed = embeds.find((one) => one.url === url);
      return embed ? { embed, file: 'content/embeds.yaml' } : null;
    },
  });
const figure = (type: string, slug: string, content: string) =>
  `<figure class="wp-block-embed is-type-${type} is-provider-${slug} wp-block-embed-${slug}"><div class="wp-block-embed__wrapper">${content}</div></figure>`;
const htmlOf = (markdown: string) => compile(markdown).html.replace(/\n/g, '');

describe('a link that is a paragraph of its own', () => {
  it('becomes a card of what is stored about it, and in the twin a link with its title', () => {
    const { html, markdown, images, assets } = compile('One.\n\nhttps://youtu.be/abcdefghijk\n\nTwo.');
    expect(html.replace(/\n/g, '')).toBe(
      `<p>One.</p>${figure(
        'video',
        'youtube',
        '<a href="https://youtu.be/abcdefghijk"><img src="/media/embeds/weir.jpg" alt="" width="480" height="360" loading="lazy" decoding="async">Weirs &amp; locks</a><p>How water  is held.</p><p>Ada · YouTube</p>',
      )}<p>Two.</p>`,
    );
    expect(markdown).toBe(
      'One.\n\n[Weirs & locks](https://youtu.be/abcdefghijk)\n\nHow water is held.\n\nAda · YouTube\n\nTwo.\n',
    );
    expect(images).toEqual([{ src: '/media/embeds/weir.jpg', alt: '', width: 480, height: 360 }]);
    expect(assets).toEqual(['embeds/weir.jpg']);
  });

  it('has the same twin where the text has HTML as well', () => {
    const twin = compile('https://youtu.be/abcdefghijk\n\n<div>x</div>').markdown;
    expect(twin).toBe(
      '[Weirs & locks](https://youtu.be/abcdefghijk)\n\nHow water is held.\n\nAda · YouTube\n\nx\n',
    );
  });

  it.each([
    ['https://vimeo.com/76979871', 'video', 'vimeo', 'vimeo.com/76979871', 'Vimeo'],
    ['<https://bsky.app/profile/a.example/post/3k>', 'rich', 'bluesky', null, 'Bluesky'],
    ['https://social.example/@ada/113456789012345678', 'rich', 'mastodon', null, 'Mastodon'],
    ['https://open.spotify.com/track/6habFhsOp2NvshLv26DqMb', 'rich', 'spotify', null, 'Spotify'],
    ['https://www.openstreetmap.org/#map=15/51.5/-0.1', 'rich', 'openstreetmap', null, 'OpenStreetMap'],
    ['https://github.com/withastro/astro', 'rich', 'github', 'github.com/withastro/astro', 'GitHub'],
    ['https://gitlab.com/inkscape/inkscape', 'rich', 'gitlab', null, 'GitLab'],
    ['https://codeberg.org/forgejo/forgejo', 'rich', 'codeberg', null, 'Codeberg'],
  ])('to a known service is a card without stored data: %s', (written, type, slug, words, name) => {
    const url = written.replace(/[<>]/g, '');
    const shown = words ?? url.replace(/^https:\/\/(?:www\.)?/, '');
    expect(htmlOf(written)).toBe(figure(type, slug, `<a href="${url}">${shown}</a><p>${name}</p>`));
  });

  it('keeps the words and the image of its author', () => {
    expect(htmlOf('[A *talk*](https://vimeo.com/1)')).toBe(
      figure('video', 'vimeo', '<a href="https://vimeo.com/1">A <em>talk</em></a><p>Vimeo</p>'),
    );
    const html = htmlOf('[![Two people](two.jpg)](https://youtu.be/abcdefghijk)');
    expect(html).toContain('<img src="/media/two.jpg" alt="Two people"');
    expect(html).not.toContain('weir.jpg');
  });

  it('to any page is a card where something is stored about it', () => {
    expect(htmlOf('https://blog.example.org/weirs')).toBe(
      figure(
        'rich',
        'blog-example-org',
        '<a href="https://blog.example.org/weirs">On weirs</a><p>blog.example.org</p>',
      ),
    );
  });

  it.each([
    'See https://youtu.be/abcdefghijk',
    '- https://youtu.be/abcdefghijk\n\n- https://vimeo.com/1',
    '> https://youtu.be/abcdefghijk',
    'https://example.org/',
    'https://github.com/withastro',
    '```\nhttps://youtu.be/abcdefghijk\n```',
    'https://youtu.be/abcdefghijk\nand more',
  ])('is left alone where it is no card: %s', (markdown) => {
    expect(htmlOf(markdown)).not.toContain('<figure');
    expect(compile(markdown).markdown).toBe(`${markdown}\n`);
  });
});

describe('what cards show', () => {
  let project: ContentProject;
  afterEach(() => project.remove());
  const text = 'https://vimeo.com/1';
  const bodyOf = async () => {
    const loaded = await project.load();
    const [document] = loaded.library.documents;
    if (!document) throw new Error('No document.');
    const { html } = loaded.library.body(document);
    loaded.close();
    return { html, digest: document.digest };
  };

  it('is read again when the list changes, and the page is another then', async () => {
    project = new ContentProject({ 'content/posts/x.md': post(text) });
    const plain = await bodyOf();
    expect(plain.html).toContain('>vimeo.com/1</a>');
    project.write({ 'content/embeds.yaml': `- url: ${text}\n  title: A film\n` });
    const titled = await bodyOf();
    expect(titled.html).toContain('>A film</a>');
    expect(titled.digest).not.toBe(plain.digest);
  });

  it('is in the front matter of one document, before the list', async () => {
    project = new ContentProject({
      'content/posts/x.md': post(text, `embeds: [{ url: "${text}", title: Mine }]\n`),
      'content/embeds.yaml': `- url: ${text}\n  title: Theirs\n`,
    });
    expect((await bodyOf()).html).toContain('>Mine</a>');
  });

  it('comes from the site: problems name the file and the line', async () => {
    project = new ContentProject({
      'content/posts/x.md': post(text),
      'content/embeds.yaml': `- url: ${text}\n  image: https://i.example/x.jpg\n`,
    });
    expect(await project.problems()).toEqual([
      'content/embeds.yaml:2:3 0.image: must be a file, so that readers request nothing from another host.',
    ]);
    project.write({ 'content/embeds.yaml': `- url: ${text}\n  image: embeds/none.jpg\n` });
    expect(await project.problems()).toEqual([
      'content/embeds.yaml:1:1 embeds: there is no image content/embeds/none.jpg for "embeds/none.jpg".',
    ]);
  });
});

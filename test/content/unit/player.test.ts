import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { ContentProject, post } from '../../helpers/content-project.ts';

let project: ContentProject;
afterEach(() => project.remove());

const clip = readFileSync(join(import.meta.dirname, '../../fixtures/media/clip.mp4'));
const files = { 'content/posts/clip.mp4': clip, 'content/posts/song.m4a': 'x', 'public/talk.MP3': 'x' };

async function compile(text: string, more = {}) {
  project = new ContentProject({ ...files, ...more, 'content/posts/a.md': post(text) });
  const loaded = await project.load();
  const [document] = loaded.library.documents;
  const { html, markdown, text: words } = loaded.library.body(document as never);
  loaded.close();
  return { html: html.trim(), markdown: markdown.trim(), words, document, assets: loaded.assets };
}

const media = 'https://notes.example.org/media/posts';
const player = (tag: string, src: string, label: string, rest = '', preload = 'metadata') =>
  `<${tag} controls preload="${preload}" src="${src}" aria-label="${label}"${rest}></${tag}>`;
const size = ' width="48" height="32"';

describe('a video or sound in the notation of an image', () => {
  it('is played, and a link in the twin', async () => {
    const { html, markdown, words, document, assets } = await compile(
      'See ![the "weir"](clip.mp4) and ![](song.m4a) and ![talk](/talk.MP3).',
    );
    expect(html).toBe(
      `<p>See ${player('video', '/media/posts/clip.mp4', 'the &quot;weir&quot;', size)} and ${player('audio', '/media/posts/song.m4a', 'song.m4a')} and ${player('audio', '/talk.MP3', 'talk')}.</p>`,
    );
    expect(markdown).toBe(
      `See [the "weir"](${media}/clip.mp4) and [song.m4a](${media}/song.m4a) and [talk](https://notes.example.org/talk.MP3).`,
    );
    expect(words).toBe('See and and .');
    expect(document?.images).toEqual([]);
    expect(assets).toEqual(['posts/clip.mp4', 'posts/song.m4a']);
  });

  it('has its title as a caption when it stands alone', async () => {
    const { html } = await compile('![Weir](clip.mp4 "In March")');
    expect(html).toBe(
      `<figure class="wp-block-video">${player('video', '/media/posts/clip.mp4', 'Weir', size)}<figcaption>In March</figcaption></figure>`,
    );
  });

  it('has the image and the captions of its name next to it', async () => {
    const { html, document, assets } = await compile('![Weir](weir.mp4)', {
      'content/posts/weir.mp4': clip,
      'content/posts/weir.png': await sharp({
        create: { width: 96, height: 64, channels: 3, background: '#456' },
      })
        .png()
        .toBuffer(),
      'content/posts/weir.vtt': 'WEBVTT\n',
      'content/posts/weir.de.vtt': 'WEBVTT\n',
    });
    const track = (file: string, language: string, label: string, rest = '') =>
      `<track kind="captions" src="/media/posts/${file}" srclang="${language}" label="${label}"${rest}>`;
    expect(html).toContain(
      `preload="none" src="/media/posts/weir.mp4" aria-label="Weir"${size} poster="/media/posts/weir.png">${track('weir.vtt', 'en', 'English', ' default')}${track('weir.de.vtt', 'de', 'Deutsch')}</video>`,
    );
    expect(document?.images.map(({ src }) => src)).toEqual(['/media/posts/weir.png']);
    expect(assets).toEqual(
      ['weir.de.vtt', 'weir.mp4', 'weir.png', 'weir.vtt'].map((name) => `posts/${name}`),
    );
  });

  it('may have its address in a definition', async () => {
    const { html, markdown } = await compile('![Weir][c] ![c]\n\n[c]: clip.mp4');
    const shown = (label: string) =>
      player('video', '/media/posts/clip.mp4', label).replace(
        '></video>',
        ' width="48" height="32"></video>',
      );
    expect(html).toBe(`<p>${shown('Weir')} ${shown('c')}</p>`);
    expect(markdown).toBe(`[Weir][c] [c]\n\n[c]: ${media}/clip.mp4`);
  });

  it('is not fetched from another host before a reader starts it', async () => {
    const { html, markdown } = await compile('![Weir](https://a.example/clip.webm?x=1&y=2)');
    const src = 'https://a.example/clip.webm?x=1&amp;y=2';
    expect(html).toBe(`<figure class="wp-block-video">${player('video', src, 'Weir', '', 'none')}</figure>`);
    expect(markdown).toBe('[Weir](https://a.example/clip.webm?x=1&y=2)');
  });

  it('is a link in the twin of a text with HTML', async () => {
    const { markdown } = await compile('<kbd>K</kbd>\n\n![Weir](clip.mp4)\n\nSee ![Song](song.m4a) here.');
    expect(markdown).toBe(`\`K\`\n\n[Weir](${media}/clip.mp4)\n\nSee [Song](${media}/song.m4a) here.`);
  });
});

it('what browsers neither show nor play is a problem where it is shown', async () => {
  project = new ContentProject({
    ...files,
    'content/posts/report.pdf': 'x',
    'content/posts/old.avi': 'x',
    'content/posts/new.jxl': 'x',
    'content/posts/icon.ico': 'x',
    'content/posts/a.md': post(
      '![a](report.pdf)\n\n![b](old.avi)\n\n![c](new.jxl)\n\n![d][d]\n\n<img src="clip.mp4" alt="">\n\n![e](icon.ico)\n\n[d]: report.pdf',
      'image: clip.mp4\n',
    ),
  });
  const problems = await project.problems();
  expect(problems.map((problem) => problem.replace(/^content\/posts\/a\.md:|[;,].*/g, ''))).toEqual([
    '4:1 image: content/posts/clip.mp4 is not an image',
    '6:1 image: content/posts/report.pdf is not an image that browsers show',
    '8:1 image: content/posts/old.avi is a video that browsers do not play',
    '10:1 image: content/posts/new.jxl is not an image that browsers show',
    '12:1 image: content/posts/report.pdf is not an image that browsers show',
    '14:1 image: content/posts/clip.mp4 is not an image',
  ]);
});

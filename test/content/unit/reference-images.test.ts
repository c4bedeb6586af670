import sharp from 'sharp';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { advise } from '../../../src/content/check/advise.ts';
import { ContentProject, post } from '../../helpers/content-project.ts';

let project: ContentProject;
let weir: Buffer;
beforeAll(async () => {
  weir = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a00' } })
    .png()
    .toBuffer();
});
afterEach(() => project.remove());

async function compile(body: string) {
  project = new ContentProject({
    'content/posts/a.md': post(body, 'description: Words.\n'),
    'content/posts/weir.png': weir,
    'content/posts/lock.png': weir,
  });
  const loaded = await project.load();
  const [document] = loaded.library.documents;
  if (!document) throw new Error('There is no document.');
  const { html, markdown } = loaded.library.body(document);
  const advice = advise({ ...loaded, unused: [] }).map(({ message }) => message);
  loaded.close();
  project.remove();
  return { html, markdown, advice, media: loaded.library.media.map(({ src, alt }) => [src, alt]), document };
}

const definition = '[Weir At Dawn]: ./weir.png "Early in May"';

it.each([
  ['a paragraph', '![Water][weir at dawn]', '![Water](./weir.png "Early in May")'],
  ['no words of its own', '![][weir at dawn]', '![](./weir.png "Early in May")'],
  ['its label alone', '![Weir  at dawn]', '![Weir  at dawn](./weir.png "Early in May")'],
  ['an empty label', '![weir at DAWN][]', '![weir at DAWN](./weir.png "Early in May")'],
  [
    'a line of words',
    'Here ![Water][weir at dawn] it is.',
    'Here ![Water](./weir.png "Early in May") it is.',
  ],
  ['a quotation', '> ![Water][weir at dawn]', '> ![Water](./weir.png "Early in May")'],
  ['a list', '- one\n- ![Water][weir at dawn]', '- one\n- ![Water](./weir.png "Early in May")'],
  [
    'a table',
    '| a |\n| - |\n| ![Water][weir at dawn] |',
    '| a |\n| - |\n| ![Water](./weir.png "Early in May") |',
  ],
  [
    'a link',
    '[![Water][weir at dawn]](https://example.org)',
    '[![Water](./weir.png "Early in May")](https://example.org)',
  ],
  [
    'attributes',
    '![Water][weir at dawn]{width=150 .right}',
    '![Water](./weir.png "Early in May"){width=150 .right}',
  ],
  [
    'a gallery',
    ':::gallery\n![One][weir at dawn]\n![Two](./lock.png)\n:::',
    ':::gallery\n![One](./weir.png "Early in May")\n![Two](./lock.png)\n:::',
  ],
  [
    'images that follow each other',
    '![One][weir at dawn]\n![Two][weir at dawn]',
    '![One](./weir.png "Early in May")\n![Two](./weir.png "Early in May")',
  ],
  [
    'a wide container',
    ':::wide\n![One][weir at dawn]\n:::',
    ':::wide\n![One](./weir.png "Early in May")\n:::',
  ],
  [
    'a note',
    'Words[^1].\n\n[^1]: ![Water][weir at dawn]',
    'Words[^1].\n\n[^1]: ![Water](./weir.png "Early in May")',
  ],
])('an image by reference in %s is the image that it is with its address', async (_, reference, inline) => {
  const shown = await compile(inline);
  for (const text of [`${reference}\n\n${definition}`, `${definition}\n\n${reference}`]) {
    const { html, media, advice } = await compile(text);
    expect(html.trim()).toBe(shown.html.trim());
    expect([media, advice]).toEqual([shown.media, shown.advice]);
  }
});

it.each([
  `> ${definition}`,
  `- ${definition}`,
  `1. one\n\n   ${definition}`,
  `${definition}\n\n[weir at dawn]: ./lock.png`,
])('its definition may be anywhere, and the first one counts: %j', async (written) => {
  const { html, document } = await compile(`![Water][WEIR at dawn]\n\n${written}`);
  expect(html).toContain('src="/media/posts/weir.png" alt="Water" width="300" height="200" loading="lazy"');
  expect(html).toContain('<figcaption>Early in May</figcaption>');
  expect(document.images.map(({ src }) => src)).toEqual(['/media/posts/weir.png']);
});

it('the twin keeps the reference, and its definition has the whole address', async () => {
  const { markdown } = await compile(`![Water][weir at dawn]\n\n${definition}`);
  expect(markdown).toBe(
    '![Water][weir at dawn]\n\n[Weir At Dawn]: https://notes.example.org/media/posts/weir.png "Early in May"\n',
  );
});

it('a file has the words of the first place that has any', async () => {
  const { media, advice } = await compile(
    `![][weir at dawn] ![Water][weir at dawn] ![](./weir.png)\n\n${definition}`,
  );
  expect(media).toEqual([['/media/posts/weir.png', 'Water']]);
  expect(advice).toEqual([]);
});

it('code, and what nothing defines, stay words; the second is reported', async () => {
  const { html, advice } = await compile(
    '`![a][b]`\n\n![Water][gone] and ![The lock][]\n\n![Water]\n\nWow![1] ![2]\n',
  );
  expect(html).toContain('![Water][gone]');
  expect(advice.map((line) => line.replace(/;.*/, ''))).toEqual([
    'markup: "![Water][gone]" is no image, since nothing defines "gone"',
    'markup: "![The lock][]" is no image, since nothing defines "The lock"',
    'markup: "![Water]" is no image, since nothing defines "Water"',
  ]);
});

it('a missing file is reported once, where its address is', async () => {
  project = new ContentProject({ 'content/posts/a.md': post('![a][b] ![c][b]\n\n> [b]: ./gone.png') });
  expect(await project.problems()).toEqual([
    'content/posts/a.md:7:3 image: there is no image content/posts/gone.png for "./gone.png".',
  ]);
});

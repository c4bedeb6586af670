import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import { ContentProject, post, testSite } from '../../helpers/content-project.ts';

let project: ContentProject;
afterEach(() => project.remove());

const photo = (caption: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#456' } })
    .withExif({
      IFD0: { ImageDescription: caption },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .jpeg()
    .toBuffer();

async function pageOf(settings = {}) {
  const loaded = await project.load(undefined, { ...testSite, images: { ...testSite.images, ...settings } });
  const [document] = loaded.library.documents;
  const body = document && loaded.library.body(document);
  const forms = { document, html: body?.html ?? '', markdown: body?.markdown ?? '' };
  loaded.close();
  return forms;
}

it('a folder of images is a gallery below the text, in the order of their names', async () => {
  project = new ContentProject({
    'content/posts/a.md': post('Words.', 'gallery: ./my photos/\n'),
    'content/posts/my photos/p10.jpg': await photo('Ten "x"'),
    'content/posts/my photos/p9 (1).jpg': await photo('Nine'),
    'content/posts/my photos/notes.txt': 'no image',
  });
  const { document, html, markdown } = await pageOf();
  expect(document?.images.map(({ src, width }) => [src, width])).toEqual([
    ['/media/posts/my photos/p9 (1).jpg', 400],
    ['/media/posts/my photos/p10.jpg', 400],
  ]);
  expect(html).toMatch(/^<p>Words\.<\/p>\n<figure class="wp-block-gallery/);
  expect(html.match(/<a [^>]*aria-label="[^"]*"/g)).toEqual([
    '<a href="/media/posts/my%20photos/p9%20(1).jpg" aria-label="Photo 1"',
    '<a href="/media/posts/my%20photos/p10.jpg" aria-label="Photo 2"',
  ]);
  expect(markdown).toContain('![](https://notes.example.org/media/posts/my%20photos/p10.jpg)');
  expect(html + markdown).not.toContain('Nine');

  const captioned = await pageOf({ captions: true });
  expect(captioned.html).toContain('alt="Nine"');
  expect(captioned.html).toContain('<figcaption>Ten "x"</figcaption>');

  project.write({ 'content/posts/my photos/p11.jpg': await photo('Eleven') });
  expect((await pageOf()).document?.images).toHaveLength(3);
});

it.each([
  ['./none/', 'there is no folder content/posts/none.'],
  ['./empty/', 'there are no images in content/posts/empty.'],
  ['../../public/', 'there is no folder public.'],
])('a folder without images is an error at its line: %s', async (folder, message) => {
  project = new ContentProject({
    'content/posts/a.md': post('Words.', `gallery: ${folder}\n`),
    'content/posts/empty/notes.txt': 'no image',
    'public/a.txt': 'x',
  });
  expect(await project.problems()).toEqual([`content/posts/a.md:4:1 gallery: ${message}`]);
});

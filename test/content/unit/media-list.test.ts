import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { listImages } from '../../../src/build/files/images.ts';
import { ContentError } from '../../../src/content/read/problems.ts';
import { describeFront } from '../../../src/core/front/front-table.ts';
import type { Library } from '../../../src/core/model/document.ts';
import { createWpContext } from '../../../src/core/wp/context.ts';
import { renderMedia } from '../../../src/core/wp/objects/media.ts';
import { ContentProject, post } from '../../helpers/content-project.ts';

let image: Buffer;
let project: ContentProject;
beforeAll(async () => {
  image = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
});
beforeEach(() => {
  project = new ContentProject({
    'content/posts/hello.md': post('![A bench](/wp-content/uploads/bench.png)', 'id: 7\n'),
    'public/wp-content/uploads/bench.png': image,
    'public/wp-content/uploads/unseen.png': image,
    'public/wp-content/uploads/plan.pdf': '%PDF-1.4',
  });
});
afterEach(() => project.remove());

const list = `
- file: /wp-content/uploads/bench.png
  id: 13
  slug: the-bench
  title: The bench
  alt: A bench below a tree
  caption: Built in May
  description: Of larch
- file: /wp-content/uploads/unseen.png
  id: 14
  date: 2019-03-11T08:00:00
  attachedTo: 7
  redirectFrom: [/old/unseen/]
- file: /wp-content/uploads/plan.pdf
  id: 15
  title: ""
`;

async function load(): Promise<Library> {
  const loaded = await project.load();
  loaded.close();
  return loaded.library;
}

async function problems(yaml: string): Promise<string[]> {
  project.write({ 'content/media.yaml': yaml });
  try {
    await load();
  } catch (error) {
    if (error instanceof ContentError) return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
}

it('gives files the IDs, slugs and words of the list, those included that no text shows', async () => {
  project.write({ 'content/media.yaml': list });
  const library = await load();
  const context = createWpContext(library);
  const sent = library.media.map(
    (media) => JSON.parse(renderMedia(context, media)) as Record<string, unknown>,
  );
  expect(sent).toMatchObject([
    {
      id: 13,
      date: '2026-01-02T10:00:00',
      slug: 'the-bench',
      link: 'https://notes.example.org/hello/the-bench/',
      title: { rendered: 'The bench' },
      alt_text: 'A bench below a tree',
      caption: { rendered: '<p>Built in May</p>\n' },
      description: { rendered: expect.stringContaining('<p>Of larch</p>') },
      post: 7,
    },
    {
      id: 14,
      date: '2019-03-11T08:00:00',
      date_gmt: '2019-03-11T07:00:00',
      link: 'https://notes.example.org/hello/unseen/',
      post: 7,
      media_details: { width: 40, height: 30 },
    },
    {
      id: 15,
      link: 'https://notes.example.org/plan/',
      title: { rendered: '' },
      media_type: 'file',
      mime_type: 'application/pdf',
      media_details: { filesize: 8, sizes: {} },
      post: null,
    },
  ]);
});

it('leads the addresses of attachments, their numbers and their old paths to the files', async () => {
  project.write({ 'content/media.yaml': list });
  const { redirects, old } = describeFront(await load());
  expect(redirects).toMatchObject({
    '/hello/the-bench/': '/wp-content/uploads/bench.png',
    '/hello/unseen/': '/wp-content/uploads/unseen.png',
    '/old/unseen': '/wp-content/uploads/unseen.png',
    '/plan/': '/wp-content/uploads/plan.pdf',
  });
  expect(old.queries).toMatchObject({ 'p=7': '/hello/', 'p=14': '/wp-content/uploads/unseen.png' });
});

it('publishes a listed file below content/, and makes no lighter forms of an image that no text shows', async () => {
  project.write({ 'content/posts/spare.png': image, 'content/media.yaml': '- file: posts/spare.png\n' });
  const loaded = await project.load();
  loaded.close();
  expect(loaded.assets).toContain('posts/spare.png');
  expect(loaded.unused).toEqual([]);
  const made = [...listImages(loaded, project.root)].map(({ file }) => file);
  expect(made.filter((file) => file.includes('spare'))).toEqual([]);
});

it('refuses a file that is not there, a number that two have, an unknown author, with the place', async () => {
  expect(
    await problems(
      '- { file: /wp-content/uploads/bensh.png }\n- { file: /wp-content/uploads/plan.pdf, id: 3, author: unknown }\n- { file: /wp-content/uploads/unseen.png, id: 3 }\n- { file: /../secret }\n',
    ),
  ).toEqual([
    'content/media.yaml:1:5 file: there is no file public/wp-content/uploads/bensh.png; did you mean "bench.png"?',
    'content/media.yaml:2:48 author: "unknown" is not in content/authors.yaml; add it there.',
    'content/media.yaml:3:43 id: 3 is also the number of /wp-content/uploads/plan.pdf; change one of the two.',
    'content/media.yaml:4:5 file: there is no file public/../secret; put it there, or remove the entry.',
  ]);
  expect((await problems('- { file: /wp-content/uploads/bench.png, id: 7 }\n')).join('\n')).toContain(
    '7 is also the number of the image /wp-content/uploads/bench.png',
  );
});

import { XMLParser } from 'fast-xml-parser';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import { listFeeds } from '../../../src/core/feeds/feeds.ts';
import { siteSchema } from '../../../src/core/model/site.ts';
import { ContentProject, post, testSite } from '../../helpers/content-project.ts';
import { wholeFeeds } from '../../helpers/whole-feeds.ts';

let project: ContentProject;
afterEach(() => project?.remove());

/** One second of an MP3 at 64 kbit/s: a header of MPEG 1, layer III, 44.1 kHz, and silence. */
const sound = Buffer.concat([Buffer.from([0xff, 0xfb, 0x50, 0x00]), Buffer.alloc(7996)]);
const artwork = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer();
const show = {
  description: 'Talks by the river.',
  image: '/river.jpg',
  category: 'Society & Culture > Documentary',
};
const site = {
  ...testSite,
  podcasts: siteSchema.shape.podcasts.parse({ River: { ...show, email: 'ada@example.org', type: 'serial' } }),
};
const front =
  'series: River\nimage: cover.png\naudio:\n  file: ./e1.mp3\n  episode: 1\n  season: 2\n  chapters: e1.json\n  transcript: e1.vtt\n';
const files = {
  'content/posts/a.md': post('Words.', front),
  'content/posts/b.md': post('Later.\n', 'series: River\nslug: later\naudio: https://cdn.example/e0.mp3\n'),
  'content/posts/e1.mp3': sound,
  'content/posts/e1.json': '{"version":"1.2.0","chapters":[]}',
  'content/posts/e1.vtt': 'WEBVTT\n',
};

it('a series with sound is a podcast: a feed with what apps and directories ask for', async () => {
  project = new ContentProject({
    ...files,
    'public/river.jpg': await artwork(1400),
    'content/posts/cover.png': await artwork(20),
  });
  const loaded = await project.load(undefined, site);
  const { library } = loaded;
  const feed = listFeeds(library).find(({ path }) => path === '/series/river/');
  if (!feed) throw new Error('There is no feed of the series.');
  const [rss = '', atom = '', json = ''] = wholeFeeds(library, feed).map(({ text }) => text);
  const all = wholeFeeds(library, listFeeds(library)[0] ?? feed)[0]?.text ?? '';
  const { html, markdown } = library.body(library.documents.find(({ slug }) => slug === 'a') as never);
  loaded.close();

  const { channel } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(rss).rss;
  expect(channel).toMatchObject({
    title: 'River',
    description: 'Talks by the river.',
    language: 'en',
    'itunes:author': 'The owner',
    'itunes:owner': { 'itunes:email': 'ada@example.org' },
    'itunes:image': { href: 'https://notes.example.org/river.jpg' },
    'itunes:category': { text: 'Society & Culture', 'itunes:category': { text: 'Documentary' } },
    'itunes:explicit': false,
    'itunes:type': 'serial',
    'podcast:locked': { owner: 'ada@example.org' },
  });
  const episode = channel.item.find((item: { 'itunes:season'?: number }) => item['itunes:season'] === 2);
  expect(episode).toMatchObject({
    enclosure: { url: 'https://notes.example.org/media/posts/e1.mp3', length: '8000', type: 'audio/mpeg' },
    'itunes:duration': 1,
    'itunes:episode': 1,
    'podcast:episode': 1,
    'podcast:chapters': {
      url: 'https://notes.example.org/media/posts/e1.json',
      type: 'application/json+chapters',
    },
    'podcast:transcript': { url: 'https://notes.example.org/media/posts/e1.vtt', type: 'text/vtt' },
  });
  expect(atom).toContain('<link rel="enclosure" type="audio/mpeg" length="8000"');
  expect(JSON.parse(json).items.map((item: { attachments: object }) => item.attachments)).toContainEqual([
    {
      url: 'https://notes.example.org/media/posts/e1.mp3',
      mime_type: 'audio/mpeg',
      size_in_bytes: 8000,
      duration_in_seconds: 1,
    },
  ]);
  expect(all).toContain('<enclosure url="https://cdn.example/e0.mp3" length="0" type="audio/mpeg"/>');
  expect(all).not.toContain('itunes');

  expect(html).toMatch(
    /^<figure class="wp-block-audio"><audio controls [^>]*aria-label="A post"><track [^>]*><\/audio><\/figure>/,
  );
  expect(markdown).toBe('[A post](https://notes.example.org/media/posts/e1.mp3)\n\nWords.\n');
});

it('artwork that directories refuse is an error', async () => {
  project = new ContentProject({
    'content/posts/b.md': files['content/posts/b.md'],
    'public/river.jpg': await artwork(1400, 1000),
  });
  await expect(project.load(undefined, site)).rejects.toThrow(
    'public/river.jpg is 1400 × 1000 pixels; it must be a square of 1400 to 3000 pixels.',
  );
});

it('a protected episode is in no feed', async () => {
  project = new ContentProject({
    'content/posts/a.md': post('Words.', 'password: x\naudio: ./e1.mp3\n'),
    'content/posts/e1.mp3': sound,
  });
  const loaded = await project.load();
  const [feed] = listFeeds(loaded.library);
  const text = feed
    ? wholeFeeds(loaded.library, feed)
        .map((file) => file.text)
        .join()
    : '';
  expect(text).not.toContain('e1.mp3');
  expect(loaded.assets).toEqual([]);
  loaded.close();
});

it('what is wrong with an episode is named at its field', async () => {
  project = new ContentProject({
    'content/posts/a.md': post('Words.\n\n![no](none.png)', 'audio: ./none.mp3\n'),
    'content/posts/b.md': post('Words.', 'slug: b\naudio: { file: a.md, duration: long }\n'),
  });
  expect(await project.problems()).toEqual([
    'content/posts/a.md:4:1 audio: there is no file content/posts/none.mp3 for "./none.mp3".',
    'content/posts/a.md:8:1 image: there is no image content/posts/none.png for "none.png".',
    'content/posts/b.md:5:22 audio.duration: must be a duration such as 31:04 or 1:02:03.',
  ]);
});
